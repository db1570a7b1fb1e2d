// Names, rules, limits and marks: small functions over texts, row by row.
import { describe, expect, test } from 'vitest'
import { systemFailure, whyUnusable } from '../../src/core/system-failure.ts'
import { findingsOf } from '../../src/core/plan/finding.ts'
import { hasTooManyChoices, matchesName, matchesSome } from '../../src/core/glob.ts'
import { holdsHidden } from '../../src/core/visible.ts'
import { isTargetName, targetNames } from '../../src/core/target.ts'
import { allowance, limitText, readLimit, sortOf } from '../../src/core/plan/limits.ts'
import {
  maskName,
  maskQuoted,
  maskText,
  maskValue,
  maskWithin,
  personalTexts,
} from '../../src/core/secrets/personal.ts'
import { hasErrors, inReadingOrder, type Problem } from '../../src/core/problem.ts'
import { ruleNamed, rules, severityOf } from '../../src/core/rules.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { withoutTrailing } from '../../src/core/words.ts'
import { IdOf, Sealed, Unreadable } from '../../src/core/value.ts'
import { visitShownFields, visitTexts } from '../../src/core/secrets/leak.ts'
import { changeOf } from '../support/sketched-change.ts'

test.each<[string, string, boolean]>([
  ['ses', 'ses', true],
  ['ses', 'se', false],
  ['se', 'ses', false],
  ['ses', '*', true],
  ['', '*', true],
  ['', '', true],
  ['', 'a', false],
  ['ses-eu', 'ses-*', true],
  ['ses-eu', '{ses}-{eu,us}', true],
  ['ses-{eu,us}', '{ses}-{eu,us}', false],
  ['ses', 'ses-*', false],
  ['ses-', 'ses-*', true],
  ['a-ses', '*ses', true],
  ['a-ses-b', '*ses', false],
  ['aXbXc', 'a*b*c', true],
  ['abab', 'a*ab', true],
  ['aab', '*ab', true],
  ['abc', 'a*d', false],
  ['abc', 'a?c', true],
  ['ac', 'a?c', false],
  ['abc', 'ab?', true],
  ['ab', 'ab?', false],
  ['abc', 'a**c', true],
  ['abd', 'a{b,c}d', true],
  ['acd', 'a{b,c}d', true],
  ['aed', 'a{b,c}d', false],
  ['ad', 'a{,b}d', true],
  ['a1x', 'a{1,2}{x,y}', true],
  ['a2y', 'a{1,2}{x,y}', true],
  ['a{b', 'a{b', true],
  ['a}b', 'a}b', true],
  ['ab}', 'a{b}', false],
  ['a}c', 'a}{b,c}', true],
  ['a.c', 'a.c', true],
  ['abc', 'a.c', false],
])('%j matches %j: %s', (text, glob, expected) => {
  expect(matchesName(text, glob)).toBe(expected)
})

