// Works on many items with a bounded number under way; a slow one holds up no other.

/** Results in the order of `items`; at most `limit` under way. The first failure ends it, and nothing new is started. */
export async function* inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncIterable<R> {
  const results = new Map<number, Promise<R>>()
  let started = 0
  let isEnded = false
  const start = (): void => {
    if (isEnded || started === items.length) return
    const result = work(items[started] as T)
    results.set(started, result)
    started += 1
    // A failure reaches the reader through `results`; here it only ends the starting.
    result.then(start, () => (isEnded = true))
  }
  while (started < Math.min(limit, items.length)) start()
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
