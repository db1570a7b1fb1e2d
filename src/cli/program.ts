// The commands and their flags; each command's own code is loaded only when it runs.
import { Command, CommanderError, Help, Option } from 'commander'
import { version } from '../service/version.ts'
import { envelopeText } from '../report/json.ts'
import type { Account } from '../report/account.ts'
import { formatsFor } from '../report/formats.ts'
import { visible } from '../report/visible.ts'
import { addActivityCommands } from './activity-commands.ts'
import { connected } from './connection-options.ts'
import { addSmoke } from './smoke-command.ts'
import { crashMessage, crashText } from './crash.ts'
import { addDiffCommand } from './diff-command.ts'
import type { Io } from './io.ts'
import { commandOf, mistake } from './mistake.ts'
import type { ApplyFlags, DoctorFlags, PlanFlags, SandboxFlags, ToldFlags, ValidateFlags } from './flags.ts'

/** Runs one command line and says with which code the process ends. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  // What nobody awaits fails outside of all that is caught below, and Node would print it with a stack trace.
  io.onCrash((error) => {
    report(args, ['bug', 1, crashMessage(error, io.filter)], io)
    io.exit(1)
  })
  const exit = await runCommand(args, io)
  const lost = await io.flush()
  if (lost === undefined) return exit
  io.err(`belfry: the result could not be written to stdout: ${visible(lost)}. What it tells of is done.\n`)
  return exit === 0 ? 1 : exit
}

async function runCommand(args: readonly string[], io: Io): Promise<number> {
  let exit = 0
  const program = build(args, io, (code) => (exit = code))
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exit
  } catch (error) {
    const isMistake = error instanceof CommanderError
    if (isMistake && error.exitCode === 0) return 0
    return report(
      args,
      isMistake ? ['bad-flag', 3, said(error)] : ['bug', 1, crashMessage(error, io.filter)],
      io,
    )
  }
}

type End = readonly [rule: 'bad-flag' | 'bug', exit: 1 | 3, message: string]

/** The end of a run that came to no result of its own; commander has told people of a mistake. */
function report(args: readonly string[], [rule, exit, message]: End, io: Io): number {
  if (wantsJson(args)) io.out(envelopeText('belfry', exit, [{ rule, severity: 'error', message }], {}))
  if (rule === 'bug') io.err(crashText(message))
  return exit
}

function said({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'a command is missing' : message.replace(/^error: /, '')
}

function wantsJson(args: readonly string[]): boolean {
  return args.includes('--format=json') || args[args.indexOf('--format') + 1] === 'json'
}

/** All commands with all their flags; `args` are what the user wrote, for what is said of a mistake in it. */
export function build(args: readonly string[], io: Io, done: (code: number) => void): Command {
  const program = new Command('belfry')
    .description('Keeps a notification service in line with YAML in git.')
    .version(version, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) => write(mistake(text, known(program), commandOf(args, program))),
    })
    .showSuggestionAfterError(false)
    .configureHelp({ optionDescription: withoutEmptyDefault })
    .helpCommand(true)
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 service failed, 2 changes pending, 3 wrong input, 4 refused,\n5 not all is done, 6 not converged, 7 a trigger or a smoke test failed. Every command takes --help.\n',
    )

  declared(
    program.command('validate').description('check manifests offline: all files, all problems at once'),
  )
    .option('--insecure-http', 'as for plan: let keys go over http to other machines')
    .action(async (flags: ValidateFlags) =>
      done(await (await import('./commands/validate.ts')).validate(flags, io)),
    )
  selecting(live(planned(program.command('plan').description('show what differs from the live service'))))
    .option('--detailed-exitcode', 'exit 2 when changes are pending')
    .option('--out <file>', 'save the plan in this file, for belfry show and belfry apply')
    .addOption(
      new Option('--secrets <how>', 'defer: take part by name only, for a plan to be approved').choices([
        'defer',
      ]),
    )
    .option('--diff-base [ref]', 'tell too what is declared otherwise than there, where live shows nothing')
    .action(async (flags: PlanFlags) => done(await (await import('./commands/plan.ts')).plan(flags, io)))
  addDiffCommand(planned(program.command('diff [before] [after]')), io, done)
  selecting(
    live(planned(program.command('apply [plan]').description('make exactly the calls that plan shows'))),
  )
    .option('-y, --yes', "don't ask")
    .option(
      '--allow-protected <target>',
      'write to this protected target without a reviewed plan; repeatable',
      collect,
      [],
    )
    .option('--allow-pull-request', 'write although the pipeline runs for a pull request')
    .option('--keep-going', 'go on with the next target after one that failed')
    .option('--journal <file>', 'add a line to this file before and after each write, for belfry show')
    .option('--smoke <file>', 'once all is applied, run this smoke suite; repeatable', collect, [])
    .option('--approved <file>', 'plan afresh, and go on only where this saved plan has every change')
    .action(async (plan: string | undefined, flags: ApplyFlags) =>
      done(await (await import('./commands/apply.ts')).apply(plan, flags, io)),
    )
  extents(
    program.command('show <file>').description('show a saved plan, or what a journal of an apply tells'),
  ).action(async (file: string, flags: ToldFlags) =>
    done(await (await import('./commands/show.ts')).show(file, flags, io)),
  )
  addActivityCommands(program, io, done)
  addSmoke(told(program.command('smoke [files...]')), io, done)
  connected(
    manifests(
      formats(
        program.command('doctor').description('say what would stop an apply, and what the service is like'),
      ),
    ),
    30,
  )
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing would stop an apply, 3 something would. Nothing is written.\n',
    )
    .action(async (flags: DoctorFlags) =>
      done(await (await import('./commands/doctor.ts')).doctor(flags, io)),
    )
  formats(program.command('sandbox').description('run an embedded service on this machine to try things out'))
    .option('--port <number>', 'the port to listen on; 0 picks a free one', '4111')
    .option('--seed <file>', 'a JSON file with what the sandbox starts with')
    .option('--data <folder>', 'keep the state in this folder across restarts; --seed is for a new one')
    .option('--speed <number>', 'seconds that pass in the sandbox in one real second', '1')
    .option(
      '--profile <name>',
      'which service it is like: contract, novu-2026-04 or novu-2026-09',
      'contract',
    )
    .option(
      '--rate-limit <plan>',
      "free, pro, team, enterprise, off, or requests a second; else the profile's",
    )
    .option(
      '--fault <spec>',
      'what goes wrong: NAME[=AMOUNT][:OPERATION][@N or :N%]; repeatable, an unknown name lists all',
      collect,
      [],
    )
    .option('--fault-seed <number>', 'of the chances of faults at a rate', '1')
    .option(
      '--provider <switch>',
      'how a provider answers: ID=accept, refuse[:TEXT], slow[:TIME] or silent; repeatable',
      collect,
      [],
    )
    .action(async (flags: SandboxFlags) =>
      done(await (await import('./commands/sandbox.ts')).sandbox(flags, io)),
    )
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program)
  return program
}

