// Rows of options: the values that a command gets, their types, what is wrong with them, and what Next: repeats.
import { expect, test } from 'vitest'
import { badFlag } from '../../../src/core/problem.ts'
import { readFlags, type Flags } from '../../../src/library/options/flag.ts'
import { wholeNumber } from '../../../src/library/options/readers.ts'
import { givenIn, repeated, sharedRows } from '../../../src/cli/options/repeat.ts'

const rows = {
  frame: { flag: 'no-frame', help: 'a switch that is on by default' },
  only: { short: '-o', argument: '<name>...', help: 'repeatable', repeat: 'selection' },
  base: { argument: '[ref]', help: 'with or without a value' },
  maxAge: { argument: '<number>', help: 'read', default: '4', ...wholeNumber(1, 9) },
  mode: { argument: '<mode>', help: 'one of two', choices: ['fast', 'slow'] },
  deep: { help: 'a switch', repeat: 'project' },
  note: { argument: '<text>', help: 'may be empty', empty: 'allowed', repeat: 'run' },
} as const satisfies Flags

interface Values {
  readonly frame: boolean
  readonly only: readonly string[]
  readonly base?: string | true
  readonly maxAge: number
  readonly mode?: 'fast' | 'slow'
  readonly deep?: true
  readonly note?: string
}

test('a row has its values, and their types', () => {
  const least: Values = readFlags(rows, { frame: true, maxAge: '4' })
  expect(least).toEqual({ frame: true, only: [], maxAge: 4, mistakes: [] })
  const given = { frame: false, only: ['a', 'b'], base: true, maxAge: '9', mode: 'fast', deep: true } as const
  expect(readFlags(rows, given)).toEqual({ ...given, maxAge: 9, mistakes: [] })
})

test('what is wrong comes in the order of the rows', () => {
  const flags = readFlags(rows, { frame: true, only: ['a', ''], base: '', maxAge: '10', note: '' })
  const hint = 'Remove the option, or check the environment variable that the value comes from.'
  expect(flags.mistakes).toEqual([
    badFlag('only is empty', hint),
    badFlag('base is empty', hint),
    badFlag('maxAge 10 is not a whole number from 1 to 9'),
  ])
})

const pairs = {
  all: { help: 'a switch', about: 'All.' },
  follow: { help: 'a switch of the command line only', conflicts: ['all'] },
  max: {
    argument: '<number>',
    help: 'a number',
    about: 'Most.',
    needs: ['all', 'follow'],
    ...wholeNumber(1),
  },
} as const satisfies Flags

test.each<[string, object, readonly string[]]>([
  ['with one of those that it needs', { max: '4', follow: true }, []],
  ['without any of them', { max: '4' }, ['max works only with all: true or follow: true']],
  [
    'without any of them, and invalid',
    { max: '0' },
    ['max 0 is not a whole number of at least 1', 'max works only with all: true or follow: true'],
  ],
  ['two that exclude each other', { all: true, follow: true }, ["follow and all can't be used together"]],
])('a combination of options: %s', (_, given, messages) => {
  expect(readFlags(pairs, given).mistakes.map(({ message }) => message)).toEqual(messages)
})

test('programs hear only of the options that they have', () => {
  const { mistakes } = readFlags(pairs, { max: 4 }, 'program')
  expect(mistakes).toMatchObject([
    { message: 'max works only with all: true', hint: 'Add all: true, or remove max.' },
  ])
})

test('a next command repeats part by part', () => {
  const flags = readFlags(rows, { frame: true, only: ['a*', 'b'], deep: true, maxAge: '4' })
  expect(repeated(rows, flags)).toBe(" --deep -o 'a*' -o b")
  const others = { only: {}, deep: {} } as unknown as typeof rows
  expect(repeated(sharedRows(rows, others, ['-o', 'c'], 'selection'), flags)).toBe(' --deep')
  expect(repeated(sharedRows(rows, others, [], 'project'), flags)).toBe(' --deep')
  expect(repeated(sharedRows(rows, others, [], 'targets'), flags)).toBe(" --deep -o 'a*' -o b")
  const noted = { ...flags, note: 'n' }
  const all = { ...others, note: {} } as unknown as typeof rows
  expect(repeated(sharedRows(rows, all, [], 'run'), noted)).toBe(" --deep -o 'a*' -o b --note n")
  expect(repeated(sharedRows(rows, all, [], 'selection'), noted)).toBe(" --deep -o 'a*' -o b")
  expect(givenIn('selection', rows, flags)).toEqual(['--only'])
  expect(givenIn('limits', rows, flags)).toEqual([])
})
