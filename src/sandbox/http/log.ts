// Every request and its reply, for tests that check what was sent and in which order.

/** A request that a sandbox got, and its reply. */
export interface LoggedRequest {
  /** Places in the one order of all arrivals and departures: requests overlap where these intervals do. */
  readonly arrival: number
  readonly departure: number
  /** ISO 8601, of the arrival. */
  readonly time: string
  readonly method: string
  /** With its query, as it was sent. */
  readonly path: string
  /** The path as the contract writes it, or as an extra route does; undefined for an unknown route. */
  readonly template?: string
  readonly operation?: string
  /** The name of the environment that the key belongs to; undefined when the key was refused. */
  readonly environment?: string
  /** Without the key. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed; text that isn't JSON as it came. */
  readonly body?: unknown
  /** Paths of the body's fields that the operation doesn't know. */
  readonly unknownFields: readonly string[]
  /** 0 if no complete reply was sent. */
  readonly status: number
  readonly reply: unknown
  /** Names of the faults that hit it. */
  readonly faults?: readonly string[]
  /** The status of the reply that a fault replaced or suppressed. */
  readonly meantStatus?: number
  /** The error inside the sandbox, if `status` is 500. */
  readonly crash?: unknown
}

export class RequestLog {
  readonly #limit: number
  #entries: LoggedRequest[] = []
  #moments = 0

  /** Keeps the latest `limit` requests. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** In order of arrival. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries
  }

  /** The next place in the order of arrivals and departures. */
  moment(): number {
    this.#moments += 1
    return this.#moments
  }

  add(entry: LoggedRequest): void {
    const at = this.#entries.findLastIndex((other) => other.arrival < entry.arrival) + 1
    this.#entries.splice(at, 0, entry)
    if (this.#entries.length > this.#limit) this.#entries.shift()
  }

  clear(): void {
    this.#entries = []
  }
}
