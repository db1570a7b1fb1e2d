// A misspelt word → what was probably meant.
import { expect, test } from 'vitest'
import { didYouMean, mostSimilar } from '../../src/core/similar.ts'

const words = ['active', 'name', 'channel', 'primary', 'providerId']

test.each([
  ['actve', 'active'],
  ['activ', 'active'],
  ['atcive', 'active'],
  ['ACTIVE', 'active'],
  ['providerID', 'providerId'],
  ['chanel', 'channel'],
  ['nmae', 'name'],
  ['credentials', undefined],
  ['x', undefined],
  ['', undefined],
  ['active', undefined],
])('%s → %s', (word, expected) => {
  expect(mostSimilar(word, words)).toBe(expected)
})

test('the nearest counts, the first of equals', () => {
  expect(mostSimilar('cat', ['cut', 'cat1', 'bat'])).toBe('cut')
  expect(mostSimilar('channels', ['chanels', 'channel', 'channelz'])).toBe('chanels')
})

test('as the end of a sentence', () => {
  expect(didYouMean('actve', words)).toBe('; did you mean "active"?')
  expect(didYouMean('whatever', words)).toBe('')
})

test('a very long word costs no more than a short one', () => {
  expect(mostSimilar('a'.repeat(1e6), ['a'.repeat(63)])).toBe('a'.repeat(63))
})
