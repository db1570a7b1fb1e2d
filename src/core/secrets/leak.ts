// The last check of a result: what would show a secret is not printed, because redacting it would hide a bug.
import type { Filter } from './redact.ts'
import type { Problem } from '../problem.ts'
import { hearTexts } from './visible-texts.ts'

/** A bug in belfry. The message names the secret by its label, and the field by its path. */
export class LeakError extends Error {
  override readonly name = 'LeakError'
}

/** Throws a `LeakError` if a value or a key contains a secret of the run as a plain string. */
export function refuseSecrets(result: unknown, { find, take }: Pick<Filter, 'find' | 'take'>): void {
  hearTexts(result, (text, path) => {
    const label = find(text)
    if (label === undefined) return
    const place = path.map((step) => take(String(step))).join('.')
    throw new LeakError(`${label} would be shown in the field ${place}, so the result is not printed`)
  })
}

/**
 * For reports of a request that was sent, which no bug may hide: the same plain data with labels in place of secrets, in
 * keys too. The caller's own strings need it as well as the service's.
 */
export function labelled<Data>(data: Data, { find, take }: Pick<Filter, 'find' | 'take'>): Data {
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return take(value)
    if (typeof value === 'number') return find(String(value)) ?? value
    if (Array.isArray(value)) return value.map(visit)
    return isPlain(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [take(key), visit(each)]))
      : value
  }
  return visit(data) as Data
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** For a problem that quotes the service, such as a name: labels replace secrets in it. */
export function quoting<Quote extends Pick<Problem, 'message' | 'hint'>>(
  quote: Quote,
  { take }: Pick<Filter, 'take'>,
): Quote {
  const { message, hint } = quote
  return { ...quote, message: take(message), ...(hint !== undefined && { hint: take(hint) }) }
}
