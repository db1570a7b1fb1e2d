// The program: from the words of a command line to the exit code. The commands are rows of `commands.ts`.
import { CommanderError } from 'commander'
import { errorOf, exits } from '../../core/problem.ts'
import { version } from '../../service/package.ts'
import { envelopePieces } from '../../report/json/pieces.ts'
import { commands } from './commands.ts'
import { helpOption, programHelp, purpose, usualWidth, versionOption } from './help.ts'
import { isTopic } from '../../library/commands/topics.ts'
import { crashOf, crashText, type Crash, wantsJson } from './crash.ts'
import type { Io } from '../terminal/io.ts'
import { exitOfLost, lostText } from '../terminal/streams.ts'
import { CommandLine, commandMeant, wordMeant, strayCommand, unknownCommand } from './mistake.ts'

export { processIo } from '../terminal/io.ts'

/** Runs one command line and returns the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  // A promise that isn't awaited rejects outside of the try below, and Node would print its stack trace.
  io.onCrash((error) => {
    io.exit(report(args, crashOf(error, io), io))
  })
  const exit = await runCommand(args, io)
  const lost = await io.flush()
  if (lost === undefined) return exit
  io.err(lostText(lost))
  return exitOfLost(exit, io.written)
}

async function runCommand(args: readonly string[], io: Io): Promise<number> {
  const [first, topic = '', ...others] = args
  const width = (): number => Math.min(io.outStyle(undefined).columns, usualWidth)
  if (first === 'help' && isTopic(topic) && others.length === 0) {
    const { topicText } = await import('../topic-text.ts')
    io.out(topicText(topic, width()))
    return 0
  }
  let exit = 0
  const program = build(args, io, (code) => (exit = code))
  try {
    if (first === undefined) return await (await import('../commands/overview.ts')).overview(io)
    // Commander shows the help of the whole program for an unknown command.
    const isHelp = args[0] === 'help' || args.includes('--help') || args.includes('-h')
    const stray = isHelp ? strayCommand(args, program) : undefined
    const answer = isHelp && stray && args.length === 2 ? wordMeant(program, stray.word) : undefined
    if (first === 'help' && (answer !== undefined || isQuestion(args.slice(1), program))) {
      const { searchText } = await import('../help-search.ts')
      const found = searchText(args.slice(1).join(' '), width())
      if (found !== undefined) {
        io.out(answer === undefined ? found : `${answer}\n\n${found}`)
        return 0
      }
    }
    if (stray !== undefined) unknownCommand(stray.within, stray.word, first === 'help')
    // Commander's own `help` shows a group instead of the command in it.
    const words = first === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args
    await program.parseAsync([...words], { from: 'user' })
    return exit
  } catch (error) {
    const isMistake = error instanceof CommanderError
    if (isMistake && error.exitCode === 0) return 0
    const end = isMistake
      ? ({ rule: 'bad-flag', exit: exits.mistake, message: said(error) } as const)
      : crashOf(error, io)
    return report(args, end, io)
  }
}

/** Whether the words after `help` are neither the name of a command nor a mistyped one. */
function isQuestion([name, ...rest]: readonly string[], within: CommandLine): boolean {
  if (name === undefined || name === 'help' || name.startsWith('-')) return false
  const found = within.commands.find((each) => each.name() === name)
  if (found === undefined) return rest.length > 0 || commandMeant(within, name, true) === undefined
  return isQuestion(rest, found as CommandLine)
}

type End = Crash | (Omit<Crash, 'rule'> & { readonly rule: 'bad-flag' })

/** The end of a run without a result of its own. Commander has already printed a mistake on stderr. */
function report(args: readonly string[], end: End, io: Io): number {
  const { rule, exit, message } = end
  if (wantsJson(args)) io.outPieces(envelopePieces('belfry', exit, [errorOf(rule, message)], {}))
  if (end.rule !== 'bad-flag') io.err(crashText(end))
  return exit
}

function said({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'a command is missing' : message
}

/** All commands. `args` are the words of the command line: they decide which options are needed. */
export function build(args: readonly string[], io: Io, done: (code: number) => void): CommandLine {
  const program = new CommandLine('belfry')
    .description(purpose)
    .version(version, ...versionOption)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .helpOption(...helpOption)
    .helpCommand(true)
    .configureHelp({ formatHelp: (_, { helpWidth = usualWidth }) => programHelp(commands, helpWidth) })

  for (const { add } of commands) add(program, args, io, done)
  return program
}
