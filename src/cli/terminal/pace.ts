// The speed of a long phase, and its remaining time: by the last seconds, because a service may slow down.

// All in milliseconds.
/** A shorter time doesn't predict the rest. */
const shortest = 5000
/** The last seconds that count. */
const window = 15_000
/** Between two samples. */
const interval = 1000

/** `now` is the time of the caller's clock, in milliseconds. */
export class Pace {
  readonly #samples: { readonly at: number; readonly done: number }[] = []
  #done = 0

  note(done: number, now: number): void {
    this.#done = done
    const last = this.#samples.at(-1)
    if (last === undefined || now - last.at >= interval) this.#samples.push({ at: now, done })
  }

  /**
   * `, 240/s, 16 s left`, or slowly `, 2.0/min, 12 min left`; empty until enough is known, and without the time that is left if
   * the total is unknown.
   */
  text(now: number, total: number | undefined): string {
    while ((this.#samples[1]?.at ?? Infinity) <= now - window) this.#samples.shift()
    const [first] = this.#samples
    if (first === undefined || now - first.at < shortest || this.#done === first.done) return ''
    const perSecond = ((this.#done - first.done) / (now - first.at)) * 1000
    const speed = `, ${speedText(perSecond)}`
    // A list may grow while it is read.
    if (total === undefined || total < this.#done) return speed
    return `${speed}, ${leftText((total - this.#done) / perSecond)} left`
  }
}

function speedText(perSecond: number): string {
  if (perSecond < 0.1) return `${(perSecond * 60).toFixed(1)}/min`
  return `${perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0)}/s`
}

/** `16 s`, `12 min`, `2 h 5 min` */
function leftText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
