// The rows of options, and what a command gets from them: typed values and the problems of invalid ones.
import { append } from '../../core/lists.ts'
import { option } from '../../core/shell.ts'
import { isProblem, type Problem, badFlag } from '../../core/problem.ts'

/** One option, by its name in requests and for programs: `fileRoots: { flag: 'file-root', argument: '<folder>...', help: … }`. */
export interface Flag {
  /** Its name on the command line, without the dashes, if that isn't the name in kebab-case. */
  readonly flag?: string
  /** The option of programs with another name and value: `declared` is `by: 'declared'`. */
  readonly program?: string
  /** `-t` */
  readonly short?: string
  /** `<name>`; `<name>...` if it can be repeated, `[name]` if the option also works without it. A switch has none. */
  readonly argument?: string
  /** What it is for programs; absent if only the command line has it. */
  readonly about?: string
  /** It has to be given. */
  readonly isRequired?: true
  /** Without it, everything is selected: a list of a program can't be empty. */
  readonly selects?: true
  /** A function if it depends on the command. */
  readonly help: string | ((command: string) => string)
  /** Where help lists it; absent for an option of one command that fits no group. */
  readonly group?: Group
  readonly choices?: readonly string[] | undefined
  /** As it is typed. */
  readonly default?: string
  /** Other options that can't be given with it. */
  readonly conflicts?: readonly string[]
  /** An empty value has a meaning or a message of its own. Empty values of all other rows are refused. */
  readonly empty?: 'allowed'
  /** The value of the string; a `Problem` if it is invalid. With `isMap`, a name and its value. */
  readonly read?: (text: string, name: string) => unknown
  /** `NAME=VALUE` is an entry of a map. */
  readonly isMap?: true
  /** A program passes a number. */
  readonly isNumber?: true
  /** A program passes milliseconds, from the least to the most; the command line has seconds. */
  readonly milliseconds?: readonly [number, number]
  /** Works only with one of these options. */
  readonly needs?: readonly string[] | undefined
  /** Which part of the commands after `Next:` repeats its value. */
  readonly repeat?: Part
}

/**
 * The parts of a repeated command line, in this order.
 * A saved plan contains its selection, so `apply FILE` repeats all parts but that one and can't be given it.
 * Only the command of this run, `Next: run … again`, repeats the part `run`.
 */
export const parts = ['project', 'service', 'folders', 'manifests', 'limits', 'selection', 'run'] as const

export type Part = (typeof parts)[number]

export type Flags = Readonly<Record<string, Flag>>

/** The groups of a command's help, in this order, with their headings. */
export const groups = {
  own: 'Options',
  request: 'Request',
  result: 'Result',
  filters: 'Filters',
  pages: 'Pages',
  manifests: 'Manifests',
  selection: 'Targets and resources',
  guards: 'Guards',
  connection: 'Connection',
  output: 'Output',
} as const

export type Group = keyof typeof groups

/** The same rows in a group of help. */
export function inGroup<const Rows extends Flags>(group: Group, rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { group, ...row }])) as Rows
}

/** The type of one value of an option. */
type One<Row extends Flag> = Row extends { read: (text: string, name: string) => infer Value }
  ? Exclude<Value, Problem>
  : Row extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { argument: `[${string}` }
      ? string | true
      : Row extends { argument: string }
        ? string
        : true

/** The type of a map whose entries a row reads. */
type ByName<Entry> = Entry extends readonly [infer Name extends string, infer Value]
  ? string extends Name
    ? Readonly<Record<string, Value>>
    : { readonly [Each in Name]?: Value }
  : never

/** The type of an option that always has a value, such as a list; never for all others. */
type Sure<Row extends Flag> = Row extends { flag: `no-${string}` }
  ? boolean
  : Row extends { isMap: true }
    ? ByName<One<Row>>
    : Row extends { argument: `${string}...` }
      ? readonly One<Row>[]
      : Row extends { default: string }
        ? One<Row>
        : never

/** The values of a command's options; `--no-color` makes `color` false. */
export type FlagsOf<Rows extends Flags> = {
  readonly [Name in keyof Rows as [Sure<Rows[Name]>] extends [never] ? never : Name]: Sure<Rows[Name]>
} & {
  readonly [Name in keyof Rows as [Sure<Rows[Name]>] extends [never] ? Name : never]?: One<Rows[Name]>
} & { readonly mistakes: readonly Problem[] }

/** `apiKeyFile` → `apiKey` */
export function programName(name: string, { program = name }: Pick<Flag, 'program'>): string {
  return program
}

