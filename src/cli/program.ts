// The commands and their flags; each command's own code is loaded only when it runs.
import { Command, CommanderError, Help, Option } from 'commander'
import { version } from '../service/version.ts'
import { envelopeText } from '../report/json.ts'
import { visible } from '../report/visible.ts'
import { addActivityCommands } from './activity-commands.ts'
import { addSmoke } from './smoke-command.ts'
import { exitOfLost } from './exit.ts'
import { crashOf, crashText, type Crash } from './crash.ts'
import { addDiffCommand } from './diff-command.ts'
import type { Io } from './io.ts'
import { mistake, strayCommand } from './mistake.ts'
import {
  collect,
  connected,
  declared,
  extents,
  formats,
  live,
  manifests,
  planned,
  selecting,
  told,
} from './options.ts'
import { addSandbox } from './sandbox-command.ts'
import { wantsJson } from './start-failure.ts'
import type { ApplyFlags, DoctorFlags, PlanFlags, ToldFlags, ValidateFlags } from './flags.ts'

/** Runs one command line and says with which code the process ends. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  // What nobody awaits fails outside of all that is caught below, and Node would print it with a stack trace.
  io.onCrash((error) => {
    io.exit(report(args, crashOf(error, io), io))
  })
  const exit = await runCommand(args, io)
  const lost = await io.flush()
  if (lost === undefined) return exit
  io.err(`belfry: the result could not be written to stdout: ${visible(lost)}. The command ran to its end.\n`)
  return exitOfLost(exit, io.written)
}

async function runCommand(args: readonly string[], io: Io): Promise<number> {
  let exit = 0
  const program = build(args, io, (code) => (exit = code))
  try {
    // Help of a command that there isn't would be that of the whole program, as if all were well.
    const stray = asksForHelp(args) ? strayCommand(args, program) : undefined
    if (stray !== undefined) program.error(`error: unknown command '${stray}'`)
    await program.parseAsync([...args], { from: 'user' })
    return exit
  } catch (error) {
    const isMistake = error instanceof CommanderError
    if (isMistake && error.exitCode === 0) return 0
    const end = isMistake
      ? ({ rule: 'bad-flag', exit: 3, message: said(error) } as const)
      : crashOf(error, io)
    return report(args, end, io)
  }
}

type End = Crash | (Omit<Crash, 'rule'> & { readonly rule: 'bad-flag' })

/** The end of a run that came to no result of its own; commander has told people of a mistake. */
function report(args: readonly string[], end: End, io: Io): number {
  const { rule, exit, message } = end
  if (wantsJson(args)) io.out(envelopeText('belfry', exit, [{ rule, severity: 'error', message }], {}))
  if (end.rule !== 'bad-flag') io.err(crashText(end))
  return exit
}

function said({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'a command is missing' : message.replace(/^error: /, '')
}

/** All commands with all their flags; `args` are what the user wrote, for what is said of a mistake in it. */
export function build(args: readonly string[], io: Io, done: (code: number) => void): Command {
  const program = new Command('belfry')
    .description('Keeps a notification service in line with YAML in git.')
    .version(version, '-V, --version', 'print the version; --debug adds its packages')
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) => write(mistake(text, args, program)),
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
    .option('--full', 'also list the files and folders that are ignored')
    .option('--insecure-http', 'as for plan: let keys go over http to other machines')
    .action(async (flags: ValidateFlags) =>
      done(await (await import('./commands/validate.ts')).validate(flags, io)),
    )
  selecting(live(planned(program.command('plan').description('show what differs from the live service'))))
    .option('--detailed-exitcode', 'exit 2 if changes are pending, or a resource is in the service twice')
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
    .option(
      '--freshness <time>',
      'read again what is older than this before a call is based on it (default: 5)',
    )
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
  addSandbox(formats(program.command('sandbox')), io, done)
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program)
  return program
}

function asksForHelp(args: readonly string[]): boolean {
  return args[0] === 'help' || args.includes('--help') || args.includes('-h')
}

/** That a repeatable option has no values by default goes without saying. */
function withoutEmptyDefault(option: Option): string {
  const shown = Array.isArray(option.defaultValue)
    ? Object.assign(Object.create(option), { defaultValue: undefined })
    : option
  return new Help().optionDescription(shown as Option)
}
