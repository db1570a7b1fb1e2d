// One section under way: what was sent, what became of it, and which ids came to light.
import type { Change } from '../core/change.ts'
import type { Outcome, Result } from '../core/outcome.ts'
import type { Section } from '../core/plan.ts'
import { inParallel } from '../kinds/parallel.ts'
import type { Desired, Kind, Live, Look } from '../kinds/kind.ts'
import type { Client } from '../service/client.ts'
import { Connections } from './connections.ts'
import type { Engine } from './engine.ts'
import { reasonOf } from './failure.ts'
import { Ids } from './ids.ts'
import { accountOf } from './journal.ts'
import type { Recorded } from './ledger.ts'
import { grouped } from './order.ts'
import type { Planned } from './plan.ts'
import { pursuit } from './pursuit.ts'
import { send, type Sending } from './send.ts'

export class Run {
  readonly #section: Section
  readonly #planned: Planned
  readonly #engine: Engine
  readonly #ids: Ids
  readonly #connections: Connections
  readonly #outcomes = new Map<string, Promise<Outcome>>()
  readonly #results = new Map<string, Result>()
  /** Kinds that something was sent for. */
  readonly #written = new Set<string>()
  readonly #replies: Map<string, unknown>
  /** What the changes of a stage refer to and don't move, by key. */
  #shared = new Map<string, Look>()

  /** The engine's clock starts with the apply. `clients` and `replies` are filled: for counting, and with what creates answered. */
  constructor(
    section: Section,
    planned: Planned,
    engine: Engine,
    clients: Client[],
    replies: Map<string, unknown>,
  ) {
    this.#section = section
    this.#planned = planned
    this.#engine = engine
    this.#ids = new Ids(section.ids)
    this.#connections = new Connections(planned, engine, clients)
    this.#replies = replies
  }

  /** Results in the plan's order. */
  async start(): Promise<Result[]> {
    const unsafe = await this.#engine.ledger?.forget(
      this.#section.changes.map((change) => this.#recorded(change)),
    )
    if (unsafe !== undefined) return this.skipAll(unsafe)
    const stages = grouped(this.#section.changes, ({ kind, stage }) => `${kind} ${stage}`)
    for (const changes of stages.values()) await this.#stage(changes)
    return this.#section.changes.map((change) => this.#results.get(change.id) as Result)
  }

