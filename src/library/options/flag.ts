// The rows of options, and what a command gets from them: typed values and the problems of invalid ones.
import { option } from '../../core/shell.ts'
import { isProblem, type Problem } from '../../core/problem.ts'
import { badFlag } from '../problems.ts'

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
  /** A function if it depends on the command. */
  readonly help: string | ((command: string) => string)
  /** Where help lists it; absent for an option of one command that fits no group. */
  readonly group?: Group
  readonly choices?: readonly string[]
  /** As it is typed. */
  readonly default?: string
  /** Another option that can't be given with it. */
  readonly conflicts?: string
  /** An empty value has a meaning or a message of its own. `flagProblems` refuses empty values of all other rows. */
  readonly empty?: 'allowed'
  /** What the command gets instead of the string; a `Problem` if it is invalid. */
  readonly read?: (text: string, name: string) => unknown
  /** How messages write a value that isn't a string: 60000 milliseconds are `60`. */
  readonly write?: (value: number) => string
  /** Which part of the commands after `Next:` repeats its value; without `read`, so that the command has the string. */
  readonly repeat?: Part
}

/**
 * The parts of a repeated command line, in this order.
 * A saved plan contains its selection, so `apply FILE` repeats all parts but that one and can't be given it.
 */
export const parts = ['project', 'service', 'folders', 'manifests', 'limits', 'selection'] as const

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

type One<Row extends Flag> = Row extends { read: (text: string, name: string) => infer Value }
  ? Value
  : Row extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { argument: `[${string}` }
      ? string | true
      : Row extends { argument: string }
        ? string
        : true

type Sure<Row extends Flag> = Row extends { flag: `no-${string}` }
  ? boolean
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
}

/** `fileRoots` → `file-root` */
export function flagOf(name: string, { flag }: Pick<Flag, 'flag'> = {}): string {
  return flag ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `given` are the strings, as commander keeps them. */
export function readFlags<Rows extends Flags>(
  rows: Rows,
  given: Readonly<Record<string, unknown>>,
): FlagsOf<Rows> {
  const values = Object.entries(rows).flatMap(([name, row]) => {
    const { argument, read } = row
    const typed = given[name] ?? (isRepeatable(argument) ? [] : undefined)
    const one = (text: unknown): unknown =>
      read === undefined || typeof text !== 'string' ? text : read(text, name)
    return typed === undefined ? [] : [[name, Array.isArray(typed) ? typed.map(one) : one(typed)]]
  })
  return Object.fromEntries(values) as FlagsOf<Rows>
}

export function isRepeatable(argument = ''): boolean {
  return argument.endsWith('...')
}

/**
 * The problems of these options, in the order of the rows: invalid values and empty ones.
 * An empty value usually comes from a variable that isn't set, and services ignore an empty filter.
 */
export function flagProblems(rows: Flags, flags: object): Problem[] {
  return valuesIn(rows, flags).flatMap(([name, row, values]) =>
    row.empty !== 'allowed' && values.includes('') ? [emptyOption(option(name))] : values.filter(isProblem),
  )
}

export function emptyOption(shown: string): Problem {
  return badFlag(
    `${shown} is empty`,
    'Remove the option, or check the environment variable that the value comes from.',
  )
}

/** Each row with the values of its option. */
export function valuesIn(rows: Flags, flags: object): (readonly [string, Flag, readonly unknown[]])[] {
  const given = flags as Readonly<Record<string, unknown>>
  return Object.entries(rows).map(([name, row]) => [name, row, [given[name] ?? []].flat()])
}
