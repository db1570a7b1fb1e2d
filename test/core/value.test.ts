// What a field can hold: what is a list or a map, what an own key is, and how everything prints.
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { closedLike } from '../../src/core/secrets/hide-secrets.ts'
import { mapAt, mapsAt, momentAt, firstOf, textAt, textsAt, timeAt } from '../../src/core/json.ts'
import { given } from '../../src/core/given.ts'
import { pathInside } from '../../src/core/path-inside.ts'
import { mostSimilar } from '../../src/core/did-you-mean.ts'
import { largest } from '../../src/core/lists.ts'
import { errorOf, findingsIn, unsettledWarnings, warningOf } from '../../src/core/problem.ts'
import { severityOf } from '../../src/core/rules.ts'
import { resemblesAnother, visible } from '../../src/core/visible.ts'
import { linesText } from '../../src/core/words.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import {
  at,
  eachLeaf,
  IdOf,
  isList,
  isMap,
  mapLeaves,
  mapOf,
  Sealed,
  someLeaf,
  textOf,
  Unreadable,
  valueAt,
  withValueAt,
  type Value,
} from '../../src/core/value.ts'

const secret = Secret.of('canary', 'env:KEY')
const closed: readonly (readonly [string, Value, string])[] = [
  ['an id', new IdOf('integration', 'ses'), '{id of integration ses}'],
  ['what is not shown', new Unreadable(false), '(unreadable)'],
  ['a secret that is not shown', new Unreadable(true), '(secret, unreadable)'],
  ['what is not kept', new Sealed('(secret env:KEY)', 'fingerprint'), '(secret env:KEY)'],
  ['a secret', secret, '(secret env:KEY)'],
]

describe.each(closed)('%s', (_, value, label) => {
  test('is neither a list nor a map', () => {
    expect([isList(value), isMap(value)]).toEqual([false, false])
  })

  test('prints as its label, however it is printed', () => {
    expect(JSON.stringify({ value })).toBe(JSON.stringify({ value: label }))
    expect(inspect(value)).toBe(label)
    expect(textOf(value)).toBe(label)
  })
})

test('what is not shown prints as its label in a sum of texts too', () => {
  expect(['a', new Unreadable(true)].join(' ')).toBe('a (secret, unreadable)')
})

test.each<[Value | undefined, boolean, boolean]>([
  [[], true, false],
  [{}, false, true],
  [null, false, false],
  [undefined, false, false],
  ['text', false, false],
  [0, false, false],
])('%j: list %s, map %s', (value, list, map) => {
  expect([isList(value), isMap(value)]).toEqual([list, map])
})

test.each<[Value | undefined, string]>([
  [undefined, ''],
  [null, ''],
  ['', ''],
  ['text', 'text'],
  [0, '0'],
  [false, 'false'],
  [['a', 1], '["a",1]'],
  [{ a: null }, '{"a":null}'],
])('%j as a text is %j', (value, text) => {
  expect(textOf(value)).toBe(text)
})

