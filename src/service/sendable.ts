// What callers may hand in where the contract names a type: the same shape, with secrets still closed.
import type { Secret } from '../core/secrets/secret.ts'
import type { Value } from '../core/value.ts'

/**
 * `T` in which each leaf may also be a secret, free-form parts are any `Value`, enumerated values are any text
 * (services are newer than the contract), and an optional property may be undefined, which leaves it out.
 */
export type Sendable<T> = unknown extends T
  ? Value
  : T extends string
    ? string | Secret
    : T extends number
      ? number | Secret
      : T extends boolean
        ? boolean | Secret
        : T extends readonly (infer Item)[]
          ? readonly Sendable<Item>[]
          : T extends object
            ? {
                readonly [Key in keyof T]:
                  Sendable<T[Key]> | (object extends Pick<T, Key> ? undefined : never)
              }
            : T

/** `T` in which each property may also be null, which deployed services take as "clear this". */
export type Clearable<T> = { readonly [Key in keyof T]: T[Key] | null }
