// The faults of a running sandbox: which are switched on, how often each hit a request, and what waits because of them.
import type { Clock } from '../clock.ts'
import { seededRandom } from '../store/new-ids.ts'
import type { Operation } from '../profile.ts'
import { catalogue } from './catalogue.ts'
import { isInScope, readFault, type Fault } from './fault.ts'

export interface FaultCount {
  /** As `reset-after:updateIntegration@3`. */
  readonly fault: string
  /** Requests that it could have hit. */
  readonly seen: number
  readonly hits: number
}

interface Rule {
  readonly fault: Fault
  seen: number
  hits: number
}

/** What goes wrong in a sandbox, while it runs. */
export interface FaultSwitch {
  /** Replaces all earlier faults and resets the counts. Throws if a spec is invalid. */
  readonly set: (specs: readonly string[], seed?: number) => void
  /** How many requests each could have hit, and how many it hit. */
  readonly list: () => readonly FaultCount[]
  /** How many late requests have still to take effect. */
  readonly pending: number
}

export class Faults implements FaultSwitch {
  readonly #clock: Clock
  /** By key, what the requests that wait for each other await. */
  readonly #groups = new Map<string, Promise<void>>()
  #rules: readonly Rule[] = []
  #random: () => number = () => 0
  #seed = 1
  #isStopped = false
  #pending = 0

  /** `seed` decides which requests a fault with a rate, such as `:10%`, hits. */
  constructor(specs: readonly string[], seed: number, clock: Clock) {
    this.#clock = clock
    this.set(specs, seed)
  }

  get seed(): number {
    return this.#seed
  }

  /** Replaces all earlier faults and resets the counts. Throws a FaultError if a spec is invalid. */
  set(specs: readonly string[], seed = 1): void {
    this.#rules = specs.map((spec) => ({ fault: readFault(spec), seen: 0, hits: 0 }))
    this.#random = seededRandom(seed)
    this.#seed = seed
  }

  list(): FaultCount[] {
    return this.#rules.map(({ fault: { spec: fault }, seen, hits }) => ({ fault, seen, hits }))
  }

  has(name: keyof typeof catalogue): boolean {
    return this.#rules.some(({ fault }) => fault.name === name)
  }

  /** Counts a request, and returns the faults that hit it; of those that decide its reply only the first. */
  faultsFor(operation: Pick<Operation, 'id' | 'method'>, query: URLSearchParams): Fault[] {
    const found: Fault[] = []
    for (const rule of this.#rules) {
      const { fault } = rule
      if (!isInScope(fault, operation, query)) continue
      rule.seen += 1
      const isHit =
        fault.nth !== undefined
          ? rule.seen === fault.nth
          : fault.rate === undefined || this.#random() < fault.rate
      if (!isHit || (decidesReply(fault) && found.some(decidesReply))) continue
      rule.hits += 1
      found.push(fault)
    }
    return found
  }

  /** Ends at the same time for all requests of a key: so many milliseconds after the first of them. */
  waitForGroup(key: string, milliseconds: number): Promise<void> {
    const others = this.#groups.get(key)
    if (others !== undefined) return others
    const group = new Promise<void>((resolve) =>
      this.#clock.after(milliseconds, () => {
        this.#groups.delete(key)
        resolve()
      }),
    )
    this.#groups.set(key, group)
    return group
  }

  /** How many late requests have still to take effect. */
  get pending(): number {
    return this.#pending
  }

  /** Returns a function to call when the client has closed the connection; `call` follows so many milliseconds later. */
  afterDisconnect(milliseconds: number, call: () => void): () => void {
    this.#pending += 1
    return () =>
      this.#later(milliseconds, () => {
        this.#pending -= 1
        call()
      })
  }

  delay(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#later(milliseconds, resolve))
  }

  /** Doesn't call if the sandbox is closed by then. */
  #later(milliseconds: number, call: () => void): void {
    this.#clock.after(milliseconds, () => {
      if (!this.#isStopped) call()
    })
  }

  stop(): void {
    this.#isStopped = true
  }
}

/** Whether it refuses, breaks or postpones the request: only one such fault can hit a request. */
export function decidesReply({ kind: { effect } }: Fault): boolean {
  return effect.type === 'break' || effect.type === 'refuse' || effect.type === 'late'
}
