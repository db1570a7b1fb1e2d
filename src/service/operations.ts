// The contract's 14 operations as functions: one call each, checked no further than the tool depends on.
import { given } from '../core/given.ts'
import type { Value } from '../core/value.ts'
import type * as Wire from '../wire/generated.ts'
import { checkReply } from './reply-check.ts'
import type { Client } from './client.ts'
import { createSubscriber, operations, pathFor } from './paths.ts'
import type { Clearable, Sendable } from './sendable.ts'
import type { QueryValue } from './transport.ts'

export { createSubscriber, operations, pathFor }

/** A resource that carries the service's own id, as all that can be written to do. */
export type Identified<T> = T & { readonly _id: string }

/** Replies that are more, or less, than the contract's. */
interface Differing {
  readonly createIntegration: Identified<Wire.CreateIntegrationReply>
  readonly listIntegrations: readonly Identified<Wire.ListedIntegration>[]
  readonly updateEnvironment: Partial<Wire.UpdateEnvironmentReply>
}

type Reply<Id extends Wire.OperationId> = Id extends keyof Differing
  ? Differing[Id]
  : Wire.Operations[Id]['reply']
type Body<Id extends Wire.OperationId> = Sendable<Extract<Wire.Operations[Id], { body: object }>['body']>
type Query = Readonly<Record<string, QueryValue>>

interface Parts {
  readonly ids?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: object
  readonly isOnce?: true
}

async function call<Id extends Wire.OperationId>(
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

/** 1. Deployed services replace device tokens, the contract appends them: send the full list. */
export function upsertSubscriberCredentials(
  client: Client,
  subscriberId: string,
  body: Body<'upsertSubscriberCredentials'>,
) {
  return call(client, 'upsertSubscriberCredentials', { ids: { subscriberId }, body })
}

/** 2. An absent attribute is left alone, null clears it, `data` is replaced whole. */
export function updateSubscriber(
  client: Client,
  subscriberId: string,
  body: Clearable<Body<'updateSubscriber'>>,
) {
  return call(client, 'updateSubscriber', { ids: { subscriberId }, body })
}

/** 3. One page; `subscriberPages` walks all. */
export function searchSubscribers(client: Client, query: Wire.SearchSubscribersQuery = {}) {
  return call(client, 'searchSubscribers', { query })
}

/** 4. `credentials`, `conditions` and `configurations` are replaced whole. */
export function updateIntegration(client: Client, integrationId: string, body: Body<'updateIntegration'>) {
  return call(client, 'updateIntegration', { ids: { integrationId }, body })
}

/** 5. Send identifier, name and active: services make up the first two and create inactive. */
export function createIntegration(client: Client, body: Body<'createIntegration'>) {
  return call(client, 'createIntegration', { body })
}

/** 6. Deployed services answer `{matched, modified}` in place of an environment: list again to see it. */
export function updateEnvironment(client: Client, environmentId: string, body: Body<'updateEnvironment'>) {
  return call(client, 'updateEnvironment', { ids: { environmentId }, body })
}

/** 7. Deployed services also activate it and clear its conditions. */
export function setPrimaryIntegration(client: Client, integrationId: string) {
  return call(client, 'setPrimaryIntegration', { ids: { integrationId } })
}

/** 8. One page; `messages` walks all. */
export function listMessages(client: Client, query: Wire.ListMessagesQuery = {}) {
  return call(client, 'listMessages', { query })
}

/** 9. Of one environment or of the whole organisation, by the service's age: filter by `_environmentId`. */
export function listIntegrations(client: Client) {
  return call(client, 'listIntegrations')
}

/** 10. */
export function createEnvironment(client: Client, body: Body<'createEnvironment'>) {
  return call(client, 'createEnvironment', { body })
}

/** 11. `apiKeys` may hold keys in clear: never show, log or keep a reply. */
export function listEnvironments(client: Client) {
  return call(client, 'listEnvironments')
}

/** 12. One page; `events` walks all. */
export function listEvents(client: Client, query: Wire.ListEventsQuery = {}) {
  return call(client, 'listEvents', { query })
}

/** 13. */
export function retrieveEvent(client: Client, notificationId: string) {
  return call(client, 'retrieveEvent', { ids: { notificationId } })
}

/**
 * 14. `processed` only means queued. The same `transactionId` again is ignored by the service, unless the two overlap:
 * then both are delivered.
 */
export function triggerEvent(client: Client, body: Body<'triggerEvent'>) {
  return call(client, 'triggerEvent', { body, isOnce: true })
}
