// One row a command: its name, what help says of it, its options, and the file that is loaded when it runs.
import { Argument, Option, type Command } from 'commander'
import { isRepeatable, readFlags, type Flag, type Flags, type FlagsOf } from '../flags/flag.ts'
import {
  getEventFlags,
  getMessageFlags,
  listEventsFlags,
  listMessagesFlags,
  smokeFlags,
  triggerFlags,
} from '../flags/activity.ts'
import { getFlags, getSubscribersFlags } from '../flags/get.ts'
import { exportFlags } from '../flags/export.ts'
import { initFlags } from '../flags/init.ts'
import { applyFlags, diffFlags, doctorFlags, planFlags, validateFlags } from '../flags/plan.ts'
import { sandboxFlags } from '../flags/sandbox.ts'
import { extentFlags } from '../flags/shared.ts'
import type { Shell } from '../completion/scripts.ts'
import type { Io } from '../terminal/io.ts'

/** Returns the exit code. `words` are the arguments that aren't options. */
type Run<Values> = (flags: Values, io: Io, words: readonly string[]) => Promise<number>

interface CommandRow<Rows extends Flags> {
  /** With its arguments: `apply [plan]`. */
  readonly name: string
  readonly help: string
  /** An argument that help explains. */
  readonly argument?: readonly [name: string, help: string]
  /** Help lists them in this order. */
  readonly flags: Rows
  /** The last lines of its help. */
  readonly after?: string
  readonly load: () => Promise<Run<FlagsOf<Rows>>>
}

/** Adds a command to the program or to a group; `args` are the words of the command line, `done` takes the exit code. */
type Add = (to: Command, args: readonly string[], io: Io, done: (code: number) => void) => void

export const commands: readonly Add[] = [
  command({
    name: 'init [folder]',
    help: 'start a project: write belfry.yaml, manifests and what goes with them',
    flags: initFlags,
    after:
      'It asks what no option answers. Without a terminal it asks nothing: --url, --target and --pipeline are required\nunless --yes is given. Files that exist are never replaced (exit 4); only .gitignore is added to.',
    load: async () => (await import('../commands/init.ts')).init,
  }),
  command({
    name: 'validate',
    help: 'check manifests offline: all files, all problems at once',
    flags: validateFlags,
    load: async () => (await import('../commands/validate.ts')).validate,
  }),
  command({
    name: 'plan',
    help: 'show what differs from the live service',
    flags: planFlags,
    load: async () => (await import('../commands/plan.ts')).plan,
  }),
  command({
    name: 'diff [before] [after]',
    help: 'compare two trees of manifests offline: folders, files or git revisions',
    flags: diffFlags,
    after:
      'Without names: from the merge base of HEAD and the default branch to the working tree; with one name:\nfrom it to the working tree. No key and no variable is needed.',
    load: async () => (await import('../commands/diff.ts')).diff,
  }),
  command({
    name: 'apply [plan]',
    help: 'make exactly the calls that plan shows',
    flags: applyFlags,
    load: async () => (await import('../commands/apply.ts')).apply,
  }),
  command({
    name: 'export',
    help: 'write what is in the service as manifests: into a new folder, or into those of the project',
    flags: exportFlags,
    load: async () => (await import('../commands/export.ts')).exportManifests,
  }),
  command({
    name: 'show <file>',
    help: 'show a saved plan, or what a journal of an apply tells',
    flags: extentFlags,
    load: async () => (await import('../commands/show.ts')).show,
  }),
  command({
    name: 'trigger',
    help: 'trigger a workflow, and say what the service answers',
    argument: ['<workflow>', 'its trigger identifier'],
    flags: triggerFlags,
    after:
      'Exit codes: 0 processed, and where it waits all is well; 4 refused, nothing was sent;\n7 another status, a step that failed, an expectation that is not met, or not over in time.',
    load: async () => (await import('../commands/trigger.ts')).trigger,
  }),
  group('get', 'show what is in the service: environments, integrations or subscribers', [
    command({
      name: 'environments',
      help: 'list the environments of the organisation',
      argument: ['[name]', 'only those with this name; * stands for any characters'],
      flags: getFlags,
      load: async () => (await import('../commands/get.ts')).getEnvironments,
    }),
    command({
      name: 'integrations',
      help: 'list the integrations of one environment, and where each is managed',
      argument: ['[identifier]', 'only those with this identifier; * stands for any characters'],
      flags: getFlags,
      load: async () => (await import('../commands/get.ts')).getIntegrations,
    }),
    command({
      name: 'subscribers',
      help: 'search the subscribers of one environment',
      argument: ['[id]', 'only the subscriber with exactly this id'],
      flags: getSubscribersFlags,
      load: async () => (await import('../commands/get.ts')).getSubscribers,
    }),
  ]),
  group('events', 'what became of triggers: list, or the timeline of one', [
    command({
      name: 'list',
      help: 'list events, newest first',
      flags: listEventsFlags,
      load: async () => (await import('../commands/events.ts')).listEvents,
    }),
    command({
      name: 'get',
      help: 'show the timeline of one event',
      argument: ['<id>', "the event's id, as events list shows it"],
      flags: getEventFlags,
      load: async () => (await import('../commands/events.ts')).getEvent,
    }),
  ]),
  group('messages', 'what each channel was given: list, or one message', [
    command({
      name: 'list',
      help: 'list messages, newest first',
      flags: listMessagesFlags,
      load: async () => (await import('../commands/messages.ts')).listMessages,
    }),
    command({
      name: 'get',
      help: 'show one message; it is looked for in the list, which the filters make shorter',
      argument: ['<id>', "the message's id, as messages list shows it"],
      flags: getMessageFlags,
      load: async () => (await import('../commands/messages.ts')).getMessage,
    }),
  ]),
  command({
    name: 'smoke [files...]',
    help: "trigger what smoke suites say, and tell what is not as they expect; by default the project's",
    flags: smokeFlags,
    after:
      'Exit codes: 0 all is as expected, 7 something is not, 4 a recipient may not be told,\n5 not known of a trigger whether it was taken.',
    load: async () => (await import('../commands/smoke.ts')).smoke,
  }),
  command({
    name: 'doctor',
    help: 'say what would stop an apply, and what the service is like',
    flags: doctorFlags,
    after: 'Exit codes: 0 nothing would stop an apply, 3 something would. Nothing is written.',
    load: async () => (await import('../commands/doctor.ts')).doctor,
  }),
  command({
    name: 'sandbox',
    help: 'run an embedded service on this machine to try things out',
    flags: sandboxFlags,
    load: async () => (await import('../commands/sandbox.ts')).sandbox,
  }),
  completion,
]

