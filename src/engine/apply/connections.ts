// The clients of one section's changes: one for each key, made when something is first to be sent with it.
import type { Change } from '../../core/plan/change.ts'
import type { Secret } from '../../core/secrecy/secret.ts'
import type { Kind, Look } from '../../kinds/kind.ts'
import type { Client } from '../../service/client.ts'
import type { Engine } from '../engine.ts'
import type { Planned } from '../plan/request.ts'
import type { Sending } from './sending.ts'
import { clientFor, look, type Session } from '../plan/session.ts'

export class Connections {
  readonly #planned: Planned
  readonly #engine: Engine
  readonly #clients = new Map<string, Client>()
  readonly #opened: Client[]

  /** `opened` is filled, for counting. */
  constructor(planned: Planned, engine: Engine, opened: Client[]) {
    this.#planned = planned
    this.#engine = engine
    this.#opened = opened
  }

  client(change: Change): Client {
    const known = this.#clients.get(change.via)
    if (known !== undefined) return known
    const client = clientFor(this.#session(change).target, this.apiKey(change), this.#engine)
    this.#clients.set(change.via, client)
    this.#opened.push(client)
    return client
  }

  /** `id` is the service's own of what is changed, as far as it is known. */
  keyOf(change: Change, id: string | undefined): Sending['keyOf'] {
    const isOwn = change.target !== undefined || this.#session(change).environment.id === id
    return isOwn ? 'own environment' : 'other environment'
  }

  apiKey(change: Change): Secret {
    const { alias, apiKey } = this.#session(change).target
    if (apiKey === undefined) throw new Error(`bug: target ${alias} has no key`)
    return apiKey
  }

  /** A look of its own; `stage` shares what the kind only refers to. */
  look(change: Change, kind: Kind, stage: Map<string, Look>): Look {
    const { environment, target } = this.#session(change)
    const { parallel, clock } = this.#engine
    const fresh = look(this.client(change), environment.id, parallel, target.vendor, clock)
    const shared = stage.get(change.via) ?? fresh
    stage.set(change.via, shared)
    const lookFor = (key: string): Look => (kind.refersTo?.includes(key) === true ? shared : fresh)
    return {
      ...fresh,
      once: (key, read) => lookFor(key).once(key, read),
      readAt: (key) => lookFor(key).readAt(key),
    }
  }

  #session(change: Change): Session {
    return this.#planned.sessions.get(change.via) as Session
  }
}
