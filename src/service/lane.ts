// One category of one key's requests: what the service said of its limit, and when the next request may go.
import type { Limits } from './limits.ts'
import type { Rate } from './rate.ts'

/** Holds no timer of its own: it is asked, and told, with the time of the caller's clock in milliseconds. */
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