describe('an own key', () => {
  const map = mapOf([
    ['a', 1],
    ['none', null],
    ['__proto__', 'own'],
  ])

  test('is found, and an inherited one is not', () => {
    expect(['a', 'none', '__proto__', 'constructor', 'gone'].map((key) => at(map, key))).toEqual([
      1,
      null,
      'own',
      undefined,
      undefined,
    ])
    expect(at(undefined, 'a')).toBeUndefined()
    expect(Object.keys(map)).toEqual(['a', 'none', '__proto__'])
  })

  test('is found along a path', () => {
    const deep = { a: { b: { c: 1 }, list: [{ c: 1 }] } }
    const paths = [
      ['a', 'b', 'c'],
      ['a', 'b'],
      [],
      ['a', 'list', '0'],
      ['a', 'list', 0, 'c'],
      ['a', 'list', 1, 'c'],
      ['a', 'list', 'length'],
      ['a', 'b', 'c', 'd'],
      ['b'],
      ['toString'],
    ]
    expect(paths.map((path) => valueAt(deep, path))).toEqual([
      1,
      { c: 1 },
      deep,
      undefined,
      1,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('a leaf at any depth is looked at, until one passes', () => {
  const value = { a: [1, { b: 'x' }], c: secret, d: null }
  const seen: unknown[] = []
  eachLeaf(value, (leaf, path) => seen.push([[...path], leaf]))
  expect(seen).toEqual([
    [['a', 0], 1],
    [['a', 1, 'b'], 'x'],
    [['c'], secret],
    [['d'], null],
  ])
  eachLeaf(undefined, () => expect.unreachable())
  for (const each of [1, 'x', secret, null]) expect(someLeaf(value, (leaf) => leaf === each)).toBe(true)
  expect(someLeaf(value, (leaf) => leaf === 2)).toBe(false)
  expect([someLeaf(undefined, () => true), someLeaf({}, () => true), someLeaf([], () => true)]).toEqual([
    false,
    false,
    false,
  ])
})

test('a value is replaced at its path, and a path is inside of a folder', () => {
  expect(withValueAt({ a: [{ b: 1 }, 2], b: 3 }, ['a', 0, 'b'], 9)).toEqual({ a: [{ b: 9 }, 2], b: 3 })
  expect(['/a/..b', '/a/b/c', '/', '/ab'].map((path) => pathInside(path, '/a'))).toEqual([
    '..b',
    'b/c',
    undefined,
    undefined,
  ])
  expect(given({ a: 0, b: '', c: undefined, d: null })).toEqual({ a: 0, b: '', d: null })
})

test('values and problems in words and figures', () => {
  expect(['(secret live)', '\n'].map(visible)).toEqual(['(secret in the service)', '\\n'])
  expect(resemblesAnother(' a')).toBe(true)
  expect([linesText([2, 3]), largest([2, 5, 3]), mostSimilar('colour', ['COLOR'])]).toEqual([
    'lines 2-3',
    5,
    'COLOR',
  ])
  const about = { exit: 6, findings: 3 } as const
  const unsettled = warningOf('x', '', '', about)
  const problems = [unsettled, errorOf('x', '', '', about), warningOf('x', '')]
  expect([findingsIn(problems), unsettledWarnings(problems)]).toEqual([7, [unsettled]])
  expect(severityOf('no-primary', {}, 'error')).toBe('error')
})

test('leaves are changed in place, and what no leaf changes in stays the same object', () => {
  const value = { a: { b: 'x' }, list: [{ c: 'y' }], same: { n: 1 } }
  const paths: string[] = []
  const changed = mapLeaves(
    value,
    (leaf, path) => {
      paths.push(path.join('.'))
      return leaf === 1 ? leaf : 'z'
    },
    ['root'],
  )
  expect(paths).toEqual(['root.a.b', 'root.list.c', 'root.same.n'])
  expect(changed).toEqual({ a: { b: 'z' }, list: [{ c: 'z' }], same: { n: 1 } })
  expect(isMap(changed) && changed['same']).toBe(value.same)
  mapLeaves('x', (_, path) => {
    expect(path).toEqual([])
    return null
  })
})

describe('what a service answered', () => {
  const reply = {
    text: 'a',
    number: 7,
    none: null,
    map: { a: 1 },
    list: [{ a: 1 }, 'text', null, { b: 2 }],
    time: '2026-01-05T09:00:00.123Z',
    noTime: 'tomorrow',
  }

  test('as texts', () => {
    expect(['text', 'number', 'none', 'gone'].map((name) => textAt(reply, name))).toEqual(['a', '7', '', ''])
    expect(textAt(undefined, 'text')).toBe('')
    expect(['list', 'map', 'gone'].map((name) => textsAt(reply, name))).toEqual([
      ['{"a":1}', 'text', '', '{"b":2}'],
      [],
      [],
    ])
  })

  test('as maps', () => {
    expect(['map', 'list', 'text', 'gone'].map((name) => mapAt(reply, name))).toEqual([
      { a: 1 },
      undefined,
      undefined,
      undefined,
    ])
    expect(['list', 'map', 'gone'].map((name) => mapsAt(reply, name))).toEqual([[{ a: 1 }, { b: 2 }], [], []])
  })

  test('as times', () => {
    expect(['time', 'noTime', 'number', 'gone'].map((name) => timeAt(reply, name))).toEqual([
      Date.UTC(2026, 0, 5, 9, 0, 0, 123),
      undefined,
      undefined,
      undefined,
    ])
    expect(['time', 'noTime', 'gone'].map((name) => momentAt(reply, name))).toEqual([
      '2026-01-05 09:00:00Z',
      'tomorrow',
      '',
    ])
  })

  test('the first that is not empty', () => {
    expect([firstOf('', 'a', 'b'), firstOf('', ''), firstOf()]).toEqual(['a', '', ''])
  })
})

describe('what a secret takes the place of', () => {
  const live = Secret.of('old', 'live')
  test.each<[string, Value | undefined, Value | undefined, Value | undefined]>([
    ['a text', secret, 'old', live],
    ['a number', secret, 7, Secret.of(7, 'live')],
    ['a flag', secret, false, Secret.of(false, 'live')],
    ['nothing', secret, null, null],
    ['nothing at all', secret, undefined, undefined],
    ['a map', secret, { a: 'old', b: ['old', null] }, { a: live, b: [live, null] }],
    ['what is not shown', secret, new Unreadable(true), new Unreadable(true)],
    ['an entry of a list', ['plain', secret], ['old', 'old'], [live, live]],
    [
      'one key of a map',
      { a: secret, b: 'x' },
      { a: 'old', b: 'old', c: 'old' },
      { a: live, b: 'old', c: 'old' },
    ],
    ['a deep one', { a: { b: secret } }, { a: { b: 'old', c: 'old' } }, { a: { b: live, c: 'old' } }],
    ['a map by a text', 'x', { a: 'old' }, { a: 'old' }],
    ['a map that holds one, by a text', { a: secret }, 'old', live],
  ])('%s', (_, after, before, expected) => {
    const shown = closedLike(after, before)
    expect(inspect(shown, { depth: 9 })).toBe(inspect(expected, { depth: 9 }))
    expect(shown instanceof Secret).toBe(expected instanceof Secret)
  })
})
