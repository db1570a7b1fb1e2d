// Where each operation lives, and ids that can't lead anywhere else.
import type { OperationId, Operations } from '../wire/generated.ts'

/** The contract's operations by id; the types hold methods and paths to the contract's. */
export const operations: {
  readonly [Id in OperationId]: {
    readonly id: Id
    readonly method: Operations[Id]['method']
    readonly path: Operations[Id]['path']
  }
} = {
  upsertSubscriberCredentials: {
    id: 'upsertSubscriberCredentials',
    method: 'PUT',
    path: '/v1/subscribers/{subscriberId}/credentials',
  },
  updateSubscriber: { id: 'updateSubscriber', method: 'PATCH', path: '/v2/subscribers/{subscriberId}' },
  searchSubscribers: { id: 'searchSubscribers', method: 'GET', path: '/v2/subscribers' },
  updateIntegration: { id: 'updateIntegration', method: 'PUT', path: '/v1/integrations/{integrationId}' },
  createIntegration: { id: 'createIntegration', method: 'POST', path: '/v1/integrations' },
  updateEnvironment: { id: 'updateEnvironment', method: 'PUT', path: '/v1/environments/{environmentId}' },
  setPrimaryIntegration: {
    id: 'setPrimaryIntegration',
    method: 'POST',
    path: '/v1/integrations/{integrationId}/set-primary',
  },
  listMessages: { id: 'listMessages', method: 'GET', path: '/v1/messages' },
  listIntegrations: { id: 'listIntegrations', method: 'GET', path: '/v1/integrations' },
  createEnvironment: { id: 'createEnvironment', method: 'POST', path: '/v1/environments' },
  listEnvironments: { id: 'listEnvironments', method: 'GET', path: '/v1/environments' },
  listEvents: { id: 'listEvents', method: 'GET', path: '/v1/notifications' },
  retrieveEvent: { id: 'retrieveEvent', method: 'GET', path: '/v1/notifications/{notificationId}' },
  triggerEvent: { id: 'triggerEvent', method: 'POST', path: '/v1/events/trigger' },
}

/**
 * Outside the contract, in deployed services: creates a subscriber. It would also replace one that exists, and erase what it
 * isn't given, such as `data`. `failIfExists` makes that a 409, so no request goes out without it.
 */
export const createSubscriber = {
  id: 'createSubscriber',
  method: 'POST',
  path: '/v2/subscribers?failIfExists=true',
} as const

/** Paths without ids, such as `/v1/subscribers/`: public, so no part of a base URL that is a secret. */
export const pathWords: readonly string[] = Object.values(operations).flatMap(({ path }) =>
  path.split(/\{\w+\}/),
)

/**
 * A template with its ids filled in and URL-encoded. Throws for an id that no path can carry: an empty one would
 * be another operation's path, `.` and `..` are taken away by every HTTP library, encoded or not.
 */
export function pathFor(template: string, ids: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`bug: ${template} needs ${name}`)
    if (id === '' || id === '.' || id === '..' || /\p{Surrogate}/u.test(id)) {
      throw new RangeError(`${name} ${JSON.stringify(id)} can't be part of a URL`)
    }
    return encodeURIComponent(id)
  })
}
