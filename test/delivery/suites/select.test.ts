// Cases as suites have them, and what is asked for → which of them run.
import { describe, expect, test } from 'vitest'
import type { SmokePrimary, Suites } from '../../../src/core/delivery/smoke.ts'
import { emptyFilters, selected } from '../../../src/delivery/suites/suites.ts'
import { caseOf } from '../../support/suite-case.ts'

const position = { file: 'smoke.yaml', line: 1, column: 1, length: 1 }
const primary: SmokePrimary = {
  suite: 'mail',
  target: 'Production',
  channel: 'email',
  identifier: 'ses',
  tags: ['config'],
  position,
}
const suites: Suites = {
  cases: [
    caseOf({ suite: 'mail', name: 'welcome', tags: ['fast', 'a'] }),
    caseOf({ suite: 'mail', name: 'order', tags: ['slow'] }),
    caseOf({ suite: 'push', name: 'welcome', tags: [] }),
  ],
  primaries: [primary],
}

const names = (filters: readonly string[], of = suites): readonly string[] => {
  const { cases, primaries } = selected(of, filters)
  return [
    ...cases.map(({ suite, name, skip }) => `${suite}/${name}${skip === undefined ? '' : ' skipped'}`),
    ...primaries.map(({ identifier }) => identifier),
  ]
}

test.each<[string, readonly string[], readonly string[]]>([
  ['nothing', [], ['mail/welcome', 'mail/order', 'push/welcome', 'ses']],
  ['a name', ['welcome'], ['mail/welcome', 'push/welcome']],
  ['a suite and a name', ['push/welcome'], ['push/welcome']],
  ['a suite', ['mail/*'], ['mail/welcome', 'mail/order', 'ses']],
  ['a tag', ['tag:slow'], ['mail/order']],
  ['a tag with a star', ['tag:*'], ['mail/welcome', 'mail/order', 'ses']],
  ['a tag of a primary', ['tag:config'], ['ses']],
  ['a primary by its name', ['ses is primary for email'], ['ses']],
  ['several', ['order', 'tag:fast'], ['mail/welcome', 'mail/order']],
  ['a part of a name', ['welc'], []],
  ['the name of a suite', ['mail'], []],
  ['a tag that is the name of a case', ['tag:welcome'], []],
])('by %s', (_, filters, expected) => {
  expect(names(filters)).toEqual(expected)
})

test('a filter that names nothing is told', () => {
  expect(emptyFilters(suites, ['welcome', 'nobody', 'tag:none', 'tag:config', 'ses is*'])).toEqual([
    'nobody',
    'tag:none',
  ])
})

describe('a case that is marked only', () => {
  const of = (...cases: Suites['cases']): Suites => ({ cases, primaries: [] })
  const only = caseOf({ suite: 's', name: 'only', only: true })
  const other = caseOf({ suite: 's', name: 'other' })
  const skipped = caseOf({ suite: 's', name: 'skipped', skip: 'not today' })

  test('skips the others, and keeps the reasons of those that are skipped anyhow', () => {
    const { cases } = selected(of(other, only, skipped), [])
    expect(cases.map(({ name, skip }) => [name, skip])).toEqual([
      ['other', 'a different case sets "only: true"'],
      ['only', undefined],
      ['skipped', 'not today'],
    ])
  })

  test('does not where it is skipped itself', () => {
    expect(names([], of({ ...only, skip: 'not today' }, other))).toEqual(['s/only skipped', 's/other'])
  })

  test('does not where it is not asked for', () => {
    expect(names(['other'], of(only, other))).toEqual(['s/other'])
  })
})
