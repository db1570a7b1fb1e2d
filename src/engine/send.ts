// Sends one change and says what became of it: once, and again only where a look shows that it had no effect.
import type { Change } from '../core/change.ts'
import { decide } from '../core/decide.ts'
import type { Outcome } from '../core/outcome.ts'
import { IdOf, isList, isMap, mapOf, type Value } from '../core/value.ts'
import type { Desired, Kind, Live } from '../kinds/kind.ts'
import type { Client, Exchange } from '../service/client.ts'
import { pathFor } from '../service/operations.ts'
import type { ServiceRequest } from '../service/transport.ts'
import { settle, staleReason } from './settle.ts'

export interface Sending {
  readonly change: Change
  readonly desired: Desired
  readonly kind: Kind
  readonly client: Client
  /** What the service shows of its resource right now. */
  readonly reread: () => Promise<Live | undefined>
  /** Throws where the id isn't known. */
  readonly idOf: (id: IdOf) => string
  /** Awaited before each attempt, counted from 1, with its body; where it rejects nothing is sent. */
  readonly onSend: (attempt: number, body: Value | undefined) => Promise<void>
  readonly onExchange: (exchange: Exchange) => void
  /** Waits before a write is repeated whose attempt failed so; false where it may not be. */
  readonly mayRepeat: (attempt: number, error: unknown) => Promise<boolean>
}

export interface Sent {
  readonly outcome: Outcome
  readonly reply?: unknown
}

/** A resource as just re-read; `unread` where nothing could have moved since the plan. */
type Seen = Live | undefined | 'unread'

export async function send(sending: Sending, seen: Seen): Promise<Sent> {
  const { change, client } = sending
  let live = seen === 'unread' && change.reread === true ? await sending.reread() : seen
  const objection = live === 'unread' ? undefined : objectionTo(sending, live)
  if (objection !== undefined) return { outcome: objection }
  let lost: unknown
  for (let attempt = 1; ; attempt += 1) {
    const request = requestFor(sending, live)
    await sending.onSend(attempt, request.body)
    try {
      return { outcome: { status: 'done' }, reply: await client.call(request, sending.onExchange) }
    } catch (error) {
      const settled = await settle({ error, attempt, lost, sending })
      if ('outcome' in settled) return settled
      lost = error
      live = settled.live
    }
  }
}

/** The outcome of a change that isn't to be sent in this state. */
function objectionTo({ change, desired, kind }: Sending, live: Live | undefined): Outcome | undefined {
  const decision = decide(change, live?.fields, kind.rulesFor(desired))
  if (decision.outcome === 'done') return { status: 'done', already: true }
  if (decision.outcome === 'stale') return { status: 'stale', reason: staleReason(decision.path) }
  if (live?.duplicates === undefined) return undefined
  const ids = live.duplicates.join(', ')
  return { status: 'stale', reason: `by now it is live ${live.duplicates.length} times (${ids})` }
}

function requestFor({ change, desired, kind, idOf }: Sending, live: Seen): ServiceRequest {
  const isRefreshed = live !== 'unread' && live !== undefined && change.reread === true
  const body = isRefreshed ? (kind.refresh ?? unchanged)(change, desired, live) : change.call.body
  const { operation, parameters } = change.call
  return {
    operation: operation.id,
    resource: `${change.kind} ${change.name}`,
    method: operation.method,
    path: pathFor(
      operation.path,
      mapValues(parameters, (id) => (id instanceof IdOf ? idOf(id) : id)),
    ),
    ...(body !== undefined && { body: filled(body, idOf) }),
  }
}

const unchanged: NonNullable<Kind['refresh']> = ({ call }) => call.body

function filled(value: Value, idOf: (id: IdOf) => string): Value {
  if (value instanceof IdOf) return idOf(value)
  if (isList(value)) return value.map((entry) => filled(entry, idOf))
  return isMap(value) ? mapOf(Object.entries(value).map(([key, entry]) => [key, filled(entry, idOf)])) : value
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
