// The contract's operations that change a resource, as functions: belfry itself sends them as the calls of a plan's changes.
import type { Value } from '../../src/core/value.ts'
import type { Client } from '../../src/service/client.ts'
import { operations, pathFor } from '../../src/service/operations.ts'
import type { OperationId, Operations } from '../../src/wire/generated.ts'

async function call<Id extends OperationId>(
  client: Client,
  operation: Id,
  ids: Readonly<Record<string, string>>,
  body?: object,
): Promise<Operations[Id]['reply']> {
  const { method, path } = operations[operation]
  const request = { operation, method, path: pathFor(path, ids) }
  const reply = await client.call(body === undefined ? request : { ...request, body: body as Value })
  return reply as Operations[Id]['reply']
}

export function upsertSubscriberCredentials(client: Client, subscriberId: string, body: object) {
  return call(client, 'upsertSubscriberCredentials', { subscriberId }, body)
}

export function updateSubscriber(client: Client, subscriberId: string, body: object) {
  return call(client, 'updateSubscriber', { subscriberId }, body)
}

export function updateIntegration(client: Client, integrationId: string, body: object) {
  return call(client, 'updateIntegration', { integrationId }, body)
}

export function createIntegration(client: Client, body: object) {
  return call(client, 'createIntegration', {}, body)
}

export function updateEnvironment(client: Client, environmentId: string, body: object) {
  return call(client, 'updateEnvironment', { environmentId }, body)
}

export function setPrimaryIntegration(client: Client, integrationId: string) {
  return call(client, 'setPrimaryIntegration', { integrationId })
}

export function createEnvironment(client: Client, body: object) {
  return call(client, 'createEnvironment', {}, body)
}
