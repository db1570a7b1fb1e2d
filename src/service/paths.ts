// The path of each operation, filled with ids that can't change it.
import type { OperationId, Operations } from '../wire/generated.ts'

/** The types check that methods and paths are the contract's. */
const routes: {
  readonly [Id in OperationId]: readonly [method: Operations[Id]['method'], path: Operations[Id]['path']]
} = {
  upsertSubscriberCredentials: ['PUT', '/v1/subscribers/{subscriberId}/credentials'],
  updateSubscriber: ['PATCH', '/v2/subscribers/{subscriberId}'],
  searchSubscribers: ['GET', '/v2/subscribers'],
  updateIntegration: ['PUT', '/v1/integrations/{integrationId}'],
  createIntegration: ['POST', '/v1/integrations'],
  updateEnvironment: ['PUT', '/v1/environments/{environmentId}'],
  setPrimaryIntegration: ['POST', '/v1/integrations/{integrationId}/set-primary'],
  listMessages: ['GET', '/v1/messages'],
  listIntegrations: ['GET', '/v1/integrations'],
  createEnvironment: ['POST', '/v1/environments'],
  listEnvironments: ['GET', '/v1/environments'],
  listEvents: ['GET', '/v1/notifications'],
  retrieveEvent: ['GET', '/v1/notifications/{notificationId}'],
  triggerEvent: ['POST', '/v1/events/trigger'],
}

/** The contract's operations by id. */
export const operations = Object.fromEntries(
  Object.entries(routes).map(([id, [method, path]]) => [id, { id, method, path }]),
) as { readonly [Id in OperationId]: { readonly id: Id } & Pick<Operations[Id], 'method' | 'path'> }

/**
 * Outside the contract, in deployed services: creates a subscriber. It would also replace an existing one, and erase fields
 * that aren't sent, such as `data`. `failIfExists` makes that a 409, so it is always sent.
 */
export const createSubscriber = {
  id: 'createSubscriber',
  method: 'POST',
  path: '/v2/subscribers?failIfExists=true',
} as const

/** Paths without ids, such as `/v1/subscribers/`: public, so no part of a base URL that is a secret. */
export function pathWords(): readonly string[] {
  return Object.values(operations).flatMap(({ path }) => path.split(/\{\w+\}/))
}

/**
 * A template with its ids filled in and URL-encoded. Throws for an id that a path can't contain: an empty one would give
 * another operation's path, and every HTTP library removes `.` and `..`, encoded or not.
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
