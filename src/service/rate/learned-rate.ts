// The rate that a service accepts which shows no limits in its replies, learned from its refusals.

/** Fewer accepted requests say nothing of a rate: a service may refuse one for another reason. */
const leastAccepted = 20
/** After a refusal, the rate begins at this share of what the service accepted before. */
const share = 0.8
/** Seconds until the rate is again what the service accepted. */
const recovery = 10

/**
 * Between two refusals the service accepts what it allows in the long run, the time of the refusals included. From four fifths
 * of that, the rate rises in a step each second: fast, slowly around the rate that was accepted, and fast again where
 * nothing was refused there, because the service may allow more by then.
 */
export class LearnedRate {
  /** Accepted since then, in milliseconds of the caller's clock. */
  #since: number | undefined
  #accepted = 0
  #refusedAt: number | undefined
  /** Requests in a millisecond. */
  #base: number | undefined
  #basedAt = 0

  /** True from a refusal until the next request is accepted. */
  get isRefused(): boolean {
    return this.#refusedAt !== undefined
  }

  accepted(now: number): void {
    this.#since ??= now
    if (this.#refusedAt !== undefined) this.#learn(now, this.#since, this.#refusedAt)
    this.#accepted += 1
  }

  refused(now: number): void {
    this.#refusedAt = now
  }

  /** Nothing was to be sent for so many milliseconds, which tell nothing of the service: the rate doesn't rise in them. */
  idled(milliseconds: number): void {
    if (this.#since !== undefined) this.#since += milliseconds
    this.#basedAt += milliseconds
  }

  /** Requests in a millisecond; undefined until something was learned. */
  at(now: number): number | undefined {
    if (this.#base === undefined) return undefined
    const steps = Math.floor((now - this.#basedAt) / 1000)
    return this.#base * (1 + (1 - share) * (steps / recovery - 1) ** 3)
  }

  #learn(now: number, since: number, refusedAt: number): void {
    this.#refusedAt = undefined
    if (this.#accepted < leastAccepted) return
    // It began to accept again at some moment between the last refusal and now.
    const until = (refusedAt + now) / 2
    const measured = this.#accepted / Math.max(1, until - since)
    const current = this.at(refusedAt) ?? measured
    // The measured average is below the limit, which was reached only at the end; the rate that was refused is above it.
    this.#base = Math.min(current, (measured + current) / 2)
    this.#basedAt = now
    this.#since = until
    this.#accepted = 0
  }
}