  skipAll(reason: string): Result[] {
    const outcome: Outcome = { status: 'skipped', reason }
    for (const change of this.#section.changes) this.#conclude({ change, outcome, milliseconds: 0 })
    return [...this.#results.values()]
  }

  #recorded(change: Change): Recorded {
    return { change, desired: this.#desired(change), kind: this.#kind(change) }
  }

  async #stage(changes: readonly Change[]): Promise<void> {
    this.#shared = new Map()
    const isNeeded = this.#isDisturbed(changes) && this.#engine.stop?.aborted !== true
    const seen = isNeeded ? await this.#rereadAll(changes) : undefined
    // One call for an identity at a time: services check for duplicates, but not atomically.
    const chains = [...grouped(changes, ({ name }) => name).values()]
    const work = async (chain: readonly Change[]): Promise<void> => {
      for (const change of chain) {
        const outcome = this.#carryOut(change, seen)
        this.#outcomes.set(change.id, outcome)
        await outcome
      }
    }
    for await (const _ of inParallel(chains, this.#engine.parallel, work));
  }

  /** Whether an earlier stage of a kind whose resources affect each other has sent anything, whatever came of it. */
  #isDisturbed([first]: readonly Change[]): boolean {
    return first !== undefined && this.#kind(first).related && this.#written.has(first.kind)
  }

  async #rereadAll(changes: readonly Change[]): Promise<ReadonlyMap<string, Live> | Error> {
    const [first] = changes
    if (first === undefined) return new Map()
    const desired = [...new Set(changes.map((change) => this.#desired(change)))]
    try {
      const found = new Map<string, Live>()
      for await (const { live } of this.#kind(first).observe(this.#look(first), desired))
        if (live !== undefined) found.set(live.name, live)
      return found
    } catch (error) {
      return new Error(this.#reasonOf(error))
    }
  }

  async #carryOut(change: Change, seen: ReadonlyMap<string, Live> | Error | undefined): Promise<Outcome> {
    let sentAt: number | undefined
    const account = accountOf(change, this.#engine, this.#connections.apiKey(change))
    const outcome = await this.#attempt(change, seen, {
      onSend: async (attempt, body) => {
        await account.before(body)
        sentAt ??= this.#engine.clock()
        this.#written.add(change.kind)
        this.#engine.on?.({ type: 'sending', change, attempt })
      },
      onExchange: account.hear,
    })
    const milliseconds = sentAt === undefined ? 0 : this.#engine.clock() - sentAt
    const startedAt = sentAt === undefined ? {} : { startedAt: sentAt }
    const result: Result = { change, outcome, ...startedAt, milliseconds }
    if (sentAt !== undefined) await account.after(result)
    // Of what was only seen when read back nobody knows what can't be read.
    if (outcome.status === 'done' && outcome.already !== true) this.#remember(change)
    this.#conclude(result)
    return outcome
  }

  async #attempt(
    change: Change,
    seen: ReadonlyMap<string, Live> | Error | undefined,
    { onSend, onExchange }: Pick<Sending, 'onSend' | 'onExchange'>,
  ): Promise<Outcome> {
    for (const id of change.needs) {
      const needed = await this.#outcomes.get(id)
      if (needed !== undefined && needed.status !== 'done')
        return { status: 'skipped', reason: `it needs ${id}, which is ${needed.status}` }
    }
    if (this.#engine.stop?.aborted === true) return { status: 'skipped', reason: 'the run was interrupted' }
    if (seen instanceof Error) return { status: 'skipped', reason: `it couldn't be re-read: ${seen.message}` }
    let isSent = false
    try {
      const { outcome, reply } = await send(
        {
          change,
          desired: this.#desired(change),
          kind: this.#kind(change),
          client: this.#connections.client(change),
          reread: () => this.#reread(change),
          idOf: (id) => this.#ids.of(id),
          onSend: async (attempt, body) => {
            await onSend(attempt, body)
            isSent = true
          },
          onExchange,
          mayRepeat: pursuit(change, this.#engine),
        },
        seen === undefined ? 'unread' : seen.get(change.name),
      )
      if (change.action === 'create' && outcome.status === 'done') {
        this.#replies.set(change.id, reply)
        await this.#ids.learn(change, reply, () => this.#reread(change))
      }
      return outcome
    } catch (error) {
      // Whatever went wrong here, a bug too: the others are still to be accounted for.
      return { status: isSent ? 'unknown' : 'failed', reason: this.#reasonOf(error) }
    }
  }

  /** Nobody knows what an error quotes that isn't the service layer's. */
  #reasonOf(error: unknown): string {
    const reason = reasonOf(error)
    return this.#engine.filter?.take(reason) ?? reason
  }

  #remember(change: Change): void {
    const { ledger, fingerprintSecret } = this.#engine
    const id = this.#ids.find(change)
    if (id === undefined) return
    const secret = fingerprintSecret ?? this.#connections.apiKey(change)
    ledger?.record({ ...this.#recorded(change), id }, secret)
  }

  async #reread(change: Change): Promise<Live | undefined> {
    for await (const { live } of this.#kind(change).observe(this.#look(change), [this.#desired(change)]))
      if (live?.name === change.name) return live
    return undefined
  }

  #look(change: Change): Look {
    return this.#connections.look(change, this.#kind(change), this.#shared)
  }

  #desired(change: Change): Desired {
    return this.#planned.desiredOf.get(change.id) as Desired
  }

  #kind(change: Change): Kind {
    return this.#engine.registry.find(({ name }) => name === change.kind) as Kind
  }

  #conclude(result: Result): void {
    this.#results.set(result.change.id, result)
    this.#engine.on?.({ type: 'outcome', result })
  }
}
