// The values that a field of a resource can have, in a manifest and in the service.
import { Labelled, type Secret } from './secrets/secret.ts'

export type Scalar = string | number | boolean | null

/** A JSON value whose leaves may also be a secret, the id of another resource, or a value that isn't shown or stored. */
export type Value = Scalar | Secret | IdOf | Unreadable | Sealed | readonly Value[] | ValueMap
export interface ValueMap {
  readonly [key: string]: Value
}

/** Keys from the root to a value; entries of a list have the path of the list. */
export type FieldPath = readonly string[]

/** The service's own id of a resource that may not exist yet; filled in just before a request is sent. */
export class IdOf extends Labelled {
  readonly kind: string
  readonly name: string
  constructor(kind: string, name: string) {
    super()
    this.kind = kind
    this.name = name
  }
  toString(): string {
    return `{id of ${this.kind} ${this.name}}`
  }
}

/** A field that exists or may exist in the service, which doesn't show it to this API key. */
export class Unreadable extends Labelled {
  readonly isSecret: boolean
  constructor(isSecret: boolean) {
    super()
    this.isSecret = isSecret
  }
  toString(): string {
    return this.isSecret ? '(secret, unreadable)' : '(unreadable)'
  }
}

/** A value that isn't stored: the label that is shown instead, and a fingerprint if it is compared. */
export class Sealed extends Labelled {
  readonly label: string
  readonly fingerprint: string | undefined
  constructor(label: string, fingerprint?: string) {
    super()
    this.label = label
    this.fingerprint = fingerprint
  }
  toString(): string {
    return this.label
  }
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Labelled)
}

/** A map from entries; `__proto__` and the like become plain keys. Keeps the order, but whole numbers such as `10` come first. */
export function mapOf(entries: Iterable<readonly [string, Value]>): ValueMap {
  return Object.fromEntries(entries)
}

/** The same keys, each with what `change` makes of its value. */
export function mapEach<Before, After>(
  record: Readonly<Record<string, Before>>,
  change: (value: Before, key: string) => After,
): Record<string, After> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}

/** The value under an own key; inherited names such as `constructor` are absent. */
export function at(map: ValueMap | undefined, key: string): Value | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined
}

/** These keys only; null for those that it doesn't have. */
export function pick(map: ValueMap, keys: readonly string[]): ValueMap {
  return mapOf(keys.map((key) => [key, at(map, key) ?? null]))
}

/** The value at a path of keys and indexes of lists; undefined if the path leads nowhere. */
export function valueAt(value: Value, path: readonly (string | number)[]): Value | undefined {
  return path.reduce<Value | undefined>((current, step) => {
    if (isList(current)) return typeof step === 'number' ? current[step] : undefined
    return isMap(current) ? at(current, String(step)) : undefined
  }, value)
}

/** A value without other values inside. */
export type Leaf = Exclude<Value, readonly Value[] | ValueMap>

/**
 * The same value with each leaf as `change` returns it. `path` contains keys only: entries of a list have the path of the
 * list. It is valid only until the next leaf.
 */
export function mapLeaves(
  value: Value,
  change: (leaf: Leaf, path: FieldPath) => Value,
  start: FieldPath = [],
): Value {
  const path = [...start]
  const visit = (part: Value): Value => {
    if (isList(part)) return part.map(visit)
    if (!isMap(part)) return change(part, path)
    // Made only for a difference. It has all keys already: setting `__proto__` in an empty object would lose it.
    let changed: Record<string, Value> | undefined
    for (const key of Object.keys(part)) {
      path.push(key)
      const item = visit(part[key] as Value)
      path.pop()
      if (item !== part[key]) (changed ??= { ...part })[key] = item
    }
    return changed ?? part
  }
  return visit(value)
}

/** Calls `visit` with each leaf and its path of keys and list indexes, which is valid only until the next leaf. */
export function eachLeaf(
  value: Value | undefined,
  visit: (leaf: Leaf, path: readonly (string | number)[]) => void,
): void {
  const path: (string | number)[] = []
  const inside = (item: Value | undefined, key: string | number): void => {
    path.push(key)
    walk(item as Value)
    path.pop()
  }
  const walk = (part: Value): void => {
    if (isList(part)) for (let index = 0; index < part.length; index++) inside(part[index], index)
    else if (isMap(part)) for (const key in part) inside(part[key], key)
    else visit(part, path)
  }
  if (value !== undefined) walk(value)
}

/** Whether a leaf passes a test. */
export function someLeaf(value: Value | undefined, test: (leaf: Leaf) => boolean): boolean {
  if (value === undefined) return false
  if (isList(value)) return value.some((entry) => someLeaf(entry, test))
  return isMap(value) ? Object.values(value).some((entry) => someLeaf(entry, test)) : test(value)
}

/** A scalar or a label as a string, a list or a map as JSON; the empty string for null and undefined. */
export function textOf(value: Value | undefined): string {
  if (value === undefined || value === null) return ''
  return isList(value) || isMap(value) ? JSON.stringify(value) : value.toString()
}

/** A copy with another value at a path that exists. */
export function withValueAt(value: Value, path: readonly (string | number)[], replacement: Value): Value {
  const [step, ...rest] = path
  if (step === undefined) return replacement
  if (isList(value))
    return value.map((item, index) => (index === step ? withValueAt(item, rest, replacement) : item))
  if (!isMap(value)) return value
  const replaced = Object.entries(value).map(
    ([key, item]) => [key, key === step ? withValueAt(item, rest, replacement) : item] as const,
  )
  return mapOf(replaced)
}
