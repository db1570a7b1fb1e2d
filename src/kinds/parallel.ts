// Works on many items with a bounded number under way, in order of the items.

/** Results in the order of `items`; at most `limit` under way. The first failure ends it. */
export async function* inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncIterable<R> {
  const under: Promise<R>[] = []
  let started = 0
  const start = (): void => {
    const item = items[started++] as T
    const promise = work(item)
    // Handled here so that a failure which nobody awaits yet isn't taken for an unhandled one.
    promise.catch(() => undefined)
    under.push(promise)
  }
  while (started < items.length && under.length < limit) start()
  for (let head = under.shift(); head !== undefined; head = under.shift()) {
    const result = await head
    if (started < items.length) start()
    yield result
  }
}
