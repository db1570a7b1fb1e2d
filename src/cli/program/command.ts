// A row of `commands.ts` becomes a command of commander.
import { worded, type Completion, type Wording } from '../../core/shell.ts'
import type { Command, Option } from 'commander'
import {
  flagOf,
  groups,
  isRepeatable,
  readFlags,
  type Flag,
  type Flags,
  type FlagsOf,
} from '../../library/options/flag.ts'
import type { Io } from '../terminal/io.ts'
import { visible } from '../../core/visible.ts'
import { optionText, repeated, sharedRows } from '../options/repeat.ts'
import type { Run as Observed } from '../../library/ambient.ts'
import type { ConnectionRequest, FormatFlags } from '../../library/options/common.ts'
import type { Ended } from '../../library/ended.ts'
import { limitRun } from '../../library/world.ts'
import type { AnyAccount, ListAccount, Subject } from '../../report/account.ts'
import { commandHelp, type Guide, type Headed } from './help.ts'

/** Returns the exit code. `words` are the arguments that aren't options; `to` is the program, or the group of the command. */
type Run<Values> = (flags: Values, io: Io, words: readonly string[], to: Command) => Promise<number>

export interface CommandRow<Rows extends Flags> extends Guide {
  /** With its arguments, if help needs no explanation of them: `init [folder]`. */
  readonly name: string
  /** What it does, in lower case and without a full stop. */
  readonly help: string
  /** An argument that help explains. */
  readonly argument?: readonly [name: string, help: string]
  /** Help lists the options of a group in this order. */
  readonly flags: Rows
  /** Options that it doesn't have are its arguments: it explains them. */
  readonly isAboutOptions?: true
}

type Operation<Values, Account extends AnyAccount> = (
  flags: Values,
  run: Observed<Account>,
  words: readonly string[],
) => Promise<Ended>

/** Its body, or the operation whose result it shows: of a listing, items are shown as they are read. */
type Body<Values> =
  | { readonly load: () => Promise<Run<Values>> }
  | { readonly operation: Operation<Values, never> }
  | { readonly listing: Operation<Values, ListAccount> }

/** Adds a command to the program or to a group; `args` are the words of the command line, `done` gets the exit code. */
export type Add = (to: Command, args: readonly string[], io: Io, done: (code: number) => void) => void

/** A command of the program or of a group, or a group. */
export interface Listed {
  readonly name: string
  readonly help: string
  readonly add: Add
}

export function command<Rows extends Flags>(row: CommandRow<Rows> & Body<FlagsOf<Rows>>): Listed {
  const { name, help, argument, flags } = row
  const add: Add = (to, args, io, done) => {
    const added = to.command(name).description(help)
    if (argument !== undefined) added.argument(...argument)
    if (row.isAboutOptions) added.allowUnknownOption()
    withGuide(added, row)
    const subject = `${to.parent === null ? '' : `${to.name()} `}${added.name()}` as Subject
    flagsOf.set(subject, flags)
    if (isNeeded(added.name(), args))
      for (const [flag, each] of inGroups(flags)) added.addOption(optionOf(flag, each, added))
    added.action(async () => {
      const run = await runOf<FlagsOf<Rows>>(row, subject)
      const start = async (): Promise<number> => {
        const values = readFlags(flags, added.opts())
        limitRun(io, values as Pick<ConnectionRequest, 'runTimeout'>)
        return run(values, io, added.args, to)
      }
      done(await worded(wordingOf(flags, added.opts()), start))
    })
  }
  return { name: name.split(' ', 1).join(), help, add }
}

async function runOf<Values>(body: Body<Values>, subject: Subject): Promise<Run<Values>> {
  if ('load' in body) return body.load()
  if ('listing' in body) {
    const { listed } = await import('../commands/listed.ts')
    return (flags, io, words) =>
      listed(subject, flags as FormatFlags, io, (run) => body.listing(flags, run, words))
  }
  const { carriedOut } = await import('../terminal/run.ts')
  return (flags, io, words) =>
    carriedOut(subject, { ...(flags as FormatFlags), words }, io, (run) => body.operation(flags, run, words))
}

/** By the name of the command, such as `events list`. */
const flagsOf = new Map<string, Flags>()

function wordingOf(flags: Flags, values: object): Wording {
  const all = Object.assign({}, ...flagsOf.values(), flags) as Flags
  return { command: completionOf(flags, values), option: optionText(all) }
}

/** A command of a message gets the options of this run that it has too. `values` are the strings, as commander keeps them. */
function completionOf(flags: Flags, values: object): Completion {
  return (text, scope) => {
    const name = [...flagsOf.keys()].find((each) => `${text} `.startsWith(`${each} `)) ?? ''
    const words = text.slice(name.length).split(' ').slice(1)
    // A saved plan contains its selection.
    const isSaved = name === 'apply' && /^[^-]/.test(words.join(' '))
    const shared = sharedRows(flags, flagsOf.get(name) ?? {}, words, isSaved ? 'project' : scope)
    return `belfry ${name}${visible(repeated(shared, values))}${text.slice(name.length)}`
  }
}

/** Commands under a common first word, such as `get`. */
export function group(name: string, help: string, guide: Guide, rows: readonly Listed[]): Listed {
  const addAll: Add = (to, args, io, done) => {
    const added = to.command(name).description(help)
    withGuide(added, guide)
    for (const { add } of rows) add(added, args, io, done)
  }
  return { name, help, add: addAll }
}

/** A group of commands in the help of the program. */
export function under(heading: string, rows: readonly Listed[]): readonly (Listed & Headed)[] {
  return rows.map((row) => ({ ...row, heading }))
}

const guides = new WeakMap<Command, Guide>()

export function guideOf(of: Command): Guide | undefined {
  return guides.get(of)
}

export function withGuide(to: Command, guide: Guide): Command {
  guides.set(to, guide)
  return to.configureHelp({ formatHelp: (each, helper) => commandHelp(each, helper, guide) })
}

/** Adding the options of all commands takes 1 ms, so a run adds only those of its command. Completion and explanations need all. */
function isNeeded(name: string, args: readonly string[]): boolean {
  return args.length === 0 || [name, 'completion', 'explain'].some((word) => args.includes(word))
}

function inGroups(flags: Flags): readonly (readonly [string, Flag])[] {
  const order = Object.keys(groups)
  return Object.entries(flags).sort(
    ([, { group: one = 'own' }], [, { group: other = 'own' }]) => order.indexOf(one) - order.indexOf(other),
  )
}

function optionOf(name: string, row: Flag, of: Command): Option {
  const { short, argument = '', help, choices, group: heading = 'own' } = row
  const flag = flagOf(name, row)
  const names = short === undefined ? `--${flag}` : `${short}, --${flag}`
  const option = of.createOption(
    `${names} ${argument}`.trimEnd(),
    typeof help === 'string' ? help : help(of.name()),
  )
  option.attributeName = () => name
  option.helpGroup(`${groups[heading]}:`)
  if (choices !== undefined) option.choices(choices)
  if (isRepeatable(argument))
    option.argParser((text, before?: readonly string[]) => [...(before ?? []), text])
  return row.default === undefined ? option : option.default(row.default)
}
