// Keeps closed what a secret takes the place of.
import { Secret } from './secret.ts'
import { at, isList, isMap, mapOf, type Value } from './value.ts'

/** Where a secret is wanted, what is live was one too: it may be the value before it was changed. */
export function closedLike(after: Value | undefined, before: Value | undefined): Value | undefined {
  if (isMap(after) && isMap(before))
    return mapOf(
      Object.entries(before).map(([key, value]) => [key, closedLike(at(after, key), value) ?? null]),
    )
  return holdsSecret(after) ? closed(before) : before
}

function holdsSecret(value: Value | undefined): boolean {
  if (isList(value)) return value.some(holdsSecret)
  return isMap(value) ? Object.values(value).some(holdsSecret) : value instanceof Secret
}

function closed(value: Value | undefined): Value | undefined {
  if (isList(value)) return value.map((entry) => closed(entry) ?? null)
  if (isMap(value)) return mapOf(Object.entries(value).map(([key, entry]) => [key, closed(entry) ?? null]))
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isScalar ? Secret.of(value, 'live') : value
}
