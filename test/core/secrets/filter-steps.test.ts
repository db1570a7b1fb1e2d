// The work of a filter grows with its texts and not with their square, nor with the number of secrets.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { growthOf, linear } from '../../support/steps/steps.ts'

const growth = await growthOf(join(import.meta.dirname, 'filter-work.ts'), 500)

test('many visible values share a part with a secret', () => {
  expect(growth['visibleValuesShareAPart']).toBeLessThan(linear)
})

test('a reply repeats a piece of the base64 of a key many times', () => {
  expect(growth['replyRepeatsBase64']).toBeLessThan(linear)
})

// Steps inside a regular expression aren't counted: `npm run bench` shows how their time grows.
test('a secret has many escaped quotes', () => {
  expect(growth['escapedQuotes']).toBeLessThan(linear)
})

// Without its limit on compared characters, the work grows 4 times.
test('a text repeats what a long secret repeats', () => {
  expect(growth['textRepeatsWhatASecretRepeats']).toBeLessThan(2)
})

test('thousands of secrets cost a text no more than a few', () => {
  expect(growth['manySecrets']).toBeLessThan(1.1)
})
