// How many requests run at the same time: as many as the service's rate needs, or more and more if the service sends no rate
// headers; and the requests of several clients, counted together.
import type { Parallel } from '../../core/lists.ts'
import type { Client } from '../client.ts'
import type { WireRequest } from '../transport.ts'
import { Lane } from './lane.ts'
import { categoryOf, type Rate } from './rate-limit.ts'
import { type LineOptions, WaitingLine } from './waiting-line.ts'

interface LinesOptions extends LineOptions {
  readonly rate: Rate
  readonly concurrency?: number
}

/** Requests at the same time, at least and at most, unless `--concurrency` sets the most. */
const leastAtOnce = 4
const mostAtOnce = 32
/** The most at the start, while no limit is known: an overloaded service refuses all requests in progress. */
const mostAtStart = 16
/** Accepted requests after which one more goes at the same time, until a limit is known or learned. */
const oneMoreAfter = 80
/** Requests in a millisecond that a service is expected to allow. */
const expectedRate = 0.18

/** The waiting line of each request, and the total capacity of all lines. Each API key and category has its own limits. */
export function openLines({ rate, concurrency, ...options }: LinesOptions) {
  const lines = new Map<string, WaitingLine>()
  return {
    of: ({ url, headers }: Pick<WireRequest, 'url' | 'headers'>): WaitingLine => {
      const [origin = ''] = /^[^/]*\/\/[^/?#]*/.exec(url) ?? []
      const name = `${categoryOf(url)} ${origin} ${headers['authorization'] ?? ''}`
      const known = lines.get(name)
      if (known !== undefined) return known
      const line = new WaitingLine(new Lane(rate), options)
      lines.set(name, line)
      return line
    },
    atOnce: (): number => {
      const now = options.clock()
      let wanted = leastAtOnce
      for (const { lane } of lines.values()) {
        // The first replies say whether the service reports its limit.
        const begun = Math.min(mostAtStart, concurrency ?? Math.max(leastAtOnce, expectedRate * lane.latency))
        const unknown = lane.accepted === 0 ? leastAtOnce : Math.floor(begun + lane.accepted / oneMoreAfter)
        wanted = Math.max(wanted, lane.atOnce(now) ?? unknown)
      }
      return Math.min(concurrency ?? mostAtOnce, wanted)
    },
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
