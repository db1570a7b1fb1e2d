// The operations of the contract: the path of each, filled with ids that can't change it; and a function for each reading
// operation and for the trigger. A reply is checked only as far as belfry depends on it. All other operations are sent as changes
// of a plan.
import { given } from '../core/given.ts'
import type { Value } from '../core/value.ts'
import type { Client } from './client.ts'
import type { QueryValue } from './transport.ts'
import type * as Wire from '../wire/generated.ts'
import { ReplyError } from './errors.ts'

/** The types check that methods and paths are the contract's. */
const routes: {
  readonly [Id in Wire.OperationId]: readonly [
    method: Wire.Operations[Id]['method'],
    path: Wire.Operations[Id]['path'],
  ]
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
) as { readonly [Id in Wire.OperationId]: { readonly id: Id } & Pick<Wire.Operations[Id], 'method' | 'path'> }

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

/** One page; `subscriberPages` walks all. */
export function searchSubscribers(client: Client, query: Wire.SearchSubscribersQuery = {}) {
  return call(client, 'searchSubscribers', { query })
}

/** One page; `messages` walks all. */
export function listMessages(client: Client, query: Wire.ListMessagesQuery = {}) {
  return call(client, 'listMessages', { query })
}

/**
 * The integrations of one environment or of the whole organisation, depending on the service's version: filter by
 * `_environmentId`.
 */
export function listIntegrations(client: Client) {
  return call(client, 'listIntegrations')
}

/** `apiKeys` may contain keys in clear: never show, log or keep a reply. */
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

/** A field with `?` may be missing or null. */
type Fields = Readonly<Record<string, 'string' | 'string?' | 'number'>>
type Named = Readonly<Record<string, unknown>>

/** The fields that must be there: of a page's items, of a list's items, or of the reply itself. */
interface Needs {
  readonly data?: Fields
  readonly items?: Fields
  readonly reply?: Fields
}

const needs = {
  searchSubscribers: { data: { subscriberId: 'string', _id: 'string?' }, reply: { totalCount: 'number' } },
  listMessages: { data: { _id: 'string' } },
  listIntegrations: { items: { _id: 'string', identifier: 'string' } },
  listEnvironments: { items: { _id: 'string', name: 'string' } },
  listEvents: { data: {} },
  retrieveEvent: { reply: { _id: 'string' } },
  triggerEvent: { reply: { status: 'string' } },
} satisfies Partial<Record<Wire.OperationId, Needs>>

type CheckedOperation = keyof typeof needs

/** Throws a `ReplyError` if a field of `needs` is missing or of another type, or if `requireLists` finds an invalid list. */
function checkReply(operation: CheckedOperation, body: unknown): void {
  const { data, items, reply } = needs[operation] as Needs
  if (data !== undefined) {
    requireFields(operation, body, {}, '')
    requireList(operation, (body as Named)['data'], data, 'data')
  }
  if (items !== undefined) requireList(operation, body, items, '')
  if (reply !== undefined) requireFields(operation, body, reply, '')
}

function requireFields(operation: string, value: unknown, fields: Fields, place: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ReplyError(operation, place === '' ? 'the body' : place, typeName(value))
  }
  for (const [field, type] of Object.entries(fields)) {
    const came = (value as Named)[field]
    if (type === 'string?' && (came === undefined || came === null)) continue
    if (typeof came !== type.replace('?', ''))
      throw new ReplyError(operation, place === '' ? field : `${place}.${field}`, typeName(came))
  }
  requireLists(operation, value, ['apiKeys', 'channels', 'conditions', 'jobs'], place)
}

/** Checks that these fields, and those in their items, are lists without null, because other code relies on that. */
function requireLists(operation: string, value: object, names: readonly string[], place: string): void {
  for (const name of names) {
    const came = (value as Named)[name]
    if (came === undefined || came === null) continue
    const where = place === '' ? name : `${place}.${name}`
    if (!Array.isArray(came)) throw new ReplyError(operation, where, typeName(came))
    for (const [index, item] of (came as readonly unknown[]).entries()) {
      if (item === null) throw new ReplyError(operation, `${where}[${index}]`, typeName(item))
      if (typeof item === 'object') requireLists(operation, item, inner[name] ?? [], `${where}[${index}]`)
    }
  }
}

/** Lists in the items of a list. */
const inner: Readonly<Record<string, readonly string[]>> = {
  conditions: ['children'],
  jobs: ['executionDetails'],
}

function requireList(operation: string, value: unknown, fields: Fields, place: string): void {
  if (!Array.isArray(value))
    throw new ReplyError(operation, place === '' ? 'the body' : place, typeName(value))
  for (const [index, item] of value.entries()) requireFields(operation, item, fields, `${place}[${index}]`)
}

function typeName(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? 'a string' : `a ${typeof value}`
}
