// A misspelt word → what was probably meant.
import { expect, test } from 'vitest'
import { didYouMean, mostSimilar } from '../../src/core/did-you-mean.ts'

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

test('of a word of five letters one edit is forgiven: a letter more, less or else, or neighbours that changed places', () => {
  const word = 'abcde'
  const places = [0, 1, 2, 3, 4]
  const swapped = (one: number, other: number): string => {
    const letters = word.split('')
    ;[letters[one], letters[other]] = [word[other] as string, word[one] as string]
    return letters.join('')
  }
  const near = [
    ...places.map((at) => `${word.slice(0, at)}x${word.slice(at)}`),
    ...places.map((at) => `${word.slice(0, at)}${word.slice(at + 1)}`),
    ...places.map((at) => `${word.slice(0, at)}x${word.slice(at + 1)}`),
    ...places.slice(1).map((at) => swapped(at - 1, at)),
  ]
  expect(near.filter((each) => mostSimilar(word, [each]) === undefined)).toEqual([])
  const far = [
    ...places.flatMap((at) => places.filter((other) => other > at + 1).map((other) => swapped(at, other))),
    ...places.slice(1).map((at) => `${word.slice(0, at - 1)}xy${word.slice(at + 1)}`),
    ...places.slice(2).map((at) => `${word.slice(0, at - 2)}${word.slice(at)}`),
    `xy${word}`,
    `${word}xy`,
    'acbxe',
    'xbadce',
  ]
  expect(far.filter((each) => mostSimilar(word, [each]) !== undefined)).toEqual([])
})

test('of longer words more edits are forgiven: one of three letters', () => {
  expect(mostSimilar('credntals', ['credentials'])).toBe('credentials')
  expect(mostSimilar('crdntals', ['credentials'])).toBeUndefined()
  expect(mostSimilar('crdntalsx', ['credentials'])).toBeUndefined()
})
