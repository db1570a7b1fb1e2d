// A difference → the lines that people read.
import { expect, test } from 'vitest'
import { detailsOf } from '../../../src/core/plan/detail.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { Unreadable, type Value } from '../../../src/core/value.ts'

const show = (value: Value | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const lines = (before: Value | undefined, after: Value): string[] =>
  detailsOf({ path: ['field'], answer: 'different', before, after }).map((detail) =>
    [detail.sign, detail.path, detail.before, detail.after]
      .filter((part) => part !== undefined)
      .map(show)
      .join(' '),
  )

test.each<[string, Value | undefined, Value, string[]]>([
  ['appears', undefined, 'a', ['+ field a']],
  ['appears where null was', null, 'a', ['+ field a']],
  ['is cleared', 'a', null, ['- field a']],
  ['changes', 'a', 'b', ['~ field a b']],
  ['changes its type', 'a', ['b'], ['~ field a ["b"]']],
  [
    'keys by name',
    { a: 1, b: 2, c: 3 },
    { a: 1, b: 9, d: 4 },
    ['~ field.b 2 9', '+ field.d 4', '- field.c 3'],
  ],
  ['a whole that appears', undefined, { a: 1 }, ['+ field {"a":1}']],
  ['nested', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['~ field.a.c 2 3']],
  ['list entries by value', ['a', 'b'], ['b', 'c'], ['- field a', '+ field c']],
  ['a map that was empty', {}, { a: 1 }, ['~ field {} {"a":1}']],
  ['a list that grows', ['a'], ['a', 'b'], ['+ field b']],
  ['repeated entries', ['a', 'a'], ['a'], ['- field a']],
  ['a mere change of order', ['a', 'b'], ['b', 'a'], ['~ field ["a","b"] ["b","a"]']],
  [
    'a secret',
    Secret.of('x', 'live'),
    Secret.of('y', 'env:KEY'),
    ['~ field (secret live) (secret env:KEY)'].map((text) => text.replaceAll(/(\(secret [^)]+\))/g, '"$1"')),
  ],
  [
    'a key that nobody declared and nobody sees',
    { a: 1, s: new Unreadable(true) },
    { a: 2 },
    ['~ field.a 1 2'],
  ],
])('%s', (_, before, after, expected) => {
  expect(lines(before, after)).toEqual(expected)
})

test('a display of its own comes first', () => {
  const display = [{ sign: '+' as const, path: 'conditions', after: 'locale IN "de"' }]
  expect(detailsOf({ path: ['conditions'], answer: 'different', before: null, after: [], display })).toBe(
    display,
  )
})
