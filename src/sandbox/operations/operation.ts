// The contract's operations, each as one plain object; app.ts puts all of them on the wire in the same way.
import type { z } from 'zod'
import type { OperationId, Operations } from '../../wire/generated.ts'
import type { Call, Operation } from '../profile.ts'

type Reply<Id extends OperationId> = Operations[Id]['reply']

/** The request line of each operation, and the status of its reply. */
const heads: { readonly [Id in OperationId]: Pick<Operations[Id], 'method' | 'path' | 'status'> } = {
  upsertSubscriberCredentials: {
    method: 'PUT',
    path: '/v1/subscribers/{subscriberId}/credentials',
    status: 200,
  },
  updateSubscriber: { method: 'PATCH', path: '/v2/subscribers/{subscriberId}', status: 200 },
  searchSubscribers: { method: 'GET', path: '/v2/subscribers', status: 200 },
  updateIntegration: { method: 'PUT', path: '/v1/integrations/{integrationId}', status: 200 },
  createIntegration: { method: 'POST', path: '/v1/integrations', status: 201 },
  updateEnvironment: { method: 'PUT', path: '/v1/environments/{environmentId}', status: 200 },
  setPrimaryIntegration: {
    method: 'POST',
    path: '/v1/integrations/{integrationId}/set-primary',
    status: 200,
  },
  listMessages: { method: 'GET', path: '/v1/messages', status: 200 },
  listIntegrations: { method: 'GET', path: '/v1/integrations', status: 200 },
  createEnvironment: { method: 'POST', path: '/v1/environments', status: 201 },
  listEnvironments: { method: 'GET', path: '/v1/environments', status: 200 },
  listEvents: { method: 'GET', path: '/v1/notifications', status: 200 },
  retrieveEvent: { method: 'GET', path: '/v1/notifications/{notificationId}', status: 200 },
  triggerEvent: { method: 'POST', path: '/v1/events/trigger', status: 201 },
}

/** @internal An operation that reads no body. */
export function reading<Id extends OperationId>(id: Id, run: (call: Call) => Reply<Id>): Operation {
  return { id, ...heads[id], run }
}

/** @internal An operation with a body; `run` gets it checked, and without the fields that it doesn't know. */
export function writing<Id extends OperationId, Body extends z.ZodType>(
  id: Id,
  body: Body,
  run: (call: Call<z.infer<Body>>) => Reply<Id>,
): Operation {
  return { id, ...heads[id], body, run: run as Operation['run'] }
}
