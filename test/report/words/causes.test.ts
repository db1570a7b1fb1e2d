// What is said of the cause of changes, and of the fields in them.
import { expect, test } from 'vitest'
import type { Cause } from '../../../src/core/plan/cause.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { causeMark, causeWords } from '../../../src/report/words/causes.ts'
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
