// What is declared and what is live → the fields that differ, and those that can't be compared.
import { describe, expect, test } from 'vitest'
import {
  answerFor,
  compare,
  entriesLeft,
  entriesMissing,
  isEqual,
  type FieldRule,
} from '../../../src/core/plan/compare-fields.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { Unreadable, type Value, type ValueMap } from '../../../src/core/value.ts'

const secret = (value: string, origin = 'env:KEY'): Secret => Secret.of(value, origin)
const hidden = new Unreadable(true)
const named = Secret.named('env:KEY')

const rules: Record<string, FieldRule> = {
  value: { compare: 'value' },
  whole: { compare: 'whole' },
  unordered: { compare: 'whole', unordered: true },
  keys: { compare: 'keys' },
  replaced: { compare: 'keys', replaced: true },
  exact: { compare: 'set', additive: false },
  additive: { compare: 'set', additive: true },
}

describe('one field: rule, wanted, shown → answer', () => {
  test.each<[string, Value, Value | undefined, string]>([
    ['value', 'a', 'a', 'same'],
    ['value', 'a', 'b', 'different'],
    ['value', 'a', undefined, 'different'],
    ['value', '', null, 'different'],
    ['value', null, undefined, 'same'],
    ['value', null, 'a', 'different'],
    ['value', 1, '1', 'different'],
    ['value', false, undefined, 'different'],
    ['value', 'a', hidden, 'unreadable'],
    ['value', null, hidden, 'unreadable'],
    ['value', 'a', named, 'unreadable'],
    ['value', hidden, 'a', 'unreadable'],
    ['value', secret('a'), 'a', 'same'],
    ['value', secret('a', 'env:ONE'), secret('a', 'live'), 'same'],
    ['value', secret('a'), secret('b'), 'different'],
    ['value', ['a', 'b'], ['b', 'a'], 'different'],
    // Only named: nobody knows what it is.
    ['value', named, 'a', 'unreadable'],
    ['value', named, undefined, 'different'],
    ['whole', { a: named, b: 1 }, { a: 'x', b: 1 }, 'unreadable'],
    ['whole', { a: named, b: 1 }, { a: 'x', b: 2 }, 'different'],
    ['unordered', [{ a: named }, { a: 1 }], [{ a: 1 }, { a: 'x' }], 'unreadable'],
    ['unordered', [{ a: named }, { a: 1 }], [{ a: 2 }, { a: 'x' }], 'different'],
    ['additive', ['t1', named], ['t1', 't2'], 'unreadable'],
    ['additive', ['t1', named], ['t2'], 'different'],
    ['additive', ['t1', named], ['t1'], 'different'],
    ['exact', ['t1', named], ['t1', 't2'], 'unreadable'],
    ['exact', ['t1', named], ['t1', 't2', 't3'], 'different'],
    ['whole', { a: 1 }, { a: 1 }, 'same'],
    ['whole', { a: 1 }, { a: 1, b: 2 }, 'different'],
    ['whole', { a: 1 }, { a: 1, b: null }, 'same'],
    ['whole', { a: 1, b: 2 }, { a: 1 }, 'different'],
    ['whole', { a: 1 }, { a: 1, b: hidden }, 'same'],
    ['whole', { a: 1, b: 2 }, { a: 1, b: hidden }, 'unreadable'],
    ['whole', { a: 1, b: 2 }, { a: 3, b: hidden }, 'different'],
    ['whole', { a: { b: [1] } }, { a: { b: [1] } }, 'same'],
    ['whole', [1, 2], [2, 1], 'different'],
    ['whole', { a: [1, 2] }, { a: [2, 1] }, 'different'],
    ['whole', { a: 1 }, [1], 'different'],
    ['whole', [1], { 0: 1 }, 'different'],
    ['whole', { a: 1 }, hidden, 'unreadable'],
    ['whole', {}, undefined, 'different'],
    ['whole', { toString: 'x' }, {}, 'different'],
    ['unordered', ['a', 'b'], ['b', 'a'], 'same'],
    ['unordered', ['a', 'a', 'b'], ['a', 'b', 'b'], 'different'],
    ['unordered', [{ list: [1, 2] }], [{ list: [2, 1] }], 'same'],
    ['unordered', ['a'], ['a', 'a'], 'different'],
    ['keys', { a: 1 }, { a: 1, b: 2 }, 'same'],
    ['keys', { a: 1 }, { a: 2 }, 'different'],
    ['keys', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, 'different'],
    ['keys', { a: null }, {}, 'same'],
    ['keys', { a: [1, 2] }, { a: [2, 1] }, 'different'],
    ['keys', [1, 2], [2, 1], 'different'],
    ['keys', [], {}, 'same'],
    ['keys', { a: 1 }, undefined, 'different'],
    ['keys', null, {}, 'same'],
    ['keys', null, undefined, 'same'],
    ['keys', null, { a: 1 }, 'different'],
    ['keys', {}, undefined, 'same'],
    ['keys', { a: 1 }, hidden, 'unreadable'],
    ['exact', ['a', 'b'], ['b', 'a'], 'same'],
    ['exact', ['a'], ['a', 'a'], 'same'],
    ['exact', ['a'], ['a', 'b'], 'different'],
    ['exact', [], undefined, 'same'],
    ['exact', [secret('a')], [secret('a', 'live')], 'same'],
    ['additive', ['a'], ['b', 'a'], 'same'],
    ['additive', ['a', 'c'], ['a', 'b'], 'different'],
    ['additive', [], ['a'], 'same'],
    ['additive', ['a'], hidden, 'unreadable'],
    ['additive', 'a', ['a'], 'different'],
  ])('%s %j, %j → %s', (rule, wanted, shown, answer) => {
    expect(answerFor(rules[rule] as FieldRule, wanted, shown)).toBe(answer)
  })
})