/** `fileRoots` → `file-root` */
export function flagOf(name: string, { flag }: Pick<Flag, 'flag'> = {}): string {
  return flag ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Of a command line, its strings; of a program, what it passes. `mistakes` are in the order of the rows. */
export function readFlags<Rows extends Flags>(
  rows: Rows,
  given: object,
  by: 'command line' | 'program' = 'command line',
): FlagsOf<Rows> {
  const mistakes: Problem[] = []
  const all = valuesIn(rows, given)
  const shared = by === 'program' ? all.filter(([, { about }]) => about) : all
  const chosen = new Set<string>()
  for (const [name, row, typed] of shared) if (typed.some((each) => each !== row.default)) chosen.add(name)
  const values = all.flatMap(([name, row, typed]) => {
    const value = valueOf(name, row, typed, mistakes)
    if (chosen.has(name)) append(mistakes, combinationProblems(name, row, chosen, shared))
    else if (row.isRequired) mistakes.push(badFlag(`${option(name)} is required`, `Add ${option(name)}.`))
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries([...values, ['mistakes', mistakes]]) as FlagsOf<Rows>
}

function valueOf(name: string, row: Flag, typed: readonly unknown[], mistakes: Problem[]): unknown {
  const full = typed.filter((each) => each !== '' || row.empty === 'allowed')
  // An empty value usually comes from a variable that isn't set, and services ignore an empty filter.
  if (full.length < typed.length) mistakes.push(emptyOption(option(programName(name, row))))
  const read = full.map((each) => readValue(name, row, each))
  append(mistakes, read.filter(isProblem))
  const values = read.filter((each) => !isProblem(each))
  if (row.isMap === true) return byName(name, values as (readonly [string, unknown])[], mistakes)
  return isRepeatable(row.argument) ? values : values[0]
}

function readValue(name: string, { read, milliseconds }: Flag, value: unknown): unknown {
  if (typeof value === 'number' && milliseconds !== undefined) return inRange(milliseconds, name, value)
  return read === undefined || typeof value === 'boolean' ? value : read(String(value), name)
}

function inRange([least, most]: readonly [number, number], name: string, value: number): number | Problem {
  return value >= least && value <= most
    ? value
    : badFlag(`${option(name)} ${value} is not a number of milliseconds from ${least} to ${most}`)
}

function byName(name: string, entries: readonly (readonly [string, unknown])[], mistakes: Problem[]): object {
  const names = entries.map(([key]) => key)
  const twice = names.find((key, index) => names.indexOf(key) < index)
  if (twice !== undefined) mistakes.push(badFlag(`${option(name)} is given twice for ${twice}`))
  return Object.fromEntries(entries)
}

/** The problem of two options that exclude each other, or of an option without another that it needs. Its value may be invalid. */
function combinationProblems(
  name: string,
  { conflicts = [], needs }: Flag,
  chosen: ReadonlySet<string>,
  all: ReturnType<typeof valuesIn>,
): Problem[] {
  const together = conflicts
    .filter((key) => chosen.has(key))
    .map((key) => badFlag(`${option(name)} and ${option(key)} can't be used together`, 'Remove one of them.'))
  if (needs === undefined || needs.some((key) => chosen.has(key))) return together
  const known = all
    .filter(([key]) => needs.includes(key))
    .map(([key, { argument }]) => (argument === undefined ? option(key, true) : option(key)))
    .join(' or ')
  return [
    ...together,
    badFlag(`${option(name)} works only with ${known}`, `Add ${known}, or remove ${option(name)}.`),
  ]
}

export function isRepeatable(argument = ''): boolean {
  return argument.endsWith('...')
}

export function emptyOption(shown: string): Problem {
  return badFlag(
    `${shown} is empty`,
    'Remove the option, or check the environment variable that the value comes from.',
  )
}

/** Each row with what is given for its option: `NAME=VALUE` for each entry of a map. */
export function valuesIn(rows: Flags, flags: object): (readonly [string, Flag, readonly unknown[]])[] {
  const given = flags as Readonly<Record<string, unknown>>
  return Object.entries(rows).map(([name, row]) => {
    // A program leaves a switch out by passing false.
    const isOut = given[name] === false && row.flag?.startsWith('no-') !== true
    const all = isOut ? [] : [given[name] ?? row.default ?? []].flat()
    return [name, row, row.isMap === true ? all.flatMap(entriesOf) : all]
  })
}

function entriesOf(given: unknown): readonly unknown[] {
  return typeof given === 'object' && given !== null
    ? Object.entries(given).map(([key, value]) => `${key}=${value}`)
    : [given]
}
