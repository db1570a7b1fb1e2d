// Export into manifests that exist changes what it lists, and lists what still differs.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from './worlds/law.ts'
import { someConditions, someLive } from './worlds/live.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { exampleUpdateIsExact, habits, updateIsExact } from './spliced.ts'
import { someText } from '../support/laws/texts.ts'
import { sampled } from '../support/form.ts'

const layouts = ['file', 'kind', 'channel', 'resource'] as const

test.each(sampled(['contract', 'novu-2026-04', 'novu-2026-09'] as const, 3))(
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

const edit = fc.record({
  index: fc.nat(5),
  fields: fc.oneof(
    fc.record({
      name: fc.oneof(someText, fc.constantFrom('a: b', "it's", '# no comment', '0123', 'x, y]', '${x}')),
    }),
    fc.record({ active: fc.boolean() }),
    fc.record({ conditions: someConditions }),
  ),
})

test.each(['quickstart', 'oncall'])(
  'an export changes only what it lists in examples/%s',
  { timeout: lawTimeout },
  async (example) => {
    const unseen = await check({
      name: `update of ${example}`,
      cases: fc.array(edit, { minLength: 1, maxLength: 4 }),
      runs: { small: 2, full: 30 },
      mix: ['changed name'],
      holds: (edits, mix) =>
        exampleUpdateIsExact(new URL(`../../examples/${example}/`, import.meta.url), edits, mix),
    })
    expect(unseen).toEqual([])
  },
)
