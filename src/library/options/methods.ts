// The options of the library's methods: those rows of their commands that programs have too. What a program passes is checked
// before anything is done, because an unknown option could widen what is selected.
import { Secret } from '../../core/secrets/secret.ts'
import { given } from '../../core/given.ts'
import { type Problem, badFlag } from '../../core/problem.ts'
import { isObject } from '../../core/json.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { commands } from '../commands/commands.ts'
import { isList, type Word } from '../commands/row.ts'
import { connectionFlags, manifestFlags, parallelFlags } from './common.ts'
import { programName, readFlags, type Flag, type Flags, type FlagsOf, isRepeatable } from './flag.ts'

/** What is wrong with a value, each as a sentence that begins with the name. */
export type Check = (value: unknown, name: string) => readonly string[]

type Shape = Readonly<Record<string, Check>>

/** A check with the message `NAME must be BE`. */
export function must(be: string, isValid: (value: unknown) => boolean): Check {
  return (value, name) => (isValid(value) ? [] : [`${name} must be ${be}`])
}

export const string = must('a string', (value) => typeof value === 'string')
const boolean = must('true or false', (value) => typeof value === 'boolean')
const number = must('a number', (value) => typeof value === 'number')
export const object = must('an object', (value) => isObject(value))
export const nonEmptyString: Check = (value, name) =>
  value === '' ? [`${name} is empty`] : string(value, name)

/** The check of a value that may be undefined. */
export function optional(check: Check): Check {
  return (value, name) => (value === undefined ? [] : check(value, name))
}

export function either(one: Check, other: Check, be: string): Check {
  return must(be, (value) => one(value, '').length === 0 || other(value, '').length === 0)
}

/** The items are named `NAME.INDEX`. */
export function listOf(each: Check, be = 'a list of strings'): Check {
  return (value, name) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => each(item, `${name}.${index}`))
      : [`${name} must be ${be}`]
}

/** The values are named `NAME.KEY`. */
export function mapOf(each: Check, be = 'an object'): Check {
  return (value, name) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => each(item, `${name}.${key}`))
      : [`${name} must be ${be}`]
}

/** An empty list, such as a filter's result, must not be treated as an absent one, which selects everything. */
function selectors(value: unknown, name: string): readonly string[] {
  return Array.isArray(value) && value.length === 0
    ? [`${name} is an empty list, which selects nothing: to select everything, leave the option out`]
    : listOf(string)(value, name)
}

const nonEmptyList: Check = (value, name) =>
  Array.isArray(value) && value.length === 0 ? [`${name} is an empty list`] : listOf(string)(value, name)

/** One of a few words. */
export function oneWord(words: readonly string[]): Check {
  const quoted = words.map((each) => `'${each}'`)
  const be = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].join(' or ')
  return must(be, (value) => words.includes(value as string))
}

/** How a program passes an option: its TypeScript type, and the check of its value. */
interface Codec {
  readonly type: string
  readonly check: Check
}

function codecOf({ program, argument, selects, choices, ...row }: Omit<Flag, 'help'>): Codec {
  if (choices !== undefined)
    return { type: choices.map((each) => `'${each}'`).join(' | '), check: oneWord(choices) }
  if (row.isMap) {
    const check = mapOf(either(string, number, 'a string or a number'))
    return { type: 'Readonly<Record<string, string | number>>', check }
  }
  if (row.isNumber || row.milliseconds) return { type: 'number', check: number }
  if (argument === undefined) return { type: 'boolean', check: boolean }
  if (program === undefined && isRepeatable(argument))
    return { type: 'readonly string[]', check: selects === true ? selectors : listOf(string) }
  if (!argument.startsWith('[')) return { type: 'string', check: string }
  const isTrue = must('', (value) => value === true)
  return { type: 'string | true', check: either(string, isTrue, 'a string or true') }
}

/** The problems of an object with the fields of `shape`. `what` names the object in messages. */
export function problemsOf(shape: Shape, what: string, passed: unknown): Problem[] {
  if (!isObject(passed)) return [badFlag(`${what} must be an object`)]
  const known = Object.entries(shape).flatMap(([name, check]) => check(passed[name], name))
  const unknown = Object.keys(passed).filter((name) => !Object.hasOwn(shape, name))
  return [
    ...known.map((sentence) => badFlag(sentence)),
    ...unknown.map((name) => badFlag(`unknown option ${name}${didYouMean(name, Object.keys(shape))}`)),
  ]
}

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
  if (isList(argument))
    return { type: 'readonly string[]', check: selects === true ? selectors : nonEmptyList }
  return { type: 'string', check: empty === 'allowed' ? string : nonEmptyString }
}

/** `by: 'live'` or `by: 'declared'` are two switches of the command. */
function choicesOf({ program, argument, choices }: Flag, rows: readonly (readonly [string, Flag])[]) {
  if (program === undefined || argument !== undefined) return choices
  return rows.flatMap(([key, row]) => (row.program === program ? [key] : []))
}

const common: Shape = {
  signal: optional(must('an AbortSignal', (value) => value instanceof AbortSignal)),
  onEvent: optional(must('a function', (value) => typeof value === 'function')),
  throwOnErrors: optional(boolean),
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

/**
 * The values of an operation's options, and of arguments that programs pass as options. `passed` are those of `open` and of
 * the method.
 */
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
