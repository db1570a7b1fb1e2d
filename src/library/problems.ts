// Problems of a request: all are found at once, before anything is sent.
import { whyUnusable } from '../core/file-failure.ts'
import { errorOf, type Problem } from '../core/problem.ts'

export function badFlag(message: string, hint?: string): Problem {
  return errorOf('bad-flag', message, hint)
}

/** Of a file that an option names. */
export function unwritableFile(what: string, error: unknown): Problem {
  return errorOf(
    'file-unwritable',
    `${what}: ${whyUnusable(error)}`,
    'Give a file in a folder that exists and that you can write to.',
  )
}
