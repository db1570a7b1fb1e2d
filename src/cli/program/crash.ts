// The end of a run by an unexpected error: a failure of the system, or a bug; also if the program could not be loaded. No stack
// trace is printed, because it could contain a secret. Imports almost nothing, because the system may have no file descriptor left.
import { systemFailure } from '../../core/system-failure.ts'
import { visible } from '../../core/visible.ts'
import type { Io } from '../terminal/io.ts'
import { errorOf } from '../../core/problem.ts'

export interface Crash {
  readonly rule: 'bug' | 'system'
  readonly exit: number
  readonly message: string
}

/** What is reported of an error that no command expects. The message contains no secrets. */
export function crashOf(
  error: unknown,
  { filter: { redact }, written }: Pick<Io, 'filter' | 'written'>,
): Crash {
  // Exit codes 1 and 3 mean that nothing was written.
  const exitOf = (exit: number): number => (written.isNoted ? 5 : exit)
  const failure = systemFailure(error)
  if (failure !== undefined) return { rule: 'system', message: failure.message, exit: exitOf(failure.exit) }
  // The message of an unexpected error may quote anything.
  const message =
    error instanceof Error
      ? redact(`${error.name}: ${error.message}`)
      : 'a value that is not an error was thrown'
  return { rule: 'bug', exit: exitOf(1), message }
}

/** The lines for stderr. */
export function crashText({ rule, message }: Pick<Crash, 'rule' | 'message'>): string {
  return rule === 'system'
    ? `belfry: ${message}\n`
    : `belfry: this is a bug in belfry: ${visible(message)}\nPlease report it with the command line and the version (belfry --version).\n`
}

/** Rethrows errors that are no failures of the system. */
export function endOfStart(
  error: unknown,
  args: readonly string[],
): { exit: number; out: string; err: string } {
  const failure = systemFailure(error)
  if (failure === undefined) throw error
  const { exit, message } = failure
  const problems = [errorOf('system', message)]
  const envelope = { formatVersion: 1, command: 'belfry', exit, problems }
  return {
    exit,
    out: wantsJson(args) ? `${JSON.stringify(envelope, undefined, 2)}\n` : '',
    err: `belfry: ${message}\n`,
  }
}

/** `18.20.4` is older than `20.19`. Node 21 is too: it lacks functions that 20.19 has. */
export function isTooOld(version: string, oldest: string): boolean {
  const [[major = 0, minor = 0], [least = 0, leastMinor = 0]] = [numbersOf(version), numbersOf(oldest)]
  return major < least || (major === least && minor < leastMinor) || major === 21
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}

/** Whether `--format json` is given. Options aren't parsed, because the command line may be invalid. */
export function wantsJson(args: readonly string[]): boolean {
  return args.some(
    (word, index) => word === '--format=json' || (word === 'json' && args[index - 1] === '--format'),
  )
}
