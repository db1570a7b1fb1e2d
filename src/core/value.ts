// What a field of a resource can hold, in the manifest's language, on both sides of a comparison.
import { inspect } from 'node:util'
import { Secret } from './secret.ts'

export type Scalar = string | number | boolean | null

/** A JSON value whose leaves may also be a secret, the id of another resource, or something that isn't shown or kept. */
export type Value = Scalar | Secret | IdOf | Unreadable | Sealed | readonly Value[] | ValueMap
export interface ValueMap {
  readonly [key: string]: Value
}

/** The service's own id of a resource that may not exist yet; filled in just before a call is sent. */
export class IdOf {
  readonly kind: string
  readonly name: string
  constructor(kind: string, name: string) {
    this.kind = kind
    this.name = name
  }
  toString(): string {
    return `{id of ${this.kind} ${this.name}}`
  }
  toJSON(): string {
    return this.toString()
  }
  [inspect.custom](): string {
    return this.toString()
  }
}

/** A live field that exists or may exist, but that the service doesn't show to this key. */
export class Unreadable {
  readonly isSecret: boolean
  constructor(isSecret: boolean) {
    this.isSecret = isSecret
  }
  toString(): string {
    return this.isSecret ? '(secret, unreadable)' : '(unreadable)'
  }
  toJSON(): string {
    return this.toString()
  }
  [Symbol.toPrimitive](): string {
    return this.toString()
  }
  [inspect.custom](): string {
    return this.toString()
  }
}

/** A value that isn't kept: what is shown in its place, and a fingerprint where it is to be compared. */
export class Sealed {
  readonly label: string
  readonly fingerprint: string | undefined
  constructor(label: string, fingerprint?: string) {
    this.label = label
    this.fingerprint = fingerprint
  }
  toString(): string {
    return this.label
  }
  toJSON(): string {
    return this.label
  }
  [inspect.custom](): string {
    return this.label
  }
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value | undefined): value is ValueMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Secret) &&
    !(value instanceof IdOf) &&
    !(value instanceof Unreadable) &&
    !(value instanceof Sealed)
  )
}

/** A map from entries; `__proto__` and the like become plain keys. Keeps the order given. */
export function mapOf(entries: Iterable<readonly [string, Value]>): ValueMap {
  return Object.fromEntries(entries)
}

/** The value under an own key; inherited names such as `constructor` are absent. */
export function at(map: ValueMap | undefined, key: string): Value | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined
}

/** The value at a path of keys; nothing where a key on the way is missing. */
export function valueAt(map: ValueMap, path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>((value, key) => (isMap(value) ? at(value, key) : undefined), map)
}

/** A scalar or a label as text; nothing as the empty text. */
export function textOf(value: Value | undefined): string {
  if (value === undefined || value === null) return ''
  return isList(value) || isMap(value) ? JSON.stringify(value) : value.toString()
}
