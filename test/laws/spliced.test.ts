// Export into manifests that exist changes what it lists, and lists what still differs.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from '../support/laws/law.ts'
import { someLive } from '../support/laws/live.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { habits, updateIsExact } from '../support/laws/spliced.ts'

const layouts = ['file', 'kind', 'channel', 'resource'] as const

test.each(['contract', 'novu-2026-04', 'novu-2026-09'] as const)(
  'an export changes only what it lists in %s',
  { timeout: lawTimeout },
  async (profile) => {
    const unseen = await check({
      name: `update in ${profile}`,
      cases: fc.record({ before: someLive, after: someLive }),
      runs: { small: 3, full: 100 },
      mix: ['changed name', 'changed active', 'appended'],
      holds: ({ before, after }, mix) => {
        const layout = layouts[before.random % 4] ?? 'kind'
        const habit = Object.keys(habits)[after.random % 4] ?? 'none'
        return updateIsExact(before.seed, after.seed, { profile, layout, habit }, mix)
      },
    })
    expect(unseen).toEqual([])
  },
)