test('braces beyond 64 choices are read as they stand, and cost nothing', () => {
  const six = '{a,b}'.repeat(6)
  expect(matchesName('ababab', six)).toBe(true)
  const many = '{a,b}'.repeat(30)
  expect(matchesName('a'.repeat(30), many)).toBe(false)
  expect(matchesName(many, many.replaceAll(/[{}]/g, '?'))).toBe(true)
  expect([six, `${six}{c}`, `${six}{c,d}`, many, '{'.repeat(99)].map(hasTooManyChoices)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  expect(matchesName('abababc', `${six}{c,d}`)).toBe(false)
})

test('a name matches a pattern, or is equal to it', () => {
  expect(matchesSome('ses-eu', ['mailgun', 'ses-*'])).toBe(true)
  expect(matchesSome('ses-eu', ['mailgun', 'ses'])).toBe(false)
  expect(matchesSome('ses{eu}', ['ses{eu}'])).toBe(true)
  expect(matchesSome('ses', [])).toBe(false)
})

test('a pattern of many stars is quick', () => {
  expect(matchesName('a'.repeat(5000), `${'a*'.repeat(50)}b`)).toBe(false)
})

describe('a limit', () => {
  test.each([
    ['5', 0, 5],
    ['0', 99, 0],
    ['30%', 9, undefined],
    ['30%', 10, 3],
    ['30%', 19, 5],
    ['0%', 100, 0],
    ['100%', 12, 12],
  ] as const)('%s of %i live lets through %s', (text, live, expected) => {
    const limit = readLimit(text)
    expect(limit && allowance(limit, live)).toBe(expected)
    expect(limit && limitText(limit)).toBe(text)
  })

  test.each(['', '%', '5%%', '101%', '1.5', '-1', '1e3', '5 ', '1234567890'])('%j is none', (text) => {
    expect(readLimit(text)).toBeUndefined()
  })

  test.each([
    [{ action: 'create' }, 'creates'],
    [{ action: 'update' }, 'updates'],
    [{ action: 'update', before: { active: true }, after: { active: false } }, 'deactivations'],
    [{ action: 'set-primary' }, 'primaries'],
    [{ action: 'resend' }, undefined],
  ] as const)('%j counts as %s', (change, sort) => {
    expect(sortOf(changeOf({ name: 'x', ...change }))).toBe(sort)
  })
})

describe('rules', () => {
  test('have names of their own', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
    for (const { id } of rules) expect(ruleNamed(id)?.id).toBe(id)
    expect(ruleNamed('no-such-rule')).toBeUndefined()
  })

  test.each([
    ['no-primary', {}, 'warning'],
    ['no-primary', { 'no-primary': 'error' }, 'error'],
    ['no-primary', { 'no-primary': 'warn' }, 'warning'],
    ['no-primary', { 'no-primary': 'off' }, 'off'],
    ['bad-email', { 'bad-email': 'warn' }, 'warning'],
    ['yaml-syntax', {}, 'error'],
    ['yaml-syntax', { 'yaml-syntax': 'off' }, 'error'],
    ['limit', { limit: 'warn' }, 'error'],
    ['rule-of-tomorrow', {}, 'error'],
    ['rule-of-tomorrow', { 'rule-of-tomorrow': 'warn' }, 'warning'],
    ['toString', {}, 'error'],
  ] as const)('%s with %j is %s', (id, settings, severity) => {
    expect(severityOf(id, settings)).toBe(severity)
  })

  test.each([
    ['duplicate-key', 'key'],
    ['unknown-field', 'key'],
    ['missing-field', 'key'],
    ['wrong-value', undefined],
  ])('%s points at its %s', (id, place) => {
    expect(ruleNamed(id)?.at).toBe(place)
  })
})

