// Two projects on one environment: each stays inside of its `owns`, whatever the other does meanwhile.
import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { isFull } from '../support/form.ts'
import { check } from './worlds/law.ts'
import { someShared, staysInside } from './owns.ts'
import { lawTimeout } from '../support/laws/runs.ts'

test.each(['disjoint', 'overlapping'] as const)(
  'no write and no side effect goes outside of owns: %s',
  { timeout: lawTimeout },
  async (overlap) => {
    const unseen = await check({
      name: `owns, ${overlap}`,
      cases: someShared(overlap),
      runs: { full: 150 },
      mix: isFull
        ? [
            'changed row',
            'primary moved',
            'outside-effect',
            'integration deactivate',
            'integration set-primary',
            'stale',
          ]
        : ['changed row', 'outside-effect'],
      holds: (live, mix) => staysInside(live, { registry }, mix),
    })
    expect(unseen).toEqual([])
  },
)
