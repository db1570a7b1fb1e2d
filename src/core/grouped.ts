// Sorts items into groups.
import { memoized } from './memoized.ts'

/** Items by key, keys in order of first appearance. */
export function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** A function that finds the items of a list that have a key. Each list is grouped only once. */
export function indexed<T>(
  keyOf: (item: T) => string,
  test: (item: T) => boolean = () => true,
): (key: string, items: readonly T[]) => readonly T[] {
  const groupsOf = memoized((items: readonly T[]) => grouped(items.filter(test), keyOf))
  return (key, items) => groupsOf(items).get(key) ?? []
}