function known(program: Command): {
  readonly commands: readonly string[]
  readonly flags: readonly string[]
} {
  const all = program.commands.flatMap((command) => [command, ...command.commands])
  return {
    commands: all.map((command) => command.name()),
    flags: all.flatMap((command) => command.options.map((option) => option.long ?? '')),
  }
}

function formats(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'how to write the result').choices(['text', 'json']).default('text'),
    )
    .option('--no-color', 'no colour')
}

/** Of commands that show a plan. */
function extents(command: Command): Command {
  return told(command)
    .addOption(new Option('--summary', 'tell only how many changes each target has').conflicts('full'))
    .option('--full', 'tell also of what matches, and cut nothing')
}

/** What tells an account; see `telling`. */
function told(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'how to write the result')
        .choices([...formatsFor('stdout')])
        .default('text'),
    )
    .option(
      '--report <kind=file>',
      `write it into a file too, as ${formatsFor('file', command.name() as Account['command']).join(', ')}; repeatable`,
      collect,
      [],
    )
    .option(
      '--show-personal-data',
      'mask nothing for being about a person, in reports and `privacy: mask` neither',
    )
    .option('--no-color', 'no colour')
}

function planned(command: Command): Command {
  return manifests(extents(command))
}

function declared(command: Command): Command {
  return manifests(told(command))
}

function manifests(command: Command): Command {
  return command
    .option('--config <file>', 'the project file, instead of belfry.yaml found upwards')
    .option('-f, --file <path>', 'manifests: a file, folder, glob or - for stdin; repeatable', collect, [])
    .option('-t, --target <name>', 'only this target; repeatable, * stands for any characters', collect, [])
    .option(
      '--file-root <folder>',
      'a folder outside the project that manifests and ${file:…} may read; repeatable',
      collect,
      [],
    )
    .option(
      '--input-limit <name=value>',
      'another limit of input, such as max-file-size=16MiB; repeatable',
      collect,
      [],
    )
}

function live(command: Command): Command {
  return connected(command, 300).option(
    '--concurrency <number>',
    'how many requests may be under way at once',
    '4',
  )
}

function selecting(command: Command): Command {
  return command
    .option(
      '--only <kind/name>',
      'only these resources; repeatable, * stands for any characters',
      collect,
      [],
    )
    .option('--exclude <kind/name>', 'all but these resources; repeatable', collect, [])
    .option(
      '--resend <kind/name>',
      "send declared fields of these that can't be compared; repeatable",
      collect,
      [],
    )
    .option(
      '--check-credentials <kind/name>',
      'have the service try out the credentials of these with their provider when they are sent; repeatable',
      collect,
      [],
    )
    .option(
      '--max-changes <kind=limit>',
      'refuse to change more resources of a kind: a number, or a share such as 10%; repeatable',
      collect,
      [],
    )
}

/** That a repeatable option has no values by default goes without saying. */
function withoutEmptyDefault(option: Option): string {
  const shown = Array.isArray(option.defaultValue)
    ? Object.assign(Object.create(option), { defaultValue: undefined })
    : option
  return new Help().optionDescription(shown as Option)
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value]
}
