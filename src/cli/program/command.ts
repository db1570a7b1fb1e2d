// A row of the table of commands becomes a command of commander, or a plain row for explanations and reference pages.
import { quoted, worded, type Wording } from '../../core/shell.ts'
import type { Command, Option } from 'commander'
import { given } from '../../core/given.ts'
import { flagOf, groups, isRepeatable, readFlags, type Flag, type Flags } from '../../library/options/flag.ts'
import type { Io } from '../terminal/io.ts'
import { visible } from '../../core/visible.ts'
import { asTyped, optionText, repeated, sharedRows } from '../options/repeat.ts'
import { commands } from '../../library/commands/commands.ts'
import { isList, type AnyRow, type Guide, type Words } from '../../library/commands/row.ts'
import type { ConnectionRequest, OutputOptions } from '../../library/options/common.ts'
import { limitRun } from '../../library/run.ts'
import type { AccountCommand } from '../../report/account.ts'
import type { CommandRow, OptionRow } from '../../explain/explained.ts'
import { commandHelp } from './help.ts'

/** Returns the exit code. `words` are the arguments that aren't options; `to` is the program, or the group of the command. */
export type Body<Values = never> = (
  flags: Values,
  io: Io,
  words: readonly string[],
  to: Command,
) => Promise<number>

/** Adds a command to the program or to a group; `args` are the words of the command line, `done` gets the exit code. */
type Add = (to: Command, args: readonly string[], io: Io, done: (code: number) => void) => void

/** A command of the program or of a group, or a group. */
export interface Listed {
  readonly name: string
  readonly help: string
  readonly add: Add
}

/** `body` is the command, if it shows more than the result of its operation. */
export function command(subject: string, row: AnyRow, body?: () => Promise<Body>): Listed {
  const { help, words = {}, flags } = row
  const name = subject.split(' ').at(-1) ?? subject
  const add: Add = (to, args, io, done) => {
    const added = to.command(name).description(help)
    for (const { argument, help: about, choices } of Object.values(words)) {
      const own = added.createArgument(argument, about)
      added.addArgument(choices === undefined ? own : own.choices(choices))
    }
    if (row.isAboutOptions) added.allowUnknownOption()
    withGuide(added, row)
    if (isNeeded(name, args))
      for (const [flag, each] of inGroups(flags)) added.addOption(optionOf(flag, each, added))
    added.action(async () => {
      const run = await (body?.() ?? showing(subject as AccountCommand, row))
      const start = async (): Promise<number> => {
        const values = readFlags(flags, added.opts())
        // The rows decide the type of the values, and the table of commands which body gets them.
        limitRun(io, values as Pick<ConnectionRequest, 'runTimeout'>)
        return run(values as never, io, added.args, to)
      }
      done(await worded(wordingOf(flags, added.opts(), added.args), start))
    })
  }
  return { name, help, add }
}

/** Shows the result of the operation; of a listing, items as they are read. */
async function showing(
  subject: AccountCommand,
  { load, words = {}, prints }: AnyRow,
): Promise<Body<OutputOptions>> {
  const [operation, shown] = await Promise.all([
    load?.(),
    prints === undefined
      ? import('../terminal/run.ts').then(({ carriedOut }) => carriedOut)
      : import('../commands/listed.ts').then(({ listed }) => listed),
  ])
  if (operation === undefined) throw new Error(`${subject} has no operation`)
  return (flags, io, args) => {
    const request = { ...flags, ...named(words, args) }
    // Reports name no folder that an argument names.
    const own = { ...flags, words: args, ...given({ prints }) }
    // `command` in row.ts has checked that the operation takes these options and arguments.
    return shown(subject, own, io, (run) => operation(request as never, run as never))
  }
}

/** The arguments by their names in the row: `[path...]` takes all that are left. */
function named(words: Words, args: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(words).map(([name, { argument }], index) => [
      name,
      isList(argument) ? args.slice(index) : args[index],
    ]),
  )
}

/** How messages of this run name commands and options. `values` are its strings, as commander keeps them; `args` its arguments. */
function wordingOf(flags: Flags, values: object, args: readonly string[]): Wording {
  const option: Wording['option'] = (name, value) => {
    const all = [...commands.values()].map((row) => row.flags)
    return optionText(Object.assign({}, ...all, flags) as Flags)(name, value)
  }
  return {
    option,
    // The target of some commands and the targets of others have the same option.
    offers: (name) => Object.entries(flags).some((row) => asTyped(...row) === option(name)),
    // The command gets the options of this run that it has too.
    command: (typed, scope) => {
      const text = scope === 'run' ? [typed, ...args.map(quoted)].join(' ') : typed
      const name = [...commands.keys()].find((each) => `${text} `.startsWith(`${each} `)) ?? ''
      const words = text.slice(name.length).split(' ').slice(1)
      // A saved plan contains its selection.
      const isSaved = scope !== 'run' && name === 'apply' && /^[^-]/.test(words.join(' '))
      const shared = sharedRows(flags, commands.get(name)?.flags ?? {}, words, isSaved ? 'project' : scope)
      return `belfry ${name}${visible(repeated(shared, values))}${text.slice(name.length)}`
    },
  }
}

/** Commands under a common first word, such as `get`. */
export function group(
  name: string,
  { help, ...guide }: Guide & { help: string },
  rows: readonly Listed[],
): Listed {
  const addAll: Add = (to, args, io, done) => {
    const added = to.command(name).description(help)
    withGuide(added, guide)
    for (const { add } of rows) add(added, args, io, done)
  }
  return { name, help, add: addAll }
}

const guides = new WeakMap<Command, Guide>()

/** The examples, topics and variables of a command or a group. */
export function guideOf(of: Command): Guide | undefined {
  return guides.get(of)
}

function withGuide(to: Command, guide: Guide): void {
  guides.set(to, guide)
  to.configureHelp({ formatHelp: (each, helper) => commandHelp(each, helper, guide) })
}

/** Adding the options of all commands takes 1 ms, so a run adds only those of its command. Completion needs all. */
function isNeeded(name: string, args: readonly string[]): boolean {
  return args.length === 0 || args.includes(name) || args.includes('completion')
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

/** All commands, for explanations and reference pages. */
export function commandRows(): readonly CommandRow[] {
  return [...commands].map(([name, { help, words = {}, flags, notes, variables, examples }]) => ({
    name,
    usage: Object.values(words)
      .map(({ argument }) => argument)
      .join(' '),
    help,
    arguments: Object.values(words).flatMap(({ argument, help: about }) =>
      about === undefined ? [] : [{ name: argument.replaceAll(/[<>[\].]/g, ''), help: about }],
    ),
    options: inGroups(flags).map(([key, row]) => optionRow(key, row, name)),
    ...given({ notes, variables }),
    examples,
  }))
}

function optionRow(key: string, row: Flag, of: string): OptionRow {
  const { short, argument, help, choices, default: usual, group: heading = 'own' } = row
  return {
    name: `--${flagOf(key, row)}`,
    help: typeof help === 'string' ? help : help(of),
    ...given({ short, argument, choices, default: usual, group: groups[heading] }),
  }
}
