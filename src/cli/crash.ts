// An error that nobody expected is our bug: says so in words, without a stack trace that could hold a secret.
import type { Filter } from '../core/filter.ts'
import { visible } from '../report/visible.ts'

/** Nobody knows what an unexpected error quotes. */
export function crashMessage(error: unknown, { take }: Pick<Filter, 'take'>): string {
  return error instanceof Error
    ? take(`${error.name}: ${error.message}`)
    : 'something that is no error was thrown'
}

export function crashText(message: string): string {
  return `belfry: this is a bug in belfry: ${visible(message)}\nPlease report it with the command line and the version (belfry --version).\n`
}
