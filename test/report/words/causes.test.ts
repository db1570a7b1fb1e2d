// What is said of the cause of changes, and of the fields in them.
import { expect, test } from 'vitest'
import type { Cause } from '../../../src/core/plan/shapes.ts'
import type { Change } from '../../../src/core/plan/change.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { causeMark, causeWords, changesByCause } from '../../../src/report/words/causes.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

const changed = (cause: Cause) => changeOf({ name: 'x', cause })

test.each([
  ['1 changed by this branch (1 also undoes drift)', [changed('both')]],
  ['2 changed by this branch (2 also undo drift)', [changed('both'), changed('both')]],
  ['2 undo drift, 1 sent again', [changed('drift'), changed('drift'), changeOf({ name: 'x' })]],
])('%s', (words, changes) => {
  const plan = { sections: [sectionWith({ changes })], declaredSince: { base: 'main', changes: [] } }
  expect(causeWords(plan)).toBe(words)
})

test('only a secret without a cause is marked as sent again', () => {
  const marks = [true, Secret.named('env:KEY')].map((after) =>
    causeMark(changed('branch'), { sign: '+', path: 'credentials.x', after }),
  )
  expect(marks).toEqual([undefined, 'sent again, not compared'])
})

test.each<[Cause, Cause | undefined, string | undefined]>([
  ['partly', 'meant', 'on purpose'],
  ['partly', 'unmeant', undefined],
  ['both', 'drift', 'drift'],
  ['both', 'both', 'also drift'],
  ['both', 'branch', undefined],
  ['drift', 'drift', undefined],
])('a field of a change with the cause %s and its own cause %s: %s', (whole, cause, mark) => {
  expect(causeMark(changed(whole), { sign: '~', path: 'name', after: 'x', ...(cause && { cause }) })).toBe(
    mark,
  )
})

test('changes are listed by their cause, or in one list if none has a cause', () => {
  const again = changeOf({ name: 'x' })
  const titles = (changes: readonly Change[]) =>
    changesByCause(changes).map(({ title, changes: own }) => [title, own.length])
  expect(titles([])).toEqual([])
  expect(titles([again, again])).toEqual([[undefined, 2]])
  expect(titles([again, changed('drift'), changed('both'), changed('branch')])).toEqual([
    ['Changed by this branch', 2],
    ['Drift that apply would undo', 1],
    ["Sent again, because these fields can't be compared", 1],
  ])
  expect(titles([changed('meant'), changed('partly'), changed('unmeant')])).toEqual([
    ['Differs', 2],
    ['Declared differently on purpose (perTarget or a variable)', 1],
  ])
})

test('a comparison of targets counts what differs on purpose, and a plan without a base has no causes', () => {
  const sections = [sectionWith({ changes: [changed('meant'), changed('unmeant')] })]
  const compared = { from: 'A', to: 'B' } as never
  expect(causeWords({ sections, compared })).toBe('2 changes, 1 on purpose')
  expect(causeWords({ sections: [], compared })).toBeUndefined()
  expect(causeWords({ sections })).toBeUndefined()
  expect(causeWords({ sections: [], declaredSince: { base: 'main', changes: [] } })).toBeUndefined()
})
