// The rate that a service without headers allows, learned from what it accepts and refuses.

/**
 * Fewer accepted requests don't show a rate, because a service may refuse one for another reason. After several refusals,
 * several accepted ones are enough; none at all would be a rate of 0, at which every request waits forever.
 */
const leastAccepted = 20
const leastAfterSeveral = 3
/** After a refusal, the rate begins at this share of the one that is aimed at. */
const restartShare = 0.9
/** Of the rate that was refused, what is aimed at next. */
const aimedOfRefused = 0.96
/** Of the average that was accepted, the most that is aimed at: the service was not busy all the time. */
const mostOfAccepted = 1.1
/** Seconds until the rate is the one that is aimed at. */
const recoverySeconds = 10
/** Milliseconds after which what was accepted before counts half: fewer went at the same time then. */
const halvedAfter = 3500

/**
 * The rate that a service without headers allows, as the TCP variant CUBIC finds it: after a refusal the rate begins below the
 * one that was refused and rises in a step each second, fast, slowly around the one that is aimed at, and fast again if nothing
 * was refused there, because the service may allow more by then.
 */
export class LearnedRate {
  /** Accepted since then, in milliseconds of the caller's clock. */
  #since: number | undefined
  #accepted = 0
  #refusedAt: number | undefined
  #refused = 0
  /** Requests in a millisecond: what is aimed at, and how far below it the rate begins. */
  #aim: number | undefined
  #dip = 0
  #beganAt = 0

  /** True from a refusal until the next request is accepted. */
  get isRefused(): boolean {
    return this.#refusedAt !== undefined
  }

  /** `isProbe`: sent after the last refusal; others may have been on their way since before it. */
  accepted(now: number, isProbe: boolean): void {
    this.#since ??= now
    if (this.#refusedAt !== undefined && isProbe) this.#learn(now, this.#since, this.#refusedAt)
    if (this.#accepted > 2 * leastAccepted && now - this.#since > halvedAfter) {
      this.#accepted /= 2
      this.#since = (this.#since + now) / 2
    }
    this.#accepted += 1
  }

  refused(now: number): void {
    this.#refusedAt = now
    this.#refused += 1
  }

  /** Time in which nothing was to be sent shows nothing about the service: the rate doesn't rise in it. */
  idled(milliseconds: number): void {
    if (this.#since !== undefined) this.#since += milliseconds
    this.#beganAt += milliseconds
  }

  /** Requests in a millisecond; undefined until something was learned. */
  at(now: number): number | undefined {
    if (this.#aim === undefined) return undefined
    const steps = Math.floor((now - this.#beganAt) / 1000)
    return this.#aim + this.#dip * (steps / recoverySeconds - 1) ** 3
  }

  #learn(now: number, since: number, refusedAt: number): void {
    this.#refusedAt = undefined
    const isRate = this.#accepted >= (this.#refused >= leastAfterSeveral ? leastAfterSeveral : leastAccepted)
    this.#refused = 0
    if (!isRate) return
    const average = (until: number): number => this.#accepted / Math.max(1, until - since)
    // It began to accept again at some moment between the last refusal and now.
    const until = (refusedAt + now) / 2
    const refused = this.at(refusedAt)
    // What is refused soon after the start may be the end of a burst, which the average contains.
    const most =
      average(refusedAt) *
      (refused === undefined && refusedAt - since < 3 * (now - refusedAt) ? 1 : mostOfAccepted)
    this.#aim = Math.min(most, (refused ?? Infinity) * aimedOfRefused)
    this.#dip = this.#aim - restartShare * (refused === undefined ? average(until) : this.#aim)
    this.#beganAt = now
    this.#since = until
    this.#accepted = 0
  }
}
