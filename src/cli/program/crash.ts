// Unexpected errors: a failure of the system, or a bug. No stack trace is printed, because it could contain a secret.
import { systemFailure } from '../../core/system-failure.ts'
import { visible } from '../../core/visible.ts'
import type { Io } from '../terminal/io.ts'

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
