// Problems of what an operation is asked for: all are found at once, before anything is sent.
import { whyUnusable } from '../core/file-failure.ts'
import { given } from '../core/given.ts'
import type { Problem } from '../core/problem.ts'

export function badFlag(message: string, hint?: string): Problem {
  return { rule: 'bad-flag', severity: 'error', message, ...given({ hint }) }
}

/** Of a file that an option names. */
export function unwritableFile(what: string, error: unknown): Problem {
  return {
    rule: 'file-unwritable',
    severity: 'error',
    message: `${what}: ${whyUnusable(error)}`,
    hint: 'Give a file in a folder that exists and that you can write to.',
  }
}
