// The service's limits as its replies' headers say them, the share of them that --rate allows, and when the next request may go.

/** Has no timer: the caller passes the time of its own clock in milliseconds. */
export class Lane {
  readonly #rate: Rate
  #limits: Limits | undefined
  /** Requests that our own share allows right now; undefined until a limit is known. */
  #tokens: number | undefined
  #filledAt = 0
  #remaining = Infinity
  #resetAt = 0
  #pausedUntil = 0
  #underWay = 0
  /** Whether anything was ever answered here: what never answered is not worth waiting for. */
  hasAnswered = false

  constructor(rate: Rate) {
    this.#rate = rate
    if ('perSecond' in rate) this.#tokens = Math.max(1, rate.perSecond)
  }

  /** 0 where a request may go now, and is counted as gone; else the milliseconds until asking again is worth it. */
  take(now: number): number {
    if (this.isPaused(now)) return this.#pausedUntil - now
    if (now >= this.#resetAt) this.#remaining = Math.max(this.#remaining, this.#limits?.limit ?? Infinity)
    if (this.#remaining < 1) return Math.max(1, this.#resetAt - now)
    this.#fill(now)
    if (this.#tokens !== undefined && this.#tokens < 1)
      return Math.max(1, Math.ceil((1 - this.#tokens) / this.#perMillisecond()))
    if (this.#tokens !== undefined) this.#tokens -= 1
    this.#remaining -= 1
    this.#underWay += 1
    return 0
  }

  /** What an answer said; undefined where no answer came, or none with limits. */
  answered(limits: Limits | undefined, now: number): void {
    this.#underWay -= 1
    if (limits === undefined) return
    const isFirst = this.#limits === undefined
    this.#limits = limits
    // Others under way are not in the service's count yet.
    this.#remaining = limits.remaining - this.#underWay
    this.#resetAt = now + limits.reset
    if (isFirst && 'share' in this.#rate) {
      // What others have used of the burst already is theirs.
      const used = limits.burst - limits.remaining + this.#underWay
      this.#tokens = Math.max(0, limits.burst * this.#rate.share - used)
      this.#filledAt = now
    }
  }

  /** One pause for all that wait here. */
  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
  }

  isPaused(now: number): boolean {
    return now < this.#pausedUntil
  }

  #fill(now: number): void {
    if (this.#tokens === undefined) return
    const most =
      'perSecond' in this.#rate
        ? Math.max(1, this.#rate.perSecond)
        : (this.#limits?.burst ?? 1) * this.#rate.share
    this.#tokens = Math.min(Math.max(1, most), this.#tokens + (now - this.#filledAt) * this.#perMillisecond())
    this.#filledAt = now
  }

  #perMillisecond(): number {
    if ('perSecond' in this.#rate) return this.#rate.perSecond / 1000
    const { limit, window } = this.#limits ?? { limit: 1, window: 1000 }
    return (limit / window) * this.#rate.share
  }
}

/** A share of what the service allows (0 to 1), or a number of requests a second. */
export type Rate = { readonly share: number } | { readonly perSecond: number }

/** The default leaves a fifth of the limit to production traffic. */
export const defaultRate: Rate = { share: 0.8 }

/** `80%` or `5/s`; undefined for anything else, and for nothing at all. */
export function parseRate(text: string): Rate | undefined {
  const [, amount = '', unit] = /^(\d{1,6}(?:\.\d{1,3})?)(%|\/s)$/.exec(text.trim()) ?? []
  const value = Number(amount)
  if (unit === undefined || value <= 0) return undefined
  if (unit === '/s') return { perSecond: value }
  return value <= 100 ? { share: value / 100 } : undefined
}

export interface Limits {
  /** Requests that one window gives. */
  readonly limit: number
  /** Milliseconds. */
  readonly window: number
  /** Requests that a window gives at most, with what was saved up. */
  readonly burst: number
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly reset: number
}

type Headers = Readonly<Record<string, string>>

/** The window and the burst come from the policy (`100;w=5;burst=110;…`); without it 5 s and no burst are assumed. */
export function limitsIn(headers: Headers): Limits | undefined {
  const limit = number(headers['ratelimit-limit'])
  const remaining = number(headers['ratelimit-remaining'])
  if (limit === undefined || remaining === undefined || limit <= 0) return undefined
  const policy = new Map((headers['ratelimit-policy'] ?? '').split(';').map((part) => pair(part.trim())))
  const window = (number(policy.get('w')) ?? 5) * 1000
  return {
    limit,
    window,
    burst: Math.max(limit, number(policy.get('burst')) ?? limit),
    remaining,
    reset: (number(headers['ratelimit-reset']) ?? window / 1000) * 1000,
  }
}

/** Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined where it says nothing. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const seconds = number(text)
  if (seconds !== undefined) return seconds * 1000
  const date = Date.parse(text)
  // The service's own clock says how far away its date is.
  const from = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(from) ? now : from))
}

/** Limits are kept by category; these are those of deployed services. */
export function categoryOf(url: string): 'trigger' | 'configuration' | 'global' {
  const { pathname } = new URL(url)
  if (/\/v1\/events\//.test(pathname)) return 'trigger'
  return /\/v[12]\/subscribers(?:\/|$)/.test(pathname) ? 'configuration' : 'global'
}

function pair(part: string): [string, string] {
  const at = part.indexOf('=')
  return at < 0 ? ['', part] : [part.slice(0, at), part.slice(at + 1)]
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined
}
