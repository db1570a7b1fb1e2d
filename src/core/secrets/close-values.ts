// Puts a closed secret in the place of what may not be shown.
import { Secret } from './secret.ts'
import { at, type FieldPath, isMap, type Leaf, mapLeaves, mapOf, someLeaf, type Value } from '../value.ts'

/** The same value with a closed secret in place of each string, number and boolean that is to be closed. */
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