describe('problems', () => {
  const at = (file: string, line: number, column: number): Problem => ({
    rule: `${file}:${line}:${column}`,
    severity: 'warning',
    message: '',
    position: { file, line, column, length: 1 },
  })
  const nowhere: Problem = { rule: 'nowhere', severity: 'error', message: '' }

  test('stand by file, line and column, and last without a place', () => {
    const mixed = [
      nowhere,
      at('b', 1, 1),
      at('a', 10, 1),
      at('a', 2, 9),
      at('a', 2, 3),
      { ...nowhere, rule: 'second' },
    ]
    const sorted = ['a:2:3', 'a:2:9', 'a:10:1', 'b:1:1', 'nowhere', 'second']
    expect(inReadingOrder(mixed).map(({ rule }) => rule)).toEqual(sorted)
    expect(
      inReadingOrder(
        mixed.toReversed().toSorted((a, b) => Number(b === nowhere) - Number(a === nowhere)),
      ).map(({ rule }) => rule),
    ).toEqual(sorted)
    expect(mixed[0]).toBe(nowhere)
  })

  test('are errors where one of them is', () => {
    expect([hasErrors([at('a', 1, 1), nowhere]), hasErrors([at('a', 1, 1)]), hasErrors([])]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('what is about a person', () => {
  test.each([
    ['ada@acme.example', 'a***@acme.example'],
    ['ada@acme.example.', 'a***@acme.example'],
    ['a@b@c', 'a***'],
    ['@acme', '@***'],
    ['ada@', 'a***'],
    ['a b@c.d', 'a***'],
    ['+4915112345678', '+49…78'],
    ['(0151) 123-456', '(…56'],
    ['123456', '1***'],
    ['1234567', '1…67'],
    ['12345678x', '1***'],
    ['Jane', 'J***'],
    ['🎉 x', '🎉***'],
    ['', ''],
  ])('%j is shown as %j', (text, masked) => {
    expect(maskText(text)).toBe(masked)
  })

  test('as a value of any sort', () => {
    const hidden = new Unreadable(true)
    expect(maskValue({ a: 'Jane', n: 7, yes: true, none: null, list: ['Jane', { b: 'x' }], hidden })).toEqual(
      {
        a: 'J***',
        n: '***',
        yes: true,
        none: null,
        list: ['J***', { b: 'x***' }],
        hidden,
      },
    )
  })

  test.each([
    ['to <ada@acme.example>, now', 'to <a***@acme.example>, now'],
    ['call +4915112345678 or 4915112345678', 'call +49…78 or 4915112345678'],
    ['call +49 (151) 123-456 78, now', 'call +49…78, now'],
    ['+49 151 12345678.', '+49…78.'],
    ['+1 day, a+4915112345678 and 12:00:00+01:00', '+1 day, a+4915112345678 and 12:00:00+01:00'],
    ['a=ada@acme.example;b', 'a=a***@acme.example;b'],
    ['Write to ada@acme.example. Or not?', 'Write to a***@acme.example. Or not?'],
    ['to ada@acme.example+bob@acme.example.', 'to a***.'],
    ['@ada@acme.example and @ada', '@*** and @ada'],
    ['call +49\u00A0151\u202F123\u2011456\u201378', 'call +49…78'],
    ['nothing in it', 'nothing in it'],
  ])('within %j', (text, masked) => {
    expect(maskWithin(text)).toBe(masked)
  })

  test('word by word, the longest first, and no word of a letter or two', () => {
    expect(maskQuoted('Jane Doe, Jane and Jo at ada@acme.example', ['Jane', 'Jane Doe', 'Jo'])).toBe(
      'J***, J*** and Jo at a***@acme.example',
    )
    expect(maskQuoted('costs $& Jane', ['Jane'])).toBe('costs $& J***')
  })

  test('its texts, and names that are an address or a number', () => {
    expect([...personalTexts({ a: 'x', b: ['y', 7, { c: 'z' }], d: null })]).toEqual(['x', 'y', 'z'])
    expect([...personalTexts(undefined)]).toEqual([])
    expect(['ops', '4915112345678', '+4915112345678', 'a@b.c'].map(maskName)).toEqual([
      'ops',
      '4915112345678',
      '+49…78',
      'a***@b.c',
    ])
  })
})

describe('all texts that people get to see', () => {
  const heard = (value: unknown): readonly string[] => {
    const texts: string[] = []
    visitTexts(value, (text) => texts.push(text))
    return texts
  }

  test('are values and keys', () => {
    expect(heard({ a: 'x', list: ['y', { b: 7 }], yes: true, none: null })).toEqual([
      'a',
      'x',
      'list',
      'y',
      'b',
      '7',
      'yes',
      'none',
    ])
    expect(heard('x')).toEqual(['x'])
  })

  test('nothing of what is closed, and the name in an id', () => {
    expect(heard([Secret.of('s', 'env:S'), new Unreadable(true), new Sealed('l', 'f')])).toEqual([])
    expect(heard(new IdOf('integration', 'ses'))).toEqual(['ses'])
    expect(heard([{ deep: 'x' }])).toEqual(['deep', 'x'])
  })

  test('of a resource only what its kind lets be seen', () => {
    const texts: string[] = []
    const fields = { name: 'n', credentials: { apiKey: 'k', from: 'f' }, list: [{ token: 't', x: 'y' }] }
    const isSecret = (path: readonly string[]): boolean => ['apiKey', 'token'].includes(path.at(-1) ?? '')
    visitShownFields(fields, isSecret, (text) => texts.push(text))
    expect(texts).toEqual(['name', 'n', 'credentials', 'apiKey', 'from', 'f', 'list', 'token', 'x', 'y'])
    visitShownFields(undefined, isSecret, () => expect.unreachable())
  })
})

test('characters that hide', () => {
  for (const text of ['\u0000', 'a\u200Bb', '\u202E', '\u2028', '\uD800', '\u2800', '\u3164'])
    expect(holdsHidden(text)).toBe(true)
  for (const text of ['', 'plain', 'ünïcode ✓ 🎉', 'a b']) expect(holdsHidden(text)).toBe(false)
})

test.each([
  ['a//', '/', 'a'],
  ['//', '/', ''],
  ['a/b', '/', 'a/b'],
  ['a.!?', '.!?', 'a'],
  ['', '/', ''],
])('%j without trailing %j is %j', (text, characters, expected) => {
  expect(withoutTrailing(text, characters)).toBe(expected)
})

test.each<[unknown, string]>([
  [Object.assign(new Error('x'), { code: 'ENOENT' }), 'no such file or folder'],
  [Object.assign(new Error('x'), { code: 'EISDIR' }), 'the path is a folder, not a file'],
  [Object.assign(new Error('x'), { code: 'ENOTDIR' }), 'a part of the path is a file, not a folder'],
  [Object.assign(new Error('x'), { code: 'EACCES' }), 'permission denied'],
  [Object.assign(new Error('x'), { code: 'EPERM' }), 'permission denied'],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'the disk is full'],
  [Object.assign(new Error('own words'), { code: 'EODD' }), 'own words'],
  [
    Object.assign(new Error('x'), { code: 'ENFILE' }),
    'too many open files on this machine; end other programs, or raise the limit of the system',
  ],
  [new Error('own words'), 'own words'],
  [new SyntaxError('Unexpected token c in "canary"'), 'the content is not valid JSON'],
  ['a text', 'a text'],
])('why a file can not be used: %s', (error, why) => {
  expect(whyUnusable(error)).toBe(why)
})

test.each<[unknown, number | undefined]>([
  [{ code: 'EMFILE' }, 1],
  [{ code: 'ENFILE' }, 1],
  [{ code: 'ENOENT', syscall: 'uv_cwd' }, 3],
  [{ code: 'ENOENT', syscall: 'open' }, undefined],
  [{ code: 'EACCES', syscall: 'uv_cwd' }, undefined],
  [undefined, undefined],
  [null, undefined],
])('a failure of the system: %j leads to exit %s', (error, exit) => {
  const found = systemFailure(error)
  expect(found?.exit).toBe(exit)
  expect(found?.message).not.toBe('')
})

test('findings of the project come before those of its targets', () => {
  const finding = (check: string) => ({ check, status: 'ok' as const, message: '' })
  const target = (check: string) => ({ target: 't', url: '', findings: [finding(check)] })
  expect(
    findingsOf({ project: [finding('a')], targets: [target('b'), target('c')] }).map(({ check }) => check),
  ).toEqual(['a', 'b', 'c'])
})

test.each([
  ['production', true],
  ['EU 2', true],
  ['Größe', true],
  [' production', false],
  ['production ', false],
  ['eu/production', false],
  ['eu*', false],
  ['eu?', false],
  ['[eu]', false],
  ['{eu,us}', false],
  ['eu\u200Bus', false],
])('%j is a name of a target: %s', (name, isName) => {
  expect(isTargetName(name)).toBe(isName)
})

test('environments of any name get names of targets, no two of them equal', () => {
  const environments = [
    'Production',
    ' Production ',
    'EU/US',
    'EU*US',
    'a=b',
    '',
    ' ',
    'Production',
    'x\u202Ey',
  ]
  const names = targetNames(environments)
  expect(names.slice(0, 8)).toEqual([
    'Production',
    'Production 2',
    'EU-US',
    'EU-US 2',
    'a-b',
    '-',
    '- 2',
    'Production 3',
  ])
  expect(names.filter((name) => !isTargetName(name) || name.includes('='))).toEqual([])
})
