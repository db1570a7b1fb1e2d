// Creates the world that a seed describes.
import { Clock } from '../clock.ts'
import { Ids, seededRandom } from '../store/new-ids.ts'
import { addEnvironment, addIntegration, addSubscriber, environmentNamed, seedTime } from './add-items.ts'
import type { Profile, World } from '../profile.ts'
import { profileNamed } from '../profiles/profiles.ts'
import { completeSeed } from './seed.ts'
import {
  type MessageSeed,
  type NotificationSeed,
  readSeed,
  type Seed,
  type TenantSeed,
  type TopicSeed,
  type WorkflowSeed,
} from './seed-shapes.ts'
import { without } from '../store/records.ts'
import { Store } from '../store/store.ts'
import { TaskQueue } from '../worker/queue.ts'

/** @internal */
export interface WorldOptions {
  readonly seed: Seed
  readonly clock: Clock
  readonly profile: Profile
  /** Numbers from 0 to 1, of which identifiers and API keys are made. */
  readonly random?: () => number
}

/** @internal Throws an Error whose message names the invalid item of the seed. */
export function populate({ seed, clock, profile, random }: WorldOptions): World {
  const complete = completeSeed(seed)
  const store = new Store(complete.organizationId, complete.userId)
  const world = worldOf(store, new Ids(random ?? seededRandom(complete.random)), { clock, profile })
  reserveIds(world.ids, complete)
  addAll(world, 'environments', complete.environments, addEnvironment)
  addAll(world, 'integrations', complete.integrations, addIntegration)
  addAll(world, 'subscribers', complete.subscribers, addSubscriber)
  addAll(world, 'workflows', complete.workflows, addWorkflow)
  addAll(world, 'topics', complete.topics, addTopic)
  addAll(world, 'tenants', complete.tenants, addTenant)
  addAll(world, 'notifications', complete.notifications, addNotification)
  addAll(world, 'messages', complete.messages, addMessage)
  return world
}

/** @internal */
export function worldOf(
  store: Store,
  ids: Ids,
  { clock, profile }: Pick<WorldOptions, 'clock' | 'profile'>,
): World {
  return { store, ids, clock, profile, tasks: new TaskQueue(store, ids, clock), quirks: new Set() }
}

/** Reads a seed from JSON, its references too. Throws an Error whose message names the first problem and its place. */
export function parseSeed(json: unknown): Seed {
  const seed = readSeed(json)
  populate({ seed, clock: new Clock({ start: new Date(0), speed: 0 }), profile: profileNamed('contract') })
  return seed
}

/** Before the first item is added, so that no item gets an id that a later one has. */
function reserveIds(ids: Ids, seed: Required<Seed>): void {
  for (const section of Object.values(seed).filter(Array.isArray))
    for (const { _id } of section as readonly { readonly _id?: string }[])
      if (_id !== undefined) ids.reserve(_id)
}

function addAll<Item>(
  world: World,
  section: string,
  items: readonly Item[],
  add: (world: World, item: Item) => unknown,
): void {
  const known = new Set<string | undefined>()
  for (const [index, item] of items.entries()) {
    try {
      const { _id } = item as { readonly _id?: string }
      if (_id !== undefined && known.has(_id)) throw new Error(`an earlier item has the same _id ${_id}`)
      known.add(_id)
      add(world, item)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`Invalid seed at ${section}[${index}]: ${why}.`, { cause: error })
    }
  }
}

function addWorkflow(world: World, item: WorkflowSeed): void {
  const { store, ids } = world
  const { environment: environmentName, _id = ids.next('workflow'), identifier, ...rest } = item
  const environment = environmentNamed(world, environmentName)
  const place = { _environmentId: environment._id, _organizationId: store.organizationId }
  const group = ids.next('group')
  const { _parentId } = environment
  const parent = _parentId === undefined ? undefined : store.workflow(_parentId, identifier)
  store.of(environment._id).workflows.put({
    description: '',
    active: true,
    draft: false,
    critical: false,
    preferenceSettings: {},
    tags: [],
    steps: [],
    triggers: [{ type: 'event', identifier, variables: [] }],
    severity: 'none',
    ...rest,
    ...place,
    _id,
    _creatorId: store.userId,
    ...(parent !== undefined && { _parentId: parent._id }),
    _notificationGroupId: group,
    notificationGroup: {
      _id: group,
      name: 'General',
      ...place,
      ...(parent !== undefined && { _parentId: parent._notificationGroupId }),
    },
    deleted: false,
    deletedAt: '',
    deletedBy: '',
  })
}

function addTopic(world: World, item: TopicSeed): void {
  const { environment: name, _id = world.ids.next('topic'), key, subscribers } = item
  const own = world.store.of(environmentNamed(world, name)._id)
  for (const id of subscribers) {
    if (own.subscribers.named(id) === undefined)
      throw new Error(`environment ${name} has no subscriber ${id}`)
  }
  own.topics.put({ _id, key, subscribers })
}

function addTenant(world: World, { environment, identifier, ...rest }: TenantSeed): void {
  const { tenants } = world.store.of(environmentNamed(world, environment)._id)
  if (tenants.get(identifier) !== undefined)
    throw new Error(`environment ${environment} already has a tenant ${identifier}`)
  tenants.put({ ...rest, _id: identifier })
}

function addNotification(world: World, item: NotificationSeed): void {
  const { own, of, _id, rest } = resolved(world, item, 'notification')
  own.transactions.put({ _id: item.transactionId })
  own.notifications.put({
    createdAt: seedTime,
    updatedAt: item.createdAt ?? seedTime,
    ...rest,
    ...of,
    _id,
  })
}

/** A message belongs to the event with its transaction and subscriber. */
function addMessage(world: World, item: MessageSeed): void {
  const { workflow } = item
  const { own, of, _id, rest } = resolved(world, item, 'message')
  const event = own.notifications.find(
    (row) => row.transactionId === item.transactionId && row._subscriberId === of._subscriberId,
  )
  if (event === undefined)
    throw new Error(`subscriber ${item.subscriberId} has no event with transactionId ${item.transactionId}`)
  own.messages.put({
    createdAt: seedTime,
    read: false,
    seen: false,
    status: 'sent',
    cta: {},
    ...rest,
    ...of,
    ...(workflow !== undefined && { templateIdentifier: workflow }),
    _notificationId: event._id,
    _id,
  })
}

/** What the names of an event or a message refer to (`of` has their ids), its own id, and its other fields. */
function resolved<Item extends MessageSeed | NotificationSeed>(
  world: World,
  item: Item,
  kind: 'message' | 'notification',
) {
  const { environment: environmentName, _id = world.ids.next(kind), subscriberId, workflow } = item
  const environment = environmentNamed(world, environmentName)
  const own = world.store.of(environment._id)
  const subscriber = own.subscribers.named(subscriberId)
  if (subscriber === undefined)
    throw new Error(`environment ${environmentName} has no subscriber ${subscriberId}`)
  const template = workflow === undefined ? undefined : world.store.workflow(environment._id, workflow)
  if (workflow !== undefined && template === undefined) {
    throw new Error(`environment ${environmentName} has no workflow ${workflow}`)
  }
  const of = {
    _environmentId: environment._id,
    _organizationId: environment._organizationId,
    _subscriberId: subscriber._id,
    ...(template !== undefined && { _templateId: template._id }),
  }
  return { own, of, _id, rest: without(item, 'environment', '_id', 'subscriberId', 'workflow') }
}
