import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { wholeMix, check } from './worlds/law.ts'
import { keepsPrimaries } from './worlds/primary.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test.each([1, 4])(
  'a channel keeps a working primary, %i at a time',
  { timeout: lawTimeout },
  async (parallel) => {
    expect(
      await check({
        name: `primary, ${parallel} at a time`,
        cases: someWorld,
        runs: { full: 120 },
        mix: [...wholeMix, 'guarded channel', 'primary that is replaced', 'loss', 'one left out'],
        holds: (live, mix) => keepsPrimaries(live, { registry, parallel }, mix),
      }),
    ).toEqual([])
  },
)
