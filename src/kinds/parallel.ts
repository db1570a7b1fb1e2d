// Works on many items, or sends requests of several clients, with a bounded number under way.
import type { Client } from '../service/client.ts'

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

/** Counts the requests of several clients together. */
export class UnderWay {
  readonly #most: () => number
  #count = 0
  readonly #waiting = new Set<() => void>()
  #whenIdle: (() => void)[] = []

  constructor(most: Parallel) {
    this.#most = typeof most === 'number' ? () => most : most
  }

  /** The same client, whose requests wait until fewer than the most are under way. */
  bound(client: Client): Client {
    return {
      ...client,
      call: async (request, on) => {
        await new Promise<void>((go) => {
          this.#waiting.add(go)
          this.#fill()
        })
        try {
          return await client.call(request, on)
        } finally {
          this.#count -= 1
          this.#fill()
        }
      },
    }
  }

  /** Resolves once no request is in progress: requests that were sent early are not always waited for. */
  readonly idle = (): Promise<void> =>
    this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve))

  #fill(): void {
    for (const go of this.#waiting) {
      if (this.#count >= this.#most()) return
      this.#waiting.delete(go)
      this.#count += 1
      go()
    }
    if (this.#count > 0) return
    for (const resolve of this.#whenIdle) resolve()
    this.#whenIdle = []
  }
}
