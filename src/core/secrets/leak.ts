// The last check of a result: what would show a secret is not printed, because redacting it would hide a bug.
import type { Filter } from './redact.ts'
import type { Problem } from '../problem.ts'
import { Labelled } from './secret.ts'
import { type FieldPath, IdOf, isList, isMap, type Value } from '../value.ts'

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

// All texts in plain data that people get to read: its values and its keys, and nothing that is closed.

/** Called with each text, with the path of keys and indexes that leads to it; the path is valid only until the next call. */
export type Hear = (text: string, path: readonly (string | number)[]) => void

/** Of any data that JSON could hold. A key comes with the path of what it leads to. */
export function hearTexts(root: unknown, hear: Hear): void {
  someText(root, (text, path) => {
    hear(text, path)
    return false
  })
}

/** Whether one of the texts that `hearTexts` visits passes a test. It stops at the first such text. */
export function someText(root: unknown, test: (...heard: Parameters<Hear>) => boolean): boolean {
  const path: (string | number)[] = []
  const visit = (value: unknown): boolean => {
    if (typeof value === 'string') return test(value, path)
    if (typeof value === 'number') return test(String(value), path)
    if (value instanceof IdOf) return test(value.name, path)
    if (typeof value !== 'object' || value === null || value instanceof Labelled) return false
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        path.push(index)
        if (visit(value[index])) return true
        path.pop()
      }
      return false
    }
    // A plan of thousands of changes has millions of fields: nothing is made for each.
    for (const key in value) {
      path.push(key)
      // Keys are searched too, once a run each: a key in the service may be a secret, and reports show it.
      if (test(key, path) || visit((value as Readonly<Record<string, unknown>>)[key])) return true
      path.pop()
    }
    return false
  }
  return visit(root)
}

/** The fields of a resource that its kind allows to be shown. Paths are without indexes of lists. */
export function hearFields(
  fields: Value | undefined,
  isSecret: (path: FieldPath) => boolean,
  hear: Hear,
  path: string[] = [],
): void {
  if (path.length > 0 && isSecret(path)) return
  if (typeof fields === 'string') hear(fields, path)
  else if (isList(fields)) for (const item of fields) hearFields(item, isSecret, hear, path)
  else if (isMap(fields))
    for (const [key, item] of Object.entries(fields)) {
      path.push(key)
      hear(key, path)
      hearFields(item, isSecret, hear, path)
      path.pop()
    }
  else hearTexts(fields, (text) => hear(text, path))
}
