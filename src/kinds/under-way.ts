// Bounds how many requests of several clients are under way at once.
import type { Client } from '../service/client.ts'
import type { Parallel } from './parallel.ts'

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

  /** Resolves as soon as nothing is under way: requests that were sent early are not always waited for. */
  idle(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve))
  }

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
