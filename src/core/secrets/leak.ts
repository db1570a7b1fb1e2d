// The last check of a result: what would show a secret is not printed, because redacting it would hide a bug.
import type { Filter } from './redact.ts'
import type { Problem } from '../problem.ts'
import { Labelled } from './secret.ts'
import { type FieldPath, IdOf, isList, isMap, type Value } from '../value.ts'

/** A bug in belfry. The message names the secret by its label, and the field by its path. */
export class LeakError extends Error {
  override readonly name = 'LeakError'
}

type Finder = Pick<Filter, 'findSecret' | 'redact'>

/** Throws a `LeakError` if a value or a key contains a secret of the run as a plain string. */
export function refuseSecrets(result: unknown, { findSecret, redact }: Finder): void {
  let label: string | undefined
  const path = pathOfText(result, (text) => (label = findSecret(text)) !== undefined)
  if (path === undefined) return
  const place = path.map((step) => redact(String(step))).join('.')
  throw new LeakError(`${label} would be shown in the field ${place}, so the result is not printed`)
}

/**
 * For reports of a request that was sent, which no bug may hide: the same plain data with labels instead of secrets, in
 * keys too. The caller's own strings need it as well as the service's.
 */
export function labelled<Data>(data: Data, { findSecret, redact }: Finder): Data {
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value)
    if (typeof value === 'number') return findSecret(String(value)) ?? value
    if (Array.isArray(value)) return value.map(visit)
    return isPlain(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), visit(each)]))
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
  { redact }: Pick<Filter, 'redact'>,
): Quote {
  const { message, hint } = quote
  return { ...quote, message: redact(message), ...(hint !== undefined && { hint: redact(hint) }) }
}

// All texts in plain data that people get to read: its values and its keys, and nothing that is closed.

export type VisitText = (text: string) => void

/** Calls `visit` with each text of any data that JSON could contain. */
export function visitTexts(root: unknown, visit: VisitText): void {
  someText(root, (text) => {
    visit(text)
    return false
  })
}

/** Whether one of the texts that `visitTexts` visits passes a test. It stops at the first such text. */
export function someText(root: unknown, test: (text: string) => boolean): boolean {
  return pathOfText(root, test) !== undefined
}

type Path = readonly (string | number)[]

/**
 * The keys and indexes that lead to the first text that passes a test; a key has the path of its value. A plan of
 * thousands of changes has millions of fields, so paths are made only then.
 */
function pathOfText(value: unknown, test: (text: string) => boolean): Path | undefined {
  if (typeof value === 'string') return test(value) ? [] : undefined
  if (typeof value === 'number') return test(String(value)) ? [] : undefined
  if (value instanceof IdOf) return test(value.name) ? [] : undefined
  if (typeof value !== 'object' || value === null || value instanceof Labelled) return undefined
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const path = pathOfText(value[index], test)
      if (path !== undefined) return [index, ...path]
    }
    return undefined
  }
  for (const key in value) {
    // Keys are searched too, once a run each: a key in the service may be a secret, and reports show it.
    if (test(key)) return [key]
    const path = pathOfText((value as Readonly<Record<string, unknown>>)[key], test)
    if (path !== undefined) return [key, ...path]
  }
  return undefined
}

/** The fields of a resource that its kind allows to be shown. Paths are without indexes of lists. */
export function visitShownFields(
  fields: Value | undefined,
  isSecret: (path: FieldPath) => boolean,
  visit: VisitText,
  path: string[] = [],
): void {
  if (path.length > 0 && isSecret(path)) return
  if (typeof fields === 'string') visit(fields)
  else if (isList(fields)) for (const item of fields) visitShownFields(item, isSecret, visit, path)
  else if (isMap(fields))
    for (const key in fields) {
      path.push(key)
      visit(key)
      visitShownFields(fields[key], isSecret, visit, path)
      path.pop()
    }
  else visitTexts(fields, visit)
}
