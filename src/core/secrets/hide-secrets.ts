// Replaces what may not be shown with a closed secret: a value, and in each field of events and messages their webhooks,
// device tokens and credentials.
import { jsonIn } from '../json.ts'
import { Secret } from './secret.ts'
import {
  at,
  isList,
  isMap,
  mapOf,
  type Value,
  type FieldPath,
  type Leaf,
  mapLeaves,
  someLeaf,
} from '../value.ts'

/** The same value with a closed secret instead of each string, number and boolean that is to be closed. */
export function closed(
  value: Value,
  isClosed: (path: FieldPath, leaf: string | number | boolean) => boolean,
  { origin = 'live', path }: { readonly origin?: string; readonly path?: FieldPath } = {},
): Value {
  const close = (leaf: Leaf, here: FieldPath): Value => {
    const isShown = typeof leaf === 'string' || typeof leaf === 'number' || typeof leaf === 'boolean'
    return isShown && isClosed(here, leaf) ? Secret.of(leaf, origin) : leaf
  }
  return mapLeaves(value, close, path)
}

/** If a secret is declared, the service's value was one too: it may be the value before it was changed. */
export function closedLike(after: Value | undefined, before: Value | undefined): Value | undefined {
  if (isMap(after) && isMap(before))
    return mapOf(
      Object.entries(before).map(([key, value]) => [key, closedLike(at(after, key), value) ?? null]),
    )
  const isSecret = before !== undefined && someLeaf(after, (leaf) => leaf instanceof Secret)
  return isSecret ? closed(before, () => true) : before
}

const live = Secret.named('live')
const label = live.toString()

/** Fields by name, also in the free-form parts that a trigger's caller fills; their whole content is hidden. */
const secretName =
  /device_?tokens?|webhook_?url|credentials?$|(?:api|access|secret|private|signing|token)[_-]?key|tokens?$|secret$|passw|authorization|bearer/i

/** Fields in which services repeat what a provider said, which may contain the URL of the request and names. */
export const foreignText: ReadonlySet<string> = new Set(['raw', 'detail', 'error', 'errorText'])
/** Also as JSON and encoded, and with labels in it. A mark at the end belongs to the sentence. */
const url = /https?(?::|%3a)(?:\\?\/|%2f){2}(?:\(secret [^()]*\)|\\\/|[^\s"'<>\\])*(?<![.,;:!?\]}])/gi
const secretInUrl = /hooks?[./\\%]|webhook|(?:key|token|secret|sig|signature)=/i

/** Deeper values are not searched, so they are not shown either. */
const deepest = 100

/**
 * The same value with `(secret live)` instead of every secret, also if another string repeats one of 12 or more characters
 * without spaces. Text that quotes a provider also loses URLs that contain a secret; `known` removes other secrets from a string.
 */
export function withoutSecrets(value: Value, known: (text: string) => string = (text) => text): Value {
  const found = new Set<string>()
  collect(value, { isSecret: false, depth: 0 }, found)
  // The longest first: one may be part of another. A word or two isn't a secret that others could repeat.
  const secrets = [...found].filter((text) => /^\S{12,}$/.test(text)).sort((a, b) => b.length - a.length)
  const redact: Redact = (text, isForeign) => {
    const shown = secrets.reduce((before, secret) => before.replaceAll(secret, label), known(text))
    return isForeign
      ? shown.replaceAll(url, (each) => (secretInUrl.test(each) ? '(hidden URL)' : each))
      : shown
  }
  return hide(value, { name: '', isSecret: false, isForeign: false, depth: 0 }, redact)
}

/** The same value with its secrets closed, for sending: only the sender opens them, everything else shows a label. */
export function withSecretsClosed(value: Value, origin: string): Value {
  return closed(
    value,
    (path, leaf) => typeof leaf !== 'boolean' && path.some((name) => secretName.test(name)),
    { origin },
  )
}

/** Adds the strings of secret fields to `found`, also those in strings that are JSON. */
function collect(
  value: Value,
  { isSecret, depth }: Pick<Place, 'isSecret' | 'depth'>,
  found: Set<string>,
): void {
  if (depth > deepest) return
  const inside = (part: Value, name: string): void =>
    collect(part, { isSecret: isSecret || secretName.test(name), depth: depth + 1 }, found)
  if (isList(value)) for (const each of value) inside(each, '')
  else if (isMap(value)) for (const [name, each] of Object.entries(value)) inside(each, name)
  else if (typeof value === 'string') {
    if (isSecret) found.add(value)
    const json = parsed(value)
    if (json !== undefined) inside(json, '')
  }
}

interface Place {
  /** Of the field, also of a list's entries. */
  readonly name: string
  /** Whether it is a secret, or a part of one. */
  readonly isSecret: boolean
  /** Whether it is in what a provider said. */
  readonly isForeign: boolean
  readonly depth: number
}

type Redact = (text: string, isForeign: boolean) => string

/** Lists and maps keep their shape; booleans and null contain no secret. */
function hide(value: Value, { name, depth, ...around }: Place, redact: Redact): Value {
  if (depth > deepest) return live
  const isSecret = around.isSecret || secretName.test(name)
  const isForeign = around.isForeign || foreignText.has(name)
  const inside = (part: Value, key: string): Value =>
    hide(part, { name: key, isSecret, isForeign, depth: depth + 1 }, redact)
  if (isList(value)) return value.map((each) => inside(each, name))
  if (isMap(value))
    return mapOf(
      Object.entries(value).map(([key, each]) => [redact(key, isForeign), inside(each, key)] as const),
    )
  if (isSecret) return typeof value === 'string' || typeof value === 'number' ? live : value
  if (typeof value === 'number') return hideInNumber(value, redact)
  if (typeof value !== 'string') return value
  const json = parsed(value)
  if (json === undefined) return redact(value, isForeign)
  const hidden = inside(json, name)
  // Unchanged, if there was nothing to hide.
  return isSame(hidden, json) ? value : JSON.stringify(hidden)
}

function hideInNumber(number: number, redact: Redact): Value {
  const shown = redact(String(number), false)
  return shown === String(number) ? number : shown
}

/** `hidden` is the one that is never too deep to be walked through. */
function isSame(hidden: Value, value: Value | undefined): boolean {
  if (isList(hidden)) return isList(value) && hidden.every((each, index) => isSame(each, value[index]))
  if (!isMap(hidden)) return hidden === value
  return isMap(value) && Object.entries(hidden).every(([key, each]) => isSame(each, at(value, key)))
}

/** A string that is itself JSON, such as a provider's answer. */
function parsed(text: string): Value | undefined {
  return /^\s*[[{]/.test(text) ? (jsonIn(text) as Value | undefined) : undefined
}
