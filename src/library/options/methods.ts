// The options of the library's methods: those rows of their commands that programs have too.
import { Secret } from '../../core/secrets/secret.ts'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { commands } from '../commands/commands.ts'
import { isList, type Word } from '../commands/row.ts'
import {
  choice,
  codecOf,
  flag,
  must,
  named,
  optional,
  paths,
  problemsOf,
  string,
  type Codec,
  type Shape,
} from './check.ts'
import { connectionFlags, manifestFlags, parallelFlags } from './common.ts'
import { programName, readFlags, type Flag, type Flags, type FlagsOf } from './flag.ts'

const { config, fileRoots, inputLimits } = manifestFlags
const openFlags = { config, ...connectionFlags, fileRoots, inputLimits, ...parallelFlags } as const

type MethodRow = Pick<Flag, 'about' | 'isRequired'> & Codec

function flagsOf(command: string): Flags {
  return commands.get(command)?.flags ?? openFlags
}

/** The options of a command's method, by the name for programs. Options of `open` count for all methods. */
export function methodRows(command: string): Readonly<Record<string, MethodRow>> {
  const rows = Object.entries(flagsOf(command))
  const ofOpen: Flags = openFlags
  const own = rows
    .filter(([key, { about }]) => about !== undefined && (command === 'open' || ofOpen[key]?.about !== about))
    // A saved plan contains its selection.
    .filter(([, { repeat }]) => command !== 'apply' || repeat !== 'selection')
    .map(([key, row]): [string, MethodRow] => {
      const codec = codecOf({ ...row, choices: choicesOf(row, rows) })
      return [programName(key, row), { ...row, ...codec }]
    })
  const words = wordsOf(command, 'options').map(([key, row]): [string, MethodRow] => [
    programName(key, row),
    { ...row, ...codecOfWord(row), ...(isNeeded(row) && { isRequired: true }) },
  ])
  return Object.fromEntries([...words, ...own])
}

/** The arguments of a command that are options of its method, or that come before them. */
export function wordsOf(command: string, where: 'options' | 'before'): readonly (readonly [string, Word])[] {
  const all = Object.entries(commands.get(command)?.words ?? {})
  return all.filter(([, { about }]) => (about === undefined) === (where === 'before'))
}

function isNeeded({ argument, isRequired }: Word): boolean {
  return isRequired ?? argument.startsWith('<')
}

function codecOfWord({ argument, selects, empty }: Word): Codec {
  if (isList(argument)) return { type: 'readonly string[]', check: selects === true ? choice : paths }
  return { type: 'string', check: empty === 'allowed' ? string : named }
}

/** `by: 'live'` or `by: 'declared'` are two switches of the command. */
function choicesOf({ program, argument, choices }: Flag, rows: readonly (readonly [string, Flag])[]) {
  if (program === undefined || argument !== undefined) return choices
  return rows.flatMap(([key, row]) => (row.program === program ? [key] : []))
}

const common: Shape = {
  signal: optional(must('an AbortSignal', (value) => value instanceof AbortSignal)),
  onEvent: optional(must('a function', (value) => typeof value === 'function')),
  throwOnErrors: optional(flag),
}

/** `more` are checks of options that no row has. */
export function optionProblems(command: string, passed: unknown, more: Shape = common): Problem[] {
  const shape = Object.entries(methodRows(command)).map(([key, { check, isRequired }]) => [
    key,
    isRequired === true ? check : optional(check),
  ])
  return problemsOf({ ...more, ...Object.fromEntries(shape) }, 'the options', passed)
}

/** Of the arguments before the options, by name. */
export function wordProblems(command: string, passed: object): Problem[] {
  const shape = wordsOf(command, 'before').map(([key, row]) => {
    const { check } = codecOfWord(row)
    return [key, isNeeded(row) ? check : optional(check)]
  })
  return problemsOf(Object.fromEntries(shape) as Shape, 'the names', passed)
}

/** The values of an operation's options and arguments: those of the project, and those of the method. */
export function requestOf(command: string, passed: object) {
  const rows = flagsOf(command)
  const all = passed as Readonly<Record<string, unknown>>
  const byRow = Object.entries(rows).map(([key, row]) => {
    const value = row.about === undefined ? undefined : all[programName(key, row)]
    const isSwitch = row.program !== undefined && row.argument === undefined
    return [key, isSwitch ? value === key : value]
  })
  const values = readFlags<Flags>(rows, Object.fromEntries(byRow), 'program')
  const { apiKeyFile: key, ...request } = values as { readonly apiKeyFile?: string }
  const apiKey = key === undefined ? undefined : Secret.of(key, 'option:apiKey')
  const words = wordsOf(command, 'options').map(([word, row]) => [
    word,
    all[programName(word, row)] ?? (isList(row.argument) ? [] : undefined),
  ])
  return {
    ...(Object.fromEntries(words) as object),
    ...(request as unknown as Omit<FlagsOf<typeof openFlags>, 'apiKeyFile'>),
    ...given({ apiKey }),
  }
}
