// Puts a closed secret in the place of what may not be shown.
import { Secret } from './secret.ts'
import { at, isMap, mapLeaves, mapOf, someLeaf, type Leaf, type Value } from './value.ts'

/** The same value with a closed secret in place of each text, number and flag that is to be closed. */
export function closed(
  value: Value,
  isClosed: (path: readonly string[], leaf: string | number | boolean) => boolean,
  { origin = 'live', path }: { readonly origin?: string; readonly path?: readonly string[] } = {},
): Value {
  const close = (leaf: Leaf, here: readonly string[]): Value => {
    const isShown = typeof leaf === 'string' || typeof leaf === 'number' || typeof leaf === 'boolean'
    return isShown && isClosed(here, leaf) ? Secret.of(leaf, origin) : leaf
  }
  return mapLeaves(value, close, path)
}

/** Where a secret is wanted, what is live was one too: it may be the value before it was changed. */
export function closedLike(after: Value | undefined, before: Value | undefined): Value | undefined {
  if (isMap(after) && isMap(before))
    return mapOf(
      Object.entries(before).map(([key, value]) => [key, closedLike(at(after, key), value) ?? null]),
    )
  const isSecret = before !== undefined && someLeaf(after, (leaf) => leaf instanceof Secret)
  return isSecret ? closed(before, () => true) : before
}
