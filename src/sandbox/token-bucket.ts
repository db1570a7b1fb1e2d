// A bucket of tokens that refills only after it is empty, as deployed services count requests.

export interface BucketOptions {
  /** Requests a second in the long run. */
  readonly rate: number
  /** The window over which the rate counts, in seconds. */
  readonly window: number
  /** What a full bucket holds. */
  readonly burst: number
}

export interface Taken {
  readonly isAllowed: boolean
  readonly remaining: number
  /** When the next request can be allowed, in milliseconds since 1970. */
  readonly reset: number
}

/** Times are milliseconds since 1970. */
export class TokenBucket {
  readonly #options: BucketOptions
  #tokens = 0
  #refilled = 0
  #expires = -Infinity

  constructor(options: BucketOptions) {
    this.#options = options
  }

  take(time: number): Taken {
    const { rate, burst } = this.#options
    const interval = 1000 / rate
    if (time >= this.#expires) this.#fill(burst, time, time)
    else if (this.#tokens < 1) {
      const earned = Math.floor((time - this.#refilled) / interval)
      const tokens = Math.min(burst, earned)
      if (tokens < 1) return { isAllowed: false, remaining: 0, reset: this.#refilled + interval }
      this.#fill(tokens, this.#refilled + earned * interval, time)
    }
    this.#tokens -= 1
    return { isAllowed: true, remaining: this.#tokens, reset: this.#refilled + interval }
  }

  /** A bucket that nobody has refilled for two windows is forgotten, so full again. */
  #fill(tokens: number, refilled: number, time: number): void {
    this.#tokens = tokens
    this.#refilled = refilled
    this.#expires = time + 2 * this.#options.window * 1000
  }
}
