// A secret has its own type, so code that prints one by accident prints only its label. And lists that are searched by secrets.
import { inspect } from 'node:util'
import { HashIndex, hashOf, Numbers } from '../compact.ts'

/** A value that is shown only as a label. */
export abstract class Labelled {
  abstract toString(): string
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

/** What a secret may contain: one JSON scalar. Lists and maps contain secrets as leaves. */
export type SecretValue = string | number | boolean

/**
 * A value that is sent to the service and never shown. String conversion, JSON, `inspect`,
 * templates and errors all show `(secret ORIGIN)`, where ORIGIN says where it came from, for example
 * `env:NAME`, `file:PATH`, `command:NAME`, `var:NAME`, `literal` (written in a file) or `live` (read from the service).
 * The value is a private field: spread and `structuredClone` lose it instead of copying it.
 */
export class Secret extends Labelled {
  readonly #value: SecretValue | undefined
  /** How it is written, if that contains references. */
  readonly #sketch: string | undefined
  readonly origin: string

  private constructor(value: SecretValue | undefined, origin: string, sketch?: string) {
    super()
    this.#value = value
    this.#sketch = sketch
    this.origin = origin
  }

  /** A secret whose value is known. */
  static of(value: SecretValue, origin: string, sketch?: string): Secret {
    return new Secret(value, origin, sketch)
  }

  /** A secret that is only named: offline commands need no value. `reveal` of it is a bug and throws. */
  static named(origin: string, sketch?: string): Secret {
    return new Secret(undefined, origin, sketch)
  }

  get isResolved(): boolean {
    return this.#value !== undefined
  }

  /** Another secret of the same origin, e.g. the string `true` if a boolean is required. */
  map(convert: (value: SecretValue) => SecretValue): Secret {
    return this.#value === undefined ? this : new Secret(convert(this.#value), this.origin, this.#sketch)
  }

  /** The same secret with its written form as value: equal if it has the same references, whatever their values. */
  asWritten(): Secret {
    if (this.#sketch === undefined && this.#value !== undefined) return this
    return new Secret(`\0${this.#sketch ?? this.origin}`, this.origin)
  }

  /** Whether the value passes a test; a secret that is only named passes every test. */
  passes(test: (value: SecretValue) => boolean): boolean {
    return this.#value === undefined || test(this.#value)
  }

  /** @internal Only for `reveal` and the indexes below. */
  static open(secret: Secret): SecretValue {
    if (secret.#value === undefined) throw new Error(`${secret.toString()} was needed but never resolved`)
    return secret.#value
  }

  toString(): string {
    return `(secret ${this.origin})`
  }
}

/**
 * The value itself. Only the comparer, the transport, fingerprints and the filter of foreign text call this;
 * a test over the source holds them to it.
 */
export function reveal(secret: Secret): SecretValue {
  return Secret.open(secret)
}

/** Finds what was kept for an equal secret. Secrets that are only named are equal if they are written alike. */
export class SecretMap<T> {
  readonly #kept = new Map<SecretValue, T>()

  get(secret: Secret | SecretValue): T | undefined {
    return this.#kept.get(keyOf(secret))
  }

  set(secret: Secret | SecretValue, meaning: T): void {
    this.#kept.set(keyOf(secret), meaning)
  }

  get size(): number {
    return this.#kept.size
  }
}

/** The secrets that occur more than once in a long list, and a few false positives. */
export class RepeatedSecrets {
  readonly #index = new HashIndex()
  readonly #repeated = new SecretMap<true>()

  note(secret: Secret | SecretValue): void {
    if (!this.#index.add(hashOf(String(keyOf(secret))))) this.#repeated.set(secret, true)
  }

  has(secret: Secret | SecretValue): boolean {
    return this.#repeated.get(secret) === true
  }

  get size(): number {
    return this.#repeated.size
  }
}

/** Which entries of a long list have a secret, without keeping it. */
export class SecretIndex {
  readonly #index = new HashIndex()
  readonly #entries = new Numbers()

  add(secret: Secret | SecretValue, entry: number): void {
    this.#index.add(hashOf(String(keyOf(secret))))
    this.#entries.push(entry)
  }

  /** The first defined result of `test` for the entries with this secret, in order. Few of them have another one. */
  find<Found>(secret: Secret | SecretValue, test: (entry: number) => Found | undefined): Found | undefined {
    return this.#index.find(hashOf(String(keyOf(secret))), (each) => test(this.#entries.at(each)))
  }

  get size(): number {
    return this.#index.size
  }
}

function keyOf(secret: Secret | SecretValue): SecretValue {
  if (!(secret instanceof Secret)) return secret
  return Secret.open(secret.isResolved ? secret : secret.asWritten())
}
