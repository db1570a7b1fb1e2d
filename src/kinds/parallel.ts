// Works on many items with a bounded number under way; a slow one holds up no other.

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
      // A failure reaches the reader through `results`; here it only ends the starting.
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
      // What was handed on isn't kept: there may be a hundred thousand.
      results.delete(index)
    }
  } finally {
    isEnded = true
  }
}
