// Sends one change, once, and says what became of it.
import type { Change } from '../core/change.ts'
import { compare } from '../core/compare.ts'
import { decide } from '../core/decide.ts'
import type { Outcome } from '../core/outcome.ts'
import { IdOf, isList, isMap, mapOf, type Value } from '../core/value.ts'
import type { Desired, Kind, Live } from '../kinds/kind.ts'
import type { Client, Exchange } from '../service/client.ts'
import { pathFor } from '../service/operations.ts'
import { mayHaveTakenEffect, problemOf } from './failure.ts'

export interface Sending {
  readonly change: Change
  readonly desired: Desired
  readonly kind: Kind
  readonly client: Client
  /** What the service shows of its resource right now. */
  readonly reread: () => Promise<Live | undefined>
  /** Throws where the id isn't known. */
  readonly idOf: (id: IdOf) => string
  /** Awaited before each write with its body; where it rejects nothing is sent. */
  readonly onSend: (body: Value | undefined) => Promise<void>
  readonly onExchange: (exchange: Exchange) => void
}

export interface Sent {
  readonly outcome: Outcome
  readonly reply?: unknown
}

/** `seen` is the resource as just re-read; `unread` where nothing could have moved since the plan. */
export async function send(sending: Sending, seen: Live | undefined | 'unread'): Promise<Sent> {
  const { change, desired, kind, client } = sending
  const live = seen === 'unread' && change.reread === true ? await sending.reread() : seen
  if (live !== 'unread') {
    const decision = decide(change, live?.fields, kind.rulesFor(desired))
    if (decision.outcome === 'done') return { outcome: { status: 'done', already: true } }
    if (decision.outcome === 'stale')
      return { outcome: { status: 'stale', reason: staleReason(decision.path) } }
  }
  const refreshed = live !== 'unread' && live !== undefined && change.reread === true
  const body = refreshed ? kind.refresh?.(change, desired, live) : change.call.body
  const { operation, parameters } = change.call
  const request = {
    operation: operation.id,
    method: operation.method,
    path: pathFor(
      operation.path,
      mapValues(parameters, (id) => (id instanceof IdOf ? sending.idOf(id) : id)),
    ),
    ...(body !== undefined && { body: filled(body, sending.idOf) }),
  }
  await sending.onSend(request.body)
  try {
    return { outcome: { status: 'done' }, reply: await client.call(request, sending.onExchange) }
  } catch (error) {
    return { outcome: await settle(error, sending) }
  }
}

/** After a failure the service itself is asked what happened; a refusal of a create may mean that it exists. */
async function settle(error: unknown, sending: Sending): Promise<Outcome> {
  const { change, desired, kind } = sending
  const problem = problemOf(error, change.target)
  const failed: Outcome = {
    status: 'failed',
    reason: problem.message,
    ...(problem.hint !== undefined && { hint: problem.hint }),
  }
  const isInDoubt = mayHaveTakenEffect(error)
  if (!isInDoubt && change.action !== 'create') return failed
  try {
    const live = await sending.reread()
    const decision = decide(change, live?.fields, kind.rulesFor(desired))
    if (decision.outcome === 'done') return { status: 'done', already: true }
    if (!isInDoubt) return failed
    if (decision.outcome === 'stale')
      return { status: 'unknown', reason: `${problem.message}; ${staleReason(decision.path)}` }
    return isSeenMissing(sending, live)
      ? failed
      : { status: 'unknown', reason: `${problem.message}; what was sent can't be read back` }
  } catch (second) {
    return isInDoubt
      ? {
          status: 'unknown',
          reason: `${problem.message}; reading it back failed: ${problemOf(second, undefined).message}`,
        }
      : failed
  }
}

/** Whether live shows that the call had no effect: of fields that can't be read nobody knows. */
function isSeenMissing({ change, desired, kind }: Sending, live: Live | undefined): boolean {
  const differences = compare(change.after, live?.fields, kind.rulesFor(desired))
  return live === undefined || differences.some(({ answer }) => answer === 'different')
}

function staleReason(path: readonly string[] | undefined): string {
  const what = path === undefined ? 'it appeared or vanished' : `${path.join('.')} moved`
  return `${what} since the plan was made`
}

function filled(value: Value, idOf: (id: IdOf) => string): Value {
  if (value instanceof IdOf) return idOf(value)
  if (isList(value)) return value.map((entry) => filled(entry, idOf))
  return isMap(value) ? mapOf(Object.entries(value).map(([key, entry]) => [key, filled(entry, idOf)])) : value
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
