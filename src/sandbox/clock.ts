// The sandbox's time: real, faster, or stopped until a test advances it.

interface ClockOptions {
  /** The time at first; by default the machine's. */
  readonly start?: Date
  /** Seconds that pass in one real second; 0 stops the clock. By default 1. */
  readonly speed?: number
}

interface Entry {
  readonly at: number
  readonly sequence: number
  readonly call: () => void
}

/** What `setTimeout` can wait at most, in milliseconds. */
const longestWait = 2 ** 31 - 1
/** How long due calls may delay everything else, in milliseconds. */
const longestTurn = 10

/** Calls come in order of their time, of the same time in the order in which they were asked for. */
export class Clock {
  readonly speed: number
  readonly #entries = new Heap<Entry>((a, b) => a.at - b.at || a.sequence - b.sequence)
  readonly #origin = performance.now()
  #base: number
  #sequence = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor({ start, speed = 1 }: ClockOptions = {}) {
    if (!Number.isFinite(speed) || speed < 0) throw new RangeError(`${speed} is not a valid clock speed`)
    this.#base = start === undefined ? Date.now() : start.getTime()
    this.speed = speed
  }

  now(): Date {
    return new Date(this.#time())
  }

  /** Calls once when the time has come, in milliseconds since 1970; a real timer keeps no process alive. */
  at(time: number, call: () => void): void {
    this.#sequence += 1
    this.#entries.push({ at: time, sequence: this.#sequence, call })
    this.#arm()
  }

  /** Calls once after so many milliseconds of this clock. */
  after(milliseconds: number, call: () => void): void {
    this.at(this.#time() + milliseconds, call)
  }

  /** Moves the time on and makes all calls that fall due meanwhile, each at its own time, before it returns. */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError(`a clock can't advance by ${milliseconds} ms`)
    const target = this.#time() + milliseconds
    for (let next = this.#due(target); next !== undefined; next = this.#due(target)) {
      this.#moveTo(next.at)
      next.call()
    }
    this.#moveTo(target)
    this.#arm()
  }

  /** No call is made any more. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #time(): number {
    return Math.floor(this.#base + (performance.now() - this.#origin) * this.speed)
  }

  #moveTo(time: number): void {
    this.#base += Math.max(0, time - this.#time())
  }

  #due(time: number): Entry | undefined {
    const next = this.#entries.first
    return this.#stopped || next === undefined || next.at > time ? undefined : this.#entries.pop()
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const next = this.#entries.first
    if (this.#stopped || this.speed === 0 || next === undefined) return
    const wait = Math.ceil((next.at - this.#time()) / this.speed)
    this.#timer = setTimeout(() => this.#fire(), Math.min(Math.max(wait, 0), longestWait)).unref()
  }

  /** Pauses after a while, so that requests get their turn however much is due. */
  #fire(): void {
    const time = this.#time()
    const end = performance.now() + longestTurn
    for (let next = this.#due(time); next !== undefined; next = this.#due(time)) {
      next.call()
      if (performance.now() > end) break
    }
    this.#arm()
  }
}

/** A stopped clock, by default a while after the default seed's last event. */
export function virtualClock(start = '2026-02-01T00:00:00.000Z'): Clock {
  return new Clock({ start: new Date(start), speed: 0 })
}

class Heap<Item> {
  readonly #items: Item[] = []
  readonly #compare: (a: Item, b: Item) => number

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare
  }

  /** The least item. */
  get first(): Item | undefined {
    return this.#items[0]
  }

  push(item: Item): void {
    this.#items.push(item)
    let at = this.#items.length - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isLess(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  /** Takes the least item out. */
  pop(): Item | undefined {
    const [first] = this.#items
    const last = this.#items.pop()
    if (last === undefined || this.#items.length === 0) return first
    this.#items[0] = last
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (left < this.#items.length && this.#isLess(left, least)) least = left
      if (right < this.#items.length && this.#isLess(right, least)) least = right
      if (least === at) return first
      this.#swap(at, least)
      at = least
    }
  }

  #isLess(a: number, b: number): boolean {
    return this.#compare(this.#items[a] as Item, this.#items[b] as Item) < 0
  }

  #swap(a: number, b: number): void {
    const item = this.#items[a] as Item
    this.#items[a] = this.#items[b] as Item
    this.#items[b] = item
  }
}
