// The dependencies of one section's changes: what each is made from, and a client for each API key.
import type { Change } from '../../core/plan/change.ts'
import type { Secret } from '../../core/secrets/secret.ts'
import type { Kind, Access } from '../../kinds/kind.ts'
import type { Client } from '../../service/client.ts'
import type { Engine } from '../engine.ts'
import type { Sourced } from '../failure-problem.ts'
import type { BasedOn, Planned } from '../plan/plan-request.ts'
import { clientFor, openAccess, type Session } from '../plan/session.ts'
import { listOf, namedKinds } from '../../kinds/from-field-rows.ts'

/** An apply, from its start to its verification. */
export interface Run {
  readonly engine: Engine
  /** The time of the start, by the engine's clock. */
  readonly started: number
  /** The clients that send changes or read keys, to count their requests: a plan counts its own. */
  readonly clients: Client[]
  /** The replies to creates, by the id of the change. */
  readonly replies: Map<string, unknown>
}

/** Whose API key sends a change. A resource of the organisation may be sent with the key of another environment. */
export type KeyOf = 'own environment' | 'other environment'

export class SectionContext {
  readonly run: Run
  readonly #planned: Planned
  /** Each is made when something is first to be sent with it. */
  readonly #clients = new Map<string, Client>()

  constructor(planned: Planned, run: Run) {
    this.#planned = planned
    this.run = run
  }

  /** A plan has a basis for each of its changes, and the registry has its kind. */
  sourceOf(change: Change): Sourced & BasedOn {
    const kind = this.run.engine.registry.find(({ name }) => name === change.kind) as Kind
    return { ...(this.#planned.basisOf.get(change.id) as BasedOn), change, kind }
  }

  client(change: Change): Client {
    const known = this.#clients.get(change.via)
    if (known !== undefined) return known
    const client = clientFor(this.#session(change).target, this.apiKey(change), this.run.engine)
    this.#clients.set(change.via, client)
    this.run.clients.push(client)
    return client
  }

  /** `id` is the resource's ID in the service, if it is known. */
  keyOf(change: Change, id: string | undefined): KeyOf {
    const isOwn = change.target !== undefined || this.#session(change).environment.id === id
    return isOwn ? 'own environment' : 'other environment'
  }

  apiKey(change: Change): Secret {
    const { alias, apiKey } = this.#session(change).target
    if (apiKey === undefined) throw new Error(`bug: target ${alias} has no key`)
    return apiKey
  }

  /** New reads for this change, except for lists of other kinds: they are read once for all changes with the same `stage`. */
  access(change: Change, kind: Kind, stage: Map<string, Access>): Access {
    const { environment, target } = this.#session(change)
    const { parallel, clock } = this.run.engine
    const fresh = openAccess(this.client(change), environment.id, parallel, target.vendor, clock)
    const shared = stage.get(change.via) ?? fresh
    stage.set(change.via, shared)
    const lists = new Set([...namedKinds(kind).values()].map((name) => listOf({ name })))
    const accessFor = (key: string): Access => (lists.has(key) ? shared : fresh)
    return {
      ...fresh,
      begin: (key, read) => accessFor(key).begin(key, read),
      once: (key, read) => accessFor(key).once(key, read),
      readAt: (key) => accessFor(key).readAt(key),
    }
  }

  #session(change: Change): Session {
    return this.#planned.sessions.get(change.via) as Session
  }
}