const ruleOf = ([first = '', ...more]: readonly string[]): FieldRule =>
  more.length === 0 && Object.hasOwn(rules, first) ? (rules[first] as FieldRule) : { compare: 'value' }

const found = (desired: ValueMap, live: ValueMap | undefined) =>
  compare(desired, live, ruleOf).map(({ path, answer, before, after }) => [
    path.join('.'),
    answer,
    before,
    after,
  ])

describe('whole resources', () => {
  test('only declared fields count, in declared order', () => {
    expect(found({ z: 1, a: 2, same: 3 }, { a: 1, same: 3, other: 4 })).toEqual([
      ['z', 'different', undefined, 1],
      ['a', 'different', 1, 2],
    ])
  })

  test('keys differ one by one, a whole at once', () => {
    const live = { keys: { a: 1, b: 2, c: 3 }, whole: { a: 1, b: 2 } }
    expect(found({ keys: { a: 1, b: 9 }, whole: { a: 1 } }, live)).toEqual([
      ['keys.b', 'different', 2, 9],
      ['whole', 'different', { a: 1, b: 2 }, { a: 1 }],
    ])
  })

  test('keys of something that is not live, or not shown', () => {
    expect(found({ keys: { a: 1 } }, undefined)).toEqual([['keys.a', 'different', undefined, 1]])
    expect(found({ keys: { a: 1 } }, { keys: hidden })).toEqual([['keys', 'unreadable', hidden, { a: 1 }]])
  })

  test('of an additive set the difference shows only what is declared', () => {
    expect(found({ additive: ['a', 'b'] }, { additive: ['x', 'b'] })).toEqual([
      ['additive', 'different', ['b'], ['a', 'b']],
    ])
    expect(found({ exact: ['a'] }, { exact: ['x'] })).toEqual([['exact', 'different', ['x'], ['a']]])
  })

  test('the value in the service is shown unchanged, even if it is not a list or is absent', () => {
    expect(found({ additive: ['a'], exact: ['a'] }, { exact: 'x' })).toEqual([
      ['additive', 'different', [], ['a']],
      ['exact', 'different', [], ['a']],
    ])
    expect(found({ additive: ['a'] }, { additive: hidden })).toEqual([
      ['additive', 'unreadable', hidden, ['a']],
    ])
    expect(found({ additive: 'a' }, { additive: ['x'] })).toEqual([['additive', 'different', ['x'], 'a']])
    expect(found({ whole: ['a'], value: ['a'] }, { whole: 'x' })).toEqual([
      ['whole', 'different', 'x', ['a']],
      ['value', 'different', undefined, ['a']],
    ])
  })

  test('inherited names are absent', () => {
    expect(found({ constructor: 'x', keys: { toString: 'y' } }, { keys: {} })).toEqual([
      ['constructor', 'different', undefined, 'x'],
      ['keys.toString', 'different', undefined, 'y'],
    ])
  })
})

test('entriesMissing: which of the second are not in the first', () => {
  expect(entriesMissing(['a', secret('b')], ['b', 'c', 'a'])).toEqual(['c'])
})

test('entriesLeft: each entry takes one equal entry away, at any depth', () => {
  expect(entriesLeft(['a', 'b', 'a', 'a'], ['a', 'c', 'a'])).toEqual(['b', 'a'])
  expect(entriesLeft([[1, [2]], [[1, 2]], [1, 2]], [[[1, 2]]])).toEqual([
    [1, [2]],
    [1, 2],
  ])
  expect(entriesLeft([{ a: 1, b: null }, { b: 2, a: 1 }, { a: '1' }], [{ a: 1 }, { a: 1, b: 2 }])).toEqual([
    { a: '1' },
  ])
  expect(entriesLeft([secret('x'), 'y'], ['x', secret('z')])).toEqual(['y'])
  expect(entriesLeft([1, '1', true, null], [1])).toEqual(['1', true, null])
})

test('isEqual sees through secrets and takes null for absent', () => {
  expect(isEqual(secret('a'), 'a')).toBe(true)
  expect(isEqual(null, undefined)).toBe(true)
  expect(isEqual({ a: [1] }, { a: [2] })).toBe(false)
})
