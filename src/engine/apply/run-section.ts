// One section under way: what was sent, what became of it, and which ids came to light.
import type { Change } from '../../core/plan/change.ts'
import { grouped } from '../../core/grouped.ts'
import type { Outcome, Result } from '../../core/plan/outcome.ts'
import type { Section } from '../../core/plan/plan.ts'
import { withoutDropped } from '../../kinds/dropped.ts'
import type { Kind, Look } from '../../kinds/kind.ts'
import type { Desired, Live, Observed } from '../../kinds/resource.ts'
import type { Client } from '../../service/client.ts'
import { Connections } from './connections.ts'
import type { Engine } from '../engine.ts'
import { reasonOf, type Sourced } from '../failure.ts'
import { firstAlone } from './first-alone.ts'
import { defaultFreshness, Freshness, type Found, type Shown } from './freshness.ts'
import { Ids } from '../plan/ids.ts'
import { accountOf } from '../memory/journal.ts'
import type { Planned } from '../plan/request.ts'
import { pursuit } from './retry.ts'
import type { Ground } from '../plan/request.ts'
import type { Sending } from './sending.ts'
import { sendSteps } from './steps.ts'
import { turns } from './turns.ts'

export class Run {
  readonly #section: Section
  readonly #planned: Planned
  readonly #engine: Engine
  readonly #started: number
  readonly #ids: Ids
  readonly #connections: Connections
  readonly #outcomes = new Map<string, Promise<Outcome>>()
  readonly #results = new Map<string, Result>()
  /** Kinds that something was sent for. */
  readonly #written = new Set<string>()
  readonly #replies: Map<string, unknown>
  readonly #turns = turns()
  /** What the changes of a stage refer to and don't move, by key. */
  #shared = new Map<string, Look>()

  /** `started` is when the apply began. `clients` and `replies` are filled: for counting, and with what creates answered. */
  constructor(
    section: Section,
    planned: Planned,
    engine: Engine,
    started: number,
    clients: Client[],
    replies: Map<string, unknown>,
  ) {
    this.#started = started
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
      this.#section.changes.map((change) => this.#sourced(change)),
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

  #sourced(change: Change): Sourced {
    return { change, desired: this.#desired(change), kind: this.#kind(change) }
  }

  async #stage(changes: readonly Change[]): Promise<void> {
    const [first] = changes
    if (first === undefined) return
    this.#shared = new Map()
    const freshness = this.#freshnessOf(first, changes)
    // One call for an identity at a time: services check for duplicates, but not atomically.
    const chains = [...grouped(changes, ({ name }) => name).values()]
    // Page by page, so that one look at a page serves all that is on it.
    const byPage = chains.sort((left, right) => this.#pageOf(left) - this.#pageOf(right))
    await firstAlone(byPage, {
      parallel: this.#engine.parallel,
      carryOut: (change) => {
        const outcome = this.#carryOut(change, freshness)
        this.#outcomes.set(change.id, outcome)
        return outcome.finally(() => freshness.leave(change))
      },
      look: (change) => this.#reread(change),
    })
  }

  #freshnessOf(first: Change, changes: readonly Change[]): Freshness {
    const kind = this.#kind(first)
    return new Freshness(
      {
        changes,
        shown: kind.observePage === undefined ? 'list' : 'pages',
        // Resources that affect each other may have moved with those that an earlier stage wrote to.
        plan: kind.related && this.#written.has(kind.name) ? 'changed' : 'usable',
      },
      {
        clock: this.#engine.clock,
        freshness: this.#engine.freshness ?? defaultFreshness,
        seen: (change) => this.#ground(change).seen,
        list: (asked) => this.#find(first, (look) => kind.observe(look, this.#desiredOf(asked))),
        page: (page, asked) =>
          this.#find(first, (look) => kind.observePage?.(look, page, this.#desiredOf(asked)) ?? []),
        one: (change) => this.#reread(change),
      },
    )
  }

  /** Those that no page showed come last. */
  #pageOf([first]: readonly Change[]): number {
    return (first && this.#ground(first).seen?.page?.number) ?? Number.MAX_SAFE_INTEGER
  }