/** Completes the program that it is added to, and has no options. */
function completion(to: Command, _: readonly string[], io: Io, done: (code: number) => void): void {
  to.command('completion')
    .description('print a script that completes command lines of belfry in a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish'] satisfies Shell[]))
    .addArgument(new Argument('[words...]', 'after --: print what may stand in place of the last word'))
    .action(async (shell: Shell, words: readonly string[]) => {
      const { completion: run } = await import('../commands/completion.ts')
      done(await run(shell, words, to, io))
    })
}

function command<Rows extends Flags>({ name, help, argument, flags, after, load }: CommandRow<Rows>): Add {
  return (to, args, io, done) => {
    const added = to.command(name).description(help)
    if (argument !== undefined) added.argument(...argument)
    for (const [flag, row] of neededOf(Object.entries(flags), added.name(), args))
      added.addOption(optionOf(flag, row, added.name()))
    if (after !== undefined) added.addHelpText('after', `\n${after}\n`)
    added.action(async () => {
      const run = await load()
      done(await run(readFlags(flags, added.opts()), io, added.args))
    })
  }
}

/**
 * A run needs the options of the command that it names; those of all commands cost 3% of the time of `--help`, which only
 * shows whether a command has any. Completion needs all of them.
 */
function neededOf<Row>(rows: readonly Row[], name: string, args: readonly string[]): readonly Row[] {
  const isNeeded = args.length === 0 || args.includes(name) || args.includes('completion')
  return isNeeded ? rows : rows.slice(0, 1)
}

function group(name: string, help: string, rows: readonly Add[]): Add {
  return (to, args, io, done) => {
    const added = to.command(name).description(help)
    for (const add of rows) add(added, args, io, done)
  }
}

function optionOf(name: string, row: Flag, ofCommand: string): Option {
  const { short, argument = '', help, choices, conflicts } = row
  const names = short === undefined ? `--${name}` : `${short}, --${name}`
  const syntax = `${names} ${argument.replace('...', '')}`.trimEnd()
  const option = new Option(syntax, typeof help === 'string' ? help : help(ofCommand))
  if (choices !== undefined) option.choices(choices)
  if (isRepeatable(argument))
    option.argParser((text, before?: readonly string[]) => [...(before ?? []), text])
  if (conflicts !== undefined) option.conflicts(conflicts)
  return row.default === undefined ? option : option.default(row.default)
}
