// When the next request may go that counts towards one limit of the service, and how many at the same time keep it busy.
import type { Limits, Rate } from './rate-limit.ts'
import { LearnedRate } from './learned-rate.ts'

/** A request that was sent. */
export interface Ticket {
  readonly sentAt: number
  /**
   * The number, from 1, of a request that is sent alone after a refusal to try whether the service accepts requests; else 0.
   */
  readonly probe: number
}

/** How a request ended. */
export interface RequestEnd {
  /** Whether the service refused it for its rate; undefined if no reply came. */
  readonly isRefused: boolean | undefined
  readonly limits: Limits | undefined
}

/** Seconds for which a learned rate saves up requests that it didn't send. */
const savedSeconds = 0.02
/** The part of a window for which requests are saved up: more of them would be missing to others. */
const savedOfWindow = 0.01
/** The most of a window that is planned for: requests travel for different times, so a few more may arrive in a window. */
const planned = 0.97

/** Has no timer: the caller passes the time of its own clock in milliseconds. */
export class Lane {
  readonly #rate: Rate
  readonly #learned = new LearnedRate()
  #limits: Limits | undefined
  /** Requests that our own share allows right now. */
  #tokens = 1
  #filledAt = 0
  #remaining = Infinity
  #resetAt = 0
  /** When the first request was sent that counts towards the current window. */
  #beganAt = 0
  /** When a reply last showed that a window began. */
  #jumpedAt = 0
  #pausedUntil = 0
  #underWay = 0
  #hasProbe = false
  /** Probes since something was accepted. */
  #probes = 0
  /** When the last request in progress ended. */
  #idleSince = 0
  #hasWaited = false
  /** Milliseconds that replies take, on average. */
  #latency: number | undefined
  #accepted = 0
  /** Whether anything was ever answered here: what never answered is not worth waiting for. */
  hasAnswered = false

  constructor(rate: Rate) {
    this.#rate = rate
    if ('perSecond' in rate) this.#tokens = Math.max(1, rate.perSecond)
  }

  /** 0 if a request may be sent now; else milliseconds until the next call is useful: Infinity until a request ends. */
  wait(now: number): number {
    // This isn't called while nothing is to be sent, so a first call that didn't have to wait ends an idle time.
    if (this.#underWay === 0 && !this.#hasWaited && !this.#learned.isRefused) {
      this.#learned.idled(now - this.#idleSince)
      this.#idleSince = now
    }
    const milliseconds = this.#wait(now)
    this.#hasWaited ||= milliseconds > 0
    return milliseconds
  }