  /** What one request shows, with the key of the change. */
  async #find(
    change: Change,
    observe: (look: Look) => AsyncIterable<Observed> | Iterable<Observed>,
  ): Promise<Found> {
    const look = this.#look(change)
    let at = this.#engine.clock()
    const live = new Map<string, Live>()
    for await (const found of observe(look)) {
      const each = withoutDropped(found)
      at = each.seen?.at ?? at
      if (each.live !== undefined) live.set(each.live.name, each.live)
    }
    return { live, at }
  }

  async #carryOut(change: Change, freshness: Freshness): Promise<Outcome> {
    let sentAt: number | undefined
    let isTold = false
    const account = accountOf(change, this.#engine, this.#connections.apiKey(change))
    const outcome = await this.#attempt(change, freshness, {
      onSend: async (attempt, body, call) => {
        await account.before(body, call)
        isTold = true
        sentAt ??= this.#clock()
        this.#written.add(change.kind)
        this.#engine.on?.({ type: 'sending', change, call, attempt })
      },
      onUnsent: () => (sentAt = undefined),
      onExchange: account.hear,
    })
    const milliseconds = sentAt === undefined ? 0 : this.#clock() - sentAt
    const startedAt = sentAt === undefined ? {} : { startedAt: sentAt }
    const result: Result = { change, outcome, ...startedAt, milliseconds }
    if (isTold) await account.after(result)
    // Of what was only seen when read back nobody knows what can't be read.
    if (outcome.status === 'done' && outcome.already !== true) this.#remember(change)
    this.#conclude(result)
    return outcome
  }

  async #attempt(
    change: Change,
    freshness: Freshness,
    { onSend, onUnsent, onExchange }: Pick<Sending, 'onSend' | 'onUnsent' | 'onExchange'>,
  ): Promise<Outcome> {
    for (const id of change.needs) {
      const needed = await this.#outcomes.get(id)
      if (needed !== undefined && needed.status !== 'done')
        return { status: 'skipped', reason: `it needs ${id}, which is ${needed.status}` }
    }
    if (this.#engine.stop?.aborted === true) return { status: 'skipped', reason: 'the run was interrupted' }
    let isSent = false
    try {
      const { outcome, reply } = await sendSteps({
        ...this.#sourced(change),
        client: this.#connections.client(change),
        keyOf: this.#connections.keyOf(change, this.#ids.find(change)),
        look: () => freshness.look(change).catch((error: unknown) => ({ why: this.#reasonOf(error) })),
        reread: () => this.#reread(change),
        isFresh: (glance) => freshness.isFresh(glance),
        takeTurn: this.#turns,
        idOf: (id) => this.#ids.of(id),
        onSend: async (attempt, body, call) => {
          await onSend(attempt, body, call)
          isSent = true
        },
        onUnsent: () => {
          onUnsent()
          isSent = false
        },
        onExchange,
        mayRepeat: pursuit(change, this.#engine),
      })
      if (change.action === 'create' && outcome.status === 'done') {
        this.#replies.set(change.id, reply)
        await this.#ids.learn(change, reply, async () => (await this.#reread(change)).live)
      }
      // It may quote ids from the service.
      return 'reason' in outcome ? { ...outcome, reason: this.#labelled(outcome.reason) } : outcome
    } catch (error) {
      // Whatever went wrong here, a bug too: the others are still to be accounted for.
      return { status: isSent ? 'unknown' : 'failed', reason: this.#reasonOf(error) }
    }
  }

  /** Nobody knows what an error quotes that isn't the service layer's. */
  #reasonOf(error: unknown): string {
    return this.#labelled(reasonOf(error))
  }

  #labelled(text: string): string {
    return this.#engine.filter?.take(text) ?? text
  }

  #remember(change: Change): void {
    const { ledger, fingerprintSecret } = this.#engine
    const id = this.#ids.find(change)
    if (id === undefined) return
    const secret = fingerprintSecret ?? this.#connections.apiKey(change)
    ledger?.record({ ...this.#sourced(change), id }, secret)
  }

  async #reread(change: Change): Promise<Shown> {
    const desired = [this.#ground(change).desired]
    const { live, at } = await this.#find(change, (look) => this.#kind(change).observe(look, desired))
    return { live: live.get(change.name), at }
  }

  #look(change: Change): Look {
    return this.#connections.look(change, this.#kind(change), this.#shared)
  }

  #ground(change: Change): Ground {
    return this.#planned.groundOf.get(change.id) as Ground
  }

  #desired(change: Change): Desired {
    return this.#ground(change).desired
  }

  #desiredOf(changes: readonly Change[]): Desired[] {
    return [...new Set(changes.map((change) => this.#desired(change)))]
  }

  /** Milliseconds since the apply began. */
  #clock(): number {
    return this.#engine.clock() - this.#started
  }

  #kind(change: Change): Kind {
    return this.#engine.registry.find(({ name }) => name === change.kind) as Kind
  }

  #conclude(result: Result): void {
    this.#results.set(result.change.id, result)
    this.#engine.on?.({ type: 'outcome', result })
  }
}
