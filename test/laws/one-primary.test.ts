import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { profileNames } from '../../src/sandbox/index.ts'
import { isFull } from '../support/form.ts'
import { check } from './worlds/law.ts'
import { keepsOnePrimary, someChannels } from './one-primary.ts'
import { lawTimeout } from '../support/laws/runs.ts'

test.each(profileNames)(
  'a channel has at most one primary after an apply, or it ends with exit 6: %s',
  { timeout: lawTimeout },
  async (profile) => {
    const unseen = await check({
      name: `one primary, ${profile}`,
      cases: someChannels,
      runs: { full: 100 },
      mix: isFull ? ['several, declared', 'several, undeclared'] : [],
      least: 5,
      holds: (live, mix) => keepsOnePrimary(live, { registry, profile }, mix),
    })
    expect(unseen).toEqual([])
  },
)
