// Problems that many operations report: a wrong option, and a file that can't be written.
import { whyUnusable } from '../core/system-failure.ts'
import { errorOf, type Problem } from '../core/problem.ts'

export function badFlag(message: string, hint?: string): Problem {
  return errorOf('bad-flag', message, hint)
}

export function unwritableFile(what: string, error: unknown): Problem {
  return errorOf(
    'file-unwritable',
    `${what}: ${whyUnusable(error)}`,
    'Give a file in a folder that exists and that you can write to.',
  )
}
