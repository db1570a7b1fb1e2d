// Which faults are switched on, how often each could have hit and did, and what they have to remember.
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
  /** How often each could have hit a request, and did. */
  readonly list: () => readonly FaultCount[]
  /** How many late requests have still to take effect. */
  readonly pending: number
}

export class Faults implements FaultSwitch {
  readonly #clock: Clock
  readonly #groups = new Map<string, Promise<void>>()
  #rules: readonly Rule[] = []
  #random: () => number = () => 0
  #seed = 1
  #isStopped = false
  #pending = 0

  /** `seed` is that of the chances of faults at a rate. */
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

  /** The faults that hit a request; of those that decide its reply only the first. */
  strike(operation: Pick<Operation, 'id' | 'method'>, query: URLSearchParams): Fault[] {
    const struck: Fault[] = []
    for (const rule of this.#rules) {
      const { fault } = rule
      if (!isInScope(fault, operation, query)) continue
      rule.seen += 1
      const isHit =
        fault.nth !== undefined
          ? rule.seen === fault.nth
          : fault.rate === undefined || this.#random() < fault.rate
      if (!isHit || (decides(fault) && struck.some(decides))) continue
      rule.hits += 1
      struck.push(fault)
    }
    return struck
  }

  /** Waits until the end of a time that begins with the first request of the same key. */
  together(key: string, milliseconds: number): Promise<void> {
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

  /** A request that its client may give up; the result is to be called when it has. */
  late(milliseconds: number, call: () => void): () => void {
    this.#pending += 1
    return () =>
      this.later(milliseconds, () => {
        this.#pending -= 1
        call()
      })
  }

  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.later(milliseconds, resolve))
  }

  /** Not once the sandbox is closed. */
  later(milliseconds: number, call: () => void): void {
    this.#clock.after(milliseconds, () => {
      if (!this.#isStopped) call()
    })
  }

  stop(): void {
    this.#isStopped = true
  }
}

export function decides({ kind: { doing } }: Fault): boolean {
  return doing.does === 'break' || doing.does === 'refuse' || doing.does === 'late'
}
