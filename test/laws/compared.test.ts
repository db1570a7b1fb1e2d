// A comparison of a target with itself is empty.
import { expect, test } from 'vitest'
import { sameAsItself } from './compared.ts'
import { check } from './worlds/law.ts'
import { someLive } from './worlds/live.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { sampled } from '../support/form.ts'

test.each(sampled(['contract', 'novu-2026-04', 'novu-2026-09'] as const, 3))(
  'a target is the same as itself in %s',
  { timeout: lawTimeout },
  async (profile) => {
    const unseen = await check({
      name: `compare in ${profile}`,
      cases: someLive,
      runs: { small: 3, full: 100 },
      mix: ['resources that are the same', 'resources that one target lacks', 'differing fields'],
      holds: (live, mix) => sameAsItself(live, profile, mix),
    })
    expect(unseen).toEqual([])
  },
)
