// Closes the secrets in what the service shows, by path, before anything else sees them.
import type { FieldPath } from '../core/compare.ts'
import { Secret } from '../core/secret.ts'
import { isList, isMap, type Value } from '../core/value.ts'

/** The same value with every scalar whose path is secret as a `(secret live)`. Lists add nothing to the path. */
export function closed(value: Value, path: FieldPath, isSecret: (path: FieldPath) => boolean): Value {
  if (isList(value)) return value.map((entry) => closed(entry, path, isSecret))
  if (isMap(value))
    return Object.fromEntries(
      Object.keys(value).map((key) => [key, closed(value[key] ?? null, [...path, key], isSecret)]),
    )
  if (value === null || value instanceof Secret || typeof value === 'object' || !isSecret(path)) return value
  return Secret.of(value, 'live')
}
