// One section under way: what was sent, what became of it, and which ids came to light.
import type { Change } from '../core/change.ts'
import type { Outcome, Result } from '../core/outcome.ts'
import type { Section } from '../core/plan.ts'
import type { Secret } from '../core/secret.ts'
import type { IdOf } from '../core/value.ts'
import { isMap, type Value } from '../core/value.ts'
import { inParallel } from '../kinds/parallel.ts'
import type { Desired, Kind, Live } from '../kinds/kind.ts'
import type { Client } from '../service/client.ts'
import type { Engine } from './engine.ts'
import { reasonOf } from './failure.ts'
import { accountOf } from './journal.ts'
import { grouped } from './order.ts'
import type { Planned } from './plan.ts'
import { send, type Sending } from './send.ts'
import { clientFor, look, type Session } from './session.ts'

export class Run {
  readonly #section: Section
  readonly #planned: Planned
  readonly #engine: Engine
  readonly #ids: Map<string, string>
  readonly #clients = new Map<string, Client>()
  readonly #outcomes = new Map<string, Promise<Outcome>>()
  readonly #results = new Map<string, Result>()
  /** Kinds that something was sent for. */
  readonly #written = new Set<string>()
  readonly #replies: Map<string, unknown>
  readonly #opened: Client[]

  /** `clients` and `replies` are filled: the first for counting, the second with what creates answered. */
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
    this.#ids = new Map(Object.entries(section.ids))
    this.#opened = clients
    this.#replies = replies
  }

  /** Results in the plan's order. */
  async start(): Promise<Result[]> {
    const stages = grouped(this.#section.changes, ({ kind, stage }) => `${kind} ${stage}`)
    for (const changes of stages.values()) await this.#stage(changes)
    return this.#section.changes.map((change) => this.#results.get(change.id) as Result)
  }

  skipAll(reason: string): Result[] {
    for (const change of this.#section.changes) this.#conclude(change, { status: 'skipped', reason }, 0)
    return [...this.#results.values()]
  }

  async #stage(changes: readonly Change[]): Promise<void> {
    const seen = this.#isDisturbed(changes) ? await this.#rereadAll(changes) : undefined
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
      return new Error(reasonOf(error))
    }
  }

  async #carryOut(change: Change, seen: ReadonlyMap<string, Live> | Error | undefined): Promise<Outcome> {
    let sentAt: number | undefined
    const account = accountOf(change, this.#engine, this.#apiKey(change))
    const outcome = await this.#attempt(change, seen, {
      onSend: async (body) => {
        await account.before(body)
        sentAt ??= this.#engine.clock()
        this.#written.add(change.kind)
        this.#engine.on?.({ type: 'sending', change })
      },
      onExchange: account.hear,
    })
    const milliseconds = sentAt === undefined ? 0 : this.#engine.clock() - sentAt
    if (sentAt !== undefined) await account.after({ change, outcome, milliseconds })
    this.#conclude(change, outcome, milliseconds)
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
          client: this.#client(change),
          reread: () => this.#reread(change),
          idOf: (id) => this.#idOf(id),
          onSend: async (body) => {
            await onSend(body)
            isSent = true
          },
          onExchange,
        },
        seen === undefined ? 'unread' : seen.get(change.name),
      )
      if (change.action === 'create' && outcome.status === 'done') await this.#learnId(change, reply)
      return outcome
    } catch (error) {
      // Whatever went wrong here, a bug too: the others are still to be accounted for.
      return { status: isSent ? 'unknown' : 'failed', reason: reasonOf(error) }
    }
  }

  /** A create's reply holds the id; where it doesn't, the service is asked. */
  async #learnId(change: Change, reply: unknown): Promise<void> {
    this.#replies.set(change.id, reply)
    const id = isMap(reply as Value) ? (reply as { _id?: unknown })._id : undefined
    // It was created in any case; what refers to it says that its id isn't known.
    const found = typeof id === 'string' ? id : (await this.#reread(change).catch(() => undefined))?.id
    if (found !== undefined) this.#ids.set(`${change.kind}/${change.name}`, found)
  }

  #idOf(id: IdOf): string {
    const found = this.#ids.get(`${id.kind}/${id.name}`)
    if (found === undefined) throw new Error(`the id of ${id.kind} ${id.name} isn't known`)
    return found
  }

  async #reread(change: Change): Promise<Live | undefined> {
    for await (const { live } of this.#kind(change).observe(this.#look(change), [this.#desired(change)]))
      if (live?.name === change.name) return live
    return undefined
  }

  #look(change: Change) {
    const { environment, target } = this.#session(change)
    return look(this.#client(change), environment.id, this.#engine.parallel, target.vendor)
  }

  #client(change: Change): Client {
    const known = this.#clients.get(change.via)
    if (known !== undefined) return known
    const client = clientFor(this.#session(change).target, this.#apiKey(change), this.#engine)
    this.#clients.set(change.via, client)
    this.#opened.push(client)
    return client
  }

  #apiKey(change: Change): Secret {
    const { alias, apiKey } = this.#session(change).target
    if (apiKey === undefined) throw new Error(`bug: target ${alias} has no key`)
    return apiKey
  }

  #session(change: Change): Session {
    return this.#planned.sessions.get(change.via) as Session
  }

  #desired(change: Change): Desired {
    return this.#planned.desiredOf.get(change.id) as Desired
  }

  #kind(change: Change): Kind {
    return this.#engine.registry.find(({ name }) => name === change.kind) as Kind
  }

  #conclude(change: Change, outcome: Outcome, milliseconds: number): void {
    const result: Result = { change, outcome, milliseconds }
    this.#results.set(change.id, result)
    this.#engine.on?.({ type: 'outcome', result })
  }
}
