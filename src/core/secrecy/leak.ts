// The last look at a result: what would show a secret is not told at all, because rewriting it would hide a bug.
import type { Filter } from './filter.ts'
import type { Problem } from '../problem.ts'
import { hearTexts } from './visible-texts.ts'

/** A bug of ours. The message names the secret by its label, and the field by its path. */
export class LeakError extends Error {
  override readonly name = 'LeakError'
}

/** Throws a `LeakError` where a secret of the run stands outside its type, in a value or in a key. */
export function refuseSecrets(result: unknown, { find, take }: Pick<Filter, 'find' | 'take'>): void {
  hearTexts(result, (text, path) => {
    const label = find(text)
    if (label === undefined) return
    const place = path.map(take).join('.')
    throw new LeakError(`${label} would be shown in the field ${place}, so the result is not printed`)
  })
}

/** For a problem that quotes the service, such as a name: labels replace secrets in it. */
export function quoting<Quote extends Pick<Problem, 'message' | 'hint'>>(
  quote: Quote,
  { take }: Pick<Filter, 'take'>,
): Quote {
  const { message, hint } = quote
  return { ...quote, message: take(message), ...(hint !== undefined && { hint: take(hint) }) }
}
