// The end of a run that could not be loaded. Imports almost nothing, because the system may have no file descriptor left.
import { errorOf } from '../../core/problem.ts'
import { systemFailure } from '../../core/system-failure.ts'

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

/** `18.20.4` is older than `20.19`. */
export function isTooOld(version: string, oldest: string): boolean {
  const [[major = 0, minor = 0], [least = 0, leastMinor = 0]] = [numbersOf(version), numbersOf(oldest)]
  return major < least || (major === least && minor < leastMinor)
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
