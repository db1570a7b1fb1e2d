// How many requests a second an environment may send, by category, with the headers that report it.
import type { MiddlewareHandler } from 'hono'
import { Refusal } from './refusals.ts'
import type { SandboxEnv } from './request-log.ts'
import { type Category, plans } from '../request-rates.ts'
import type { World } from '../profile.ts'

/** In seconds. */
const window = 5
const burstAllowance = 1.1

/** @internal */
export function limiting({ clock, profile }: World): MiddlewareHandler<SandboxEnv> {
  const limit = profile.rateLimit
  const buckets = new Map<string, TokenBucket>()
  return async (c, next) => {
    const category = categoryOf(c.req.path)
    if (limit === 'off' || category === undefined) return next()
    const rate = typeof limit === 'number' ? limit : plans[limit][category]
    const sustained = Math.max(1, Math.floor(rate * window))
    const burst = Math.max(1, Math.floor(rate * window * burstAllowance))
    const name = JSON.stringify([c.get('environment')._id, category])
    const bucket = buckets.get(name) ?? new TokenBucket(rate, burst)
    buckets.set(name, bucket)
    const time = clock.now().getTime()
    const { isAllowed, remaining, reset } = bucket.take(time)
    const seconds = String(Math.max(0, Math.ceil((reset - time) / 1000)))
    const level = typeof limit === 'number' ? 'custom' : limit
    c.header('RateLimit-Remaining', String(remaining))
    c.header('RateLimit-Limit', String(sustained))
    c.header('RateLimit-Reset', seconds)
    c.header(
      'RateLimit-Policy',
      `${sustained};w=${window};burst=${burst};comment="token bucket";category="${category}";cost="single";serviceLevel="${level}"`,
    )
    if (!isAllowed) {
      c.header('Retry-After', seconds)
      throw new Refusal(429, 'API rate limit exceeded')
    }
    return next()
  }
}

/** Undefined for the routes that control the sandbox. */
function categoryOf(path: string): Category | undefined {
  if (path.startsWith('/_sandbox/')) return undefined
  if (path.startsWith('/v1/events')) return 'trigger'
  return /^\/v\d\/subscribers/.test(path) ? 'configuration' : 'global'
}

/** Refills only after it is empty, as deployed services count requests. Times are milliseconds since 1970. */
class TokenBucket {
  /** Milliseconds from one token to the next. */
  readonly #interval: number
  /** What a full bucket contains. */
  readonly #burst: number
  #tokens = 0
  #refilled = 0
  #expires = -Infinity

  constructor(rate: number, burst: number) {
    this.#interval = 1000 / rate
    this.#burst = burst
  }

  /** `reset` is when an empty bucket has a token again. */
  take(time: number) {
    if (time >= this.#expires) this.#fill(this.#burst, time, time)
    else if (this.#tokens < 1) {
      const earned = Math.floor((time - this.#refilled) / this.#interval)
      const tokens = Math.min(this.#burst, earned)
      if (tokens < 1) return { isAllowed: false, remaining: 0, reset: this.#refilled + this.#interval }
      this.#fill(tokens, this.#refilled + earned * this.#interval, time)
    }
    this.#tokens -= 1
    return { isAllowed: true, remaining: this.#tokens, reset: this.#refilled + this.#interval }
  }

  /** A bucket that wasn't refilled for two windows, or for the time of one token if that is longer, is full again. */
  #fill(tokens: number, refilled: number, time: number): void {
    this.#tokens = tokens
    this.#refilled = refilled
    this.#expires = time + Math.max(2 * window * 1000, this.#interval)
  }
}
