// Lists: many items added at once, a binary search, items in groups, what is derived from a list, work on items in parallel, and
// small pieces of a text as one.

/** A spread would make an argument of each item, and 130,000 arguments overflow the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item)
}

/** 0 if there is none. A spread into `Math.max` overflows the stack too. */
export function largest(numbers: Iterable<number>): number {
  let most = 0
  for (const number of numbers) if (number > most) most = number
  return most
}

/** The first index that a test doesn't pass; the indexes before it pass, and those after it don't. */
export function firstAfter(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Items by key, keys in order of first appearance. */
export function grouped<T, Key = string>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
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

/**
 * Calls `derive` only once for each object, because each change of a plan asks for what is derived from a list. The object
 * must not change afterwards.
 */
export function memoized<From extends object, Result extends object>(
  derive: (from: From) => Result,
): (from: From) => Result {
  const known = new WeakMap<From, Result>()
  return (from) => {
    const found = known.get(from) ?? derive(from)
    known.set(from, found)
    return found
  }
}

/** How many may be under way at once; a function if that changes meanwhile. */
export type Parallel = number | (() => number)

/** Results in the order of `items`; at most `limit` under way. The first failure ends it, and nothing new is started. */
export async function* inParallel<T, R>(
  items: readonly T[],
  limit: Parallel,
  work: (item: T) => Promise<R>,
): AsyncIterable<R> {
  const results = new Map<number, Promise<R>>()
  const most = typeof limit === 'number' ? () => limit : limit
  let started = 0
  let underWay = 0
  let isEnded = false
  const isFree = (): boolean => !isEnded && started < items.length && underWay < most()
  const fill = (): void => {
    while (isFree()) {
      const result = work(items[started] as T)
      results.set(started, result)
      started += 1
      underWay += 1
      // A failure is thrown through `results`; here it only stops new items.
      result.then(refill, () => (isEnded = true))
    }
  }
  const refill = (): void => {
    underWay -= 1
    fill()
  }
  fill()
  try {
    for (let index = 0; index < items.length; index += 1) {
      yield await (results.get(index) as Promise<R>)
      // Results aren't kept after they are yielded: there may be a hundred thousand.
      results.delete(index)
    }
  } finally {
    isEnded = true
  }
}

/** Characters: a write for each small piece would cost more than the text. */
const least = 65_536

/** The same text in pieces of at least 65,536 characters, but for the last. */
export function* gathered(pieces: Iterable<string>): Generator<string, void> {
  let parts: string[] = []
  let length = 0
  for (const piece of pieces) {
    parts.push(piece)
    length += piece.length
    if (length < least) continue
    yield parts.join('')
    parts = []
    length = 0
  }
  if (length > 0) yield parts.join('')
}