  /** A request goes now. */
  started(now: number): Ticket {
    this.#hasProbe = this.#learned.isRefused
    this.#probes = this.#hasProbe ? this.#probes + 1 : 0
    this.#hasWaited = false
    this.#tokens -= 1
    this.#remaining -= 1
    this.#underWay += 1
    return { sentAt: now, probe: this.#probes }
  }

  ended({ sentAt, probe }: Ticket, { isRefused, limits }: RequestEnd, now: number): void {
    if (probe > 0) this.#hasProbe = false
    this.#underWay -= 1
    this.#idleSince = now
    if (isRefused === undefined) return
    this.hasAnswered = true
    if (isRefused) this.#learned.refused(now)
    else {
      this.#learned.accepted(now, probe > 0)
      this.#accepted += 1
      const took = now - sentAt
      this.#latency = this.#latency === undefined ? took : this.#latency + (took - this.#latency) / 8
    }
    // A late reply shows nothing about the current window.
    if (limits !== undefined && sentAt >= this.#beganAt) this.#heed(limits, sentAt, now)
  }

  /** One pause for all requests that wait here. */
  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
  }

  isPaused(now: number): boolean {
    return now < this.#pausedUntil
  }

  /**
   * How many requests at the same time use the whole rate: as many as are sent until the first is answered, and a few more. What
   * is saved up goes within a second. Undefined until a rate is known and a request was accepted.
   */
  atOnce(now: number): number | undefined {
    const perMillisecond = this.#perMillisecond(now)
    if (perMillisecond === undefined || this.#latency === undefined) return undefined
    const all = perMillisecond + Math.max(0, this.#tokens) / 1000
    return Math.ceil(all * this.#latency * 1.25) + 1
  }

  /** Milliseconds that replies take, on average; 0 before the first. */
  get latency(): number {
    return this.#latency ?? 0
  }

  /** Requests that the service accepted. */
  get accepted(): number {
    return this.#accepted
  }

  #wait(now: number): number {
    if (this.isPaused(now)) return this.#pausedUntil - now
    if (this.#hasProbe) return Infinity
    if (now >= this.#resetAt) {
      this.#remaining = Math.max(this.#remaining, this.#limits?.limit ?? Infinity)
      if (this.#limits !== undefined) this.#beganAt = now
      this.#resetAt = now + (this.#limits?.window ?? 0)
    }
    if (this.#remaining < 1) return Math.max(1, this.#resetAt - now)
    const perMillisecond = this.#perMillisecond(now)
    if (perMillisecond === undefined) return 0
    this.#fill(now, perMillisecond)
    return this.#tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - this.#tokens) / perMillisecond))
  }

  #heed(limits: Limits, sentAt: number, now: number): void {
    const before = this.#limits
    this.#limits = limits
    const isBucket = limits.burst > limits.limit
    const hasJumped = before === undefined || limits.remaining > before.remaining + limits.limit / 2
    if (hasJumped) this.#jumpedAt = this.#beganAt = sentAt
    // A window that slides never jumps, and gives back meanwhile what those under way take.
    const isSliding = !isBucket && sentAt > this.#jumpedAt + 2 * limits.window
    // Others under way are not in the service's count yet.
    this.#remaining = limits.remaining - (isSliding ? 0 : this.#underWay)
    // Seconds are rounded up, so the earliest of what the replies of one window say is the nearest. Counted from when a request
    // was sent: what is sent that much later arrives that much later, too.
    this.#resetAt = Math.min(hasJumped ? Infinity : this.#resetAt, sentAt + limits.reset)
    if (before !== undefined || 'perSecond' in this.#rate) return
    // The part of the burst that others have used already.
    const used = limits.burst - limits.remaining + this.#underWay
    const most = this.#most(limits.limit / limits.window)
    const left = Math.max(0, limits.burst * this.#rate.share - used)
    this.#tokens = isBucket ? Math.min(most, left) : most - this.#underWay
    this.#filledAt = now
  }

  #fill(now: number, perMillisecond: number): void {
    const tokens = this.#tokens + (now - this.#filledAt) * perMillisecond
    this.#tokens = Math.min(Math.max(1, this.#most(perMillisecond)), tokens)
    this.#filledAt = now
  }

  #most(perMillisecond: number): number {
    if (this.#limits === undefined && this.#learned.at(this.#filledAt) !== undefined)
      return perMillisecond * 1000 * savedSeconds
    if ('perSecond' in this.#rate) return this.#rate.perSecond
    const { share } = this.#rate
    const { limit, burst } = this.#limits ?? { limit: 1, burst: 1 }
    // Only a bucket has a burst. A window has no more than its limit, and what is saved up comes on top of our share of it.
    return burst === limit ? 1 + limit * share * savedOfWindow : burst * share
  }

  /** Undefined until a limit is known. What headers say is not learned. */
  #perMillisecond(now: number): number | undefined {
    const learned = this.#limits === undefined ? this.#learned.at(now) : undefined
    if ('perSecond' in this.#rate) return Math.min(this.#rate.perSecond / 1000, learned ?? Infinity)
    if (this.#limits === undefined) return learned
    const { limit, burst, window } = this.#limits
    return (limit / window) * (burst === limit ? Math.min(planned, this.#rate.share) : this.#rate.share)
  }
}
