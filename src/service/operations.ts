// A function for each reading operation of the contract, and for the trigger. A reply is checked only as far as belfry depends
// on it. All other operations are sent as changes of a plan.
import { given } from '../core/given.ts'
import type { Value } from '../core/value.ts'
import type * as Wire from '../wire/generated.ts'
import { checkReply, type CheckedOperation } from './reply-check.ts'
import type { Client } from './client.ts'
import { operations, pathFor } from './paths.ts'
import type { QueryValue } from './transport.ts'

/** Deployed services return an `_id` for each integration. Writes need it. */
type Reply<Id extends CheckedOperation> = Id extends 'listIntegrations'
  ? readonly (Wire.ListedIntegration & { readonly _id: string })[]
  : Wire.Operations[Id]['reply']
type Query = Readonly<Record<string, QueryValue>>

interface Parts {
  readonly ids?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: object
  readonly isOnce?: true
}

async function call<Id extends CheckedOperation>(
  client: Client,
  operation: Id,
  { ids = {}, query, body, isOnce }: Parts = {},
): Promise<Reply<Id>> {
  const { method, path } = operations[operation]
  const reply = await client.call({
    operation,
    method,
    path: pathFor(path, ids),
    ...given({ query: query as Query | undefined, body: body as Value | undefined, isOnce }),
  })
  checkReply(operation, reply)
  return reply as Reply<Id>
}

/** One page; `subscriberPages` walks all. */
export function searchSubscribers(client: Client, query: Wire.SearchSubscribersQuery = {}) {
  return call(client, 'searchSubscribers', { query })
}

/** One page; `messages` walks all. */
export function listMessages(client: Client, query: Wire.ListMessagesQuery = {}) {
  return call(client, 'listMessages', { query })
}

/** The integrations of one environment or of the whole organisation, depending on the service's version: filter by `_environmentId`. */
export function listIntegrations(client: Client) {
  return call(client, 'listIntegrations')
}

/** `apiKeys` may hold keys in clear: never show, log or keep a reply. */
export function listEnvironments(client: Client) {
  return call(client, 'listEnvironments')
}

/** One page; `events` walks all. */
export function listEvents(client: Client, query: Wire.ListEventsQuery = {}) {
  return call(client, 'listEvents', { query })
}

export function retrieveEvent(client: Client, notificationId: string) {
  return call(client, 'retrieveEvent', { ids: { notificationId } })
}

/**
 * `processed` only means queued. The same `transactionId` again is ignored by the service, unless the two overlap:
 * then both are delivered.
 */
export function triggerEvent(client: Client, body: Wire.TriggerEventBody) {
  return call(client, 'triggerEvent', { body, isOnce: true })
}
