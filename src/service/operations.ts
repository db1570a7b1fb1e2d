// The contract's 14 operations as functions: one call each, checked no further than the tool depends on.
import type { Value } from '../core/value.ts'
import type * as Wire from '../wire/generated.ts'
import { listReply, objectReply, pageReply } from './check.ts'
import type { Client } from './client.ts'
import { operations, pathFor } from './paths.ts'
import type { Clearable, Sendable } from './sendable.ts'
import type { QueryValue } from './transport.ts'

export { operations, pathFor }

/** A resource that carries the service's own id, as all that can be written to do. */
export type Identified<T> = T & { readonly _id: string }

interface Parts {
  readonly ids?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: object
  readonly isOnce?: true
}

function call(
  client: Client,
  operation: Wire.OperationId,
  { ids = {}, query, body, isOnce }: Parts = {},
): Promise<unknown> {
  const { method, path } = operations[operation]
  return client.call({
    operation,
    method,
    path: pathFor(path, ids),
    ...(query === undefined ? {} : { query: query as Readonly<Record<string, QueryValue>> }),
    ...(body === undefined ? {} : { body: body as Value }),
    ...(isOnce && { isOnce }),
  })
}

/** 1. Deployed services replace device tokens, the contract appends them: send the full list. */
export async function upsertSubscriberCredentials(
  client: Client,
  subscriberId: string,
  body: Sendable<Wire.UpsertSubscriberCredentialsBody>,
): Promise<Wire.UpsertSubscriberCredentialsReply> {
  const reply = await call(client, 'upsertSubscriberCredentials', { ids: { subscriberId }, body })
  return objectReply('upsertSubscriberCredentials', reply, { subscriberId: 'string' })
}

/** 2. An absent attribute is left alone, null clears it, `data` is replaced whole. */
export async function updateSubscriber(
  client: Client,
  subscriberId: string,
  body: Clearable<Sendable<Wire.UpdateSubscriberBody>>,
): Promise<Wire.UpdateSubscriberReply> {
  const reply = await call(client, 'updateSubscriber', { ids: { subscriberId }, body })
  return objectReply('updateSubscriber', reply, { subscriberId: 'string' })
}

/** 3. One page; `subscriberPages` walks all. */
export async function searchSubscribers(
  client: Client,
  query: Wire.SearchSubscribersQuery = {},
): Promise<Wire.SearchSubscribersReply> {
  const reply = await call(client, 'searchSubscribers', { query })
  pageReply('searchSubscribers', reply, { subscriberId: 'string' })
  return objectReply('searchSubscribers', reply, { totalCount: 'number' })
}

/** 4. `credentials`, `conditions` and `configurations` are replaced whole. */
export async function updateIntegration(
  client: Client,
  integrationId: string,
  body: Sendable<Wire.UpdateIntegrationBody>,
): Promise<Wire.UpdateIntegrationReply> {
  const reply = await call(client, 'updateIntegration', { ids: { integrationId }, body })
  return objectReply('updateIntegration', reply, {})
}

/** 5. Send identifier, name and active: services make up the first two and create inactive. */
export async function createIntegration(
  client: Client,
  body: Sendable<Wire.CreateIntegrationBody>,
): Promise<Identified<Wire.CreateIntegrationReply>> {
  const reply = await call(client, 'createIntegration', { body })
  return objectReply('createIntegration', reply, { _id: 'string' }) as Identified<Wire.CreateIntegrationReply>
}

/** 6. Deployed services answer `{matched, modified}` in place of an environment: list again to see it. */
export async function updateEnvironment(
  client: Client,
  environmentId: string,
  body: Sendable<Wire.UpdateEnvironmentBody>,
): Promise<Partial<Wire.UpdateEnvironmentReply>> {
  const reply = await call(client, 'updateEnvironment', { ids: { environmentId }, body })
  return objectReply('updateEnvironment', reply, {})
}

/** 7. Deployed services also activate it and clear its conditions. */
export async function setPrimaryIntegration(
  client: Client,
  integrationId: string,
): Promise<Wire.SetPrimaryIntegrationReply> {
  const reply = await call(client, 'setPrimaryIntegration', { ids: { integrationId } })
  return objectReply('setPrimaryIntegration', reply, {})
}

/** 8. One page; `messages` walks all. */
export async function listMessages(
  client: Client,
  query: Wire.ListMessagesQuery = {},
): Promise<Wire.ListMessagesReply> {
  return pageReply('listMessages', await call(client, 'listMessages', { query }), {})
}

/** 9. Of one environment or of the whole organisation, by the service's age: filter by `_environmentId`. */
export async function listIntegrations(
  client: Client,
): Promise<readonly Identified<Wire.ListedIntegration>[]> {
  const reply = await call(client, 'listIntegrations')
  const fields = { _id: 'string', identifier: 'string' } as const
  return listReply('listIntegrations', reply, fields) as Identified<Wire.ListedIntegration>[]
}

/** 10. */
export async function createEnvironment(
  client: Client,
  body: Sendable<Wire.CreateEnvironmentBody>,
): Promise<Wire.CreateEnvironmentReply> {
  return objectReply('createEnvironment', await call(client, 'createEnvironment', { body }), {
    _id: 'string',
  })
}

/** 11. `apiKeys` may hold keys in clear: never show, log or keep a reply. */
export async function listEnvironments(client: Client): Promise<readonly Wire.Environment[]> {
  return listReply('listEnvironments', await call(client, 'listEnvironments'), {
    _id: 'string',
    name: 'string',
  })
}

/** 12. One page; `events` walks all. */
export async function listEvents(
  client: Client,
  query: Wire.ListEventsQuery = {},
): Promise<Wire.ListEventsReply> {
  return pageReply('listEvents', await call(client, 'listEvents', { query }), {})
}

/** 13. */
export async function retrieveEvent(
  client: Client,
  notificationId: string,
): Promise<Wire.RetrieveEventReply> {
  return objectReply('retrieveEvent', await call(client, 'retrieveEvent', { ids: { notificationId } }), {})
}

/**
 * 14. `processed` only means queued. The same `transactionId` again is ignored by the service, unless the two overlap:
 * then both are delivered.
 */
export async function triggerEvent(
  client: Client,
  body: Sendable<Wire.TriggerEventBody>,
): Promise<Wire.TriggerEventReply> {
  return objectReply('triggerEvent', await call(client, 'triggerEvent', { body, isOnce: true }), {
    status: 'string',
  })
}
