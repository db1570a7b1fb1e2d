import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { saysWhoIsMissing, type AbsenceCase } from './absent.ts'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'

test(
  'a subscriber that is said to be missing was missing at that time',
  { timeout: lawTimeout },
  async () => {
    const cases: fc.Arbitrary<AbsenceCase> = fc
      .record({
        ids: fc.constantFrom('ascending', 'ascending', 'random', 'none'),
        order: fc.constantFrom('by ID', 'by ID', 'latest update first', 'always ascending'),
        cursor: fc.constantFrom('ID', 'ID', 'index'),
        count: fc.constantFrom('exact', 'none', 'capped', 'late'),
        ends: fc.constantFrom(Infinity, Infinity, 40),
        size: fc.constantFrom(0, 5, 10, 35, 80),
        wanted: fc.constantFrom(3, 12, 50),
        others: fc.constantFrom(0, 0.3, 2, 6),
        random: fc.nat(),
      })
      // Only a count shows that a subscriber has moved to a page that was read before.
      .filter(({ order, count }) => order !== 'latest update first' || count === 'exact')
    const unseen = await check({
      name: 'absence',
      cases,
      runs: { small: 50, full: 6000 },
      mix: ['looked up', 'proven by pages', 'still missing', 'not known any more'],
      holds: saysWhoIsMissing,
    })
    expect(unseen).toEqual([])
  },
)
