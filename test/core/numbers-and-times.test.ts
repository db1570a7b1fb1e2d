// Counts, times and lists as words, and times as people write them.
import { expect, test } from 'vitest'
import {
  flagMilliseconds,
  millisecondsOf,
  counted,
  duration,
  listText,
  pathsText,
} from '../../src/core/words.ts'

test.each([
  [0, '0 changes'],
  [1, '1 change'],
  [2, '2 changes'],
])('%i changes: %j', (count, words) => {
  expect(counted(count, 'change')).toBe(words)
})

test.each([
  [1, '1 entry'],
  [2, '2 entries'],
])('%i entries: %j', (count, words) => {
  expect(counted(count, 'entry', 'entries')).toBe(words)
})

test.each([
  [0, '0 ms'],
  [0.4, '0 ms'],
  [38.2, '38 ms'],
  [99, '99 ms'],
  [100, '0.1 s'],
  [9940, '9.9 s'],
  [10_000, '10 s'],
  [61_000, '61 s'],
])('%f milliseconds are %j', (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words)
})

test.each<[readonly string[], number | undefined, string]>([
  [[], undefined, ''],
  [['a'], undefined, 'a'],
  [['a', 'b'], undefined, 'a and b'],
  [['a', 'b', 'c'], undefined, 'a, b and c'],
  [['a', 'b', 'c'], 3, 'a, b and c'],
  [['a', 'b', 'c'], 2, 'a, b and 1 more'],
  [['a', 'b', 'c'], 1, 'a and 2 more'],
  [['a', 'b', 'c'], 0, '3 more'],
])('%j, at most %s: %j', (names, most, words) => {
  expect(listText(names, most)).toBe(words)
})

test('paths are dotted', () => {
  expect(pathsText([['name'], ['credentials', 'apiKey']])).toBe('name, credentials.apiKey')
  expect(pathsText([])).toBe('')
})

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['1.5m', 90_000],
  ['1h', 3_600_000],
  ['0s', 0],
  ['0.001s', 1],
  ['123456789ms', 123_456_789],
  ['1234567890ms', undefined],
  ['1.2345s', undefined],
  ['1.s', undefined],
  ['30', undefined],
  ['s', undefined],
  [' 30s', undefined],
  ['30s ', undefined],
  ['-1s', undefined],
  ['1d', undefined],
  ['', undefined],
])('%j is a time of %s milliseconds', (text, milliseconds) => {
  expect(millisecondsOf(text)).toBe(milliseconds)
})

test.each([
  ['40', 40_000],
  ['40s', 40_000],
  ['0.5', 500],
  ['2m', 120_000],
  ['', NaN],
  [' ', NaN],
  ['soon', NaN],
])('a flag with %j means %f milliseconds', (text, milliseconds) => {
  expect(flagMilliseconds(text)).toBe(milliseconds)
})
