// The contents of a sandbox for its user: by natural names, to check them and to change them like a person in the service's
// dashboard, and as a seed for a later sandbox.
import { environmentNamed, addEnvironment, addIntegration, addSubscriber } from '../seed/add-items.ts'
import type {
  EnvironmentRecord,
  IntegrationRecord,
  MessageRecord,
  NotificationRecord,
  SubscriberRecord,
  TenantRecord,
  TopicRecord,
} from './records.ts'
import type { EnvironmentStore, Table } from './store.ts'
import {
  type EnvironmentSeed,
  type IntegrationSeed,
  readSeed,
  type Seed,
  seedShape,
  type SubscriberSeed,
} from '../seed/seed-shapes.ts'
import type { World } from '../profile.ts'

/** Items of one environment. `edit` and `remove` throw if there is no such item. */
export interface Items<Row, Item> {
  list(environment: string): readonly Row[]
  get(environment: string, name: string): Row | undefined
  add(item: Item): Row
  edit(environment: string, name: string, changes: Partial<Row>): Row
  remove(environment: string, name: string): void
}

/** What is in a sandbox, for tests to read and to change past its API. */
export interface SandboxState {
  readonly environments: {
    list(): readonly EnvironmentRecord[]
    get(name: string): EnvironmentRecord | undefined
    add(item: EnvironmentSeed): EnvironmentRecord
    edit(name: string, changes: Partial<EnvironmentRecord>): EnvironmentRecord
    /** Only the environment itself: its key is unknown from then on. */
    remove(name: string): void
  }
  /** By `identifier`; of several with the same one, the oldest. */
  readonly integrations: Items<IntegrationRecord, IntegrationSeed>
  /** By `subscriberId`. */
  readonly subscribers: Items<SubscriberRecord, SubscriberSeed>
  messages(environment: string): readonly MessageRecord[]
  notifications(environment: string): readonly NotificationRecord[]
  /** Transaction ids that triggers of an environment have used. */
  transactions(environment: string): readonly string[]
  tenants(environment: string): readonly TenantRecord[]
  topics(environment: string): readonly TopicRecord[]
  /** How much the worker has still to do, digests and delays included. */
  pendingTasks(): number
}

/** @internal */
export function createState(world: World): SandboxState {
  const { store } = world
  const own = (environment: string) => store.of(environmentNamed(world, environment)._id)
  const integrationsOf = (environment: string): IntegrationRecord[] => {
    const { _id } = environmentNamed(world, environment)
    return store.integrations.filter((row) => row._environmentId === _id)
  }
  const integration = (environment: string, identifier: string) =>
    integrationsOf(environment).find((row) => row.identifier === identifier)
  const subscriber = (environment: string, subscriberId: string) =>
    own(environment).subscribers.named(subscriberId)

  return {
    environments: {
      list: () => [...store.environments],
      get: (name) => store.environments.find((row) => row.name === name),
      add: (item) => addEnvironment(world, item),
      edit: (name, changes) => store.environments.put({ ...environmentNamed(world, name), ...changes }),
      remove: (name) => store.environments.remove(environmentNamed(world, name)._id),
    },
    integrations: {
      list: integrationsOf,
      get: integration,
      add: (item) => addIntegration(world, item),
      ...changing(() => store.integrations, integration),
    },
    subscribers: {
      list: (environment) => [...own(environment).subscribers],
      get: subscriber,
      add: (item) => addSubscriber(world, item),
      ...changing((environment) => own(environment).subscribers, subscriber),
    },
    messages: (environment) => [...own(environment).messages],
    notifications: (environment) => [...own(environment).notifications],
    transactions: (environment) => Array.from(own(environment).transactions, ({ _id }) => _id),
    tenants: (environment) => [...own(environment).tenants],
    topics: (environment) => [...own(environment).topics],
    pendingTasks: () => store.tasks.size,
  }
}

/** Edits and removes what `find` finds in a table. */
function changing<Row extends { readonly _id: string }>(
  table: (environment: string) => Table<Row>,
  find: (environment: string, name: string) => Row | undefined,
): Pick<Items<Row, unknown>, 'edit' | 'remove'> {
  const there = (environment: string, name: string): Row => {
    const row = find(environment, name)
    if (row === undefined) throw new Error(`the sandbox has no ${name}`)
    return row
  }
  return {
    edit: (environment, name, changes) => table(environment).put({ ...there(environment, name), ...changes }),
    remove: (environment, name) => table(environment).remove(there(environment, name)._id),
  }
}

/**
 * @internal The data as a seed, without what the worker still has to do. What refers to something that no longer exists is left
 * out, because a seed names it: integrations of an environment, channels of an integration, members of topics, events and
 * messages of a subscriber or workflow.
 */
export function seedOf({ store }: Pick<World, 'store'>): Seed {
  const environments = [...store.environments]
  const names = new Map(environments.map(({ _id, name }) => [_id, name]))
  const inEach = <Row>(rowsOf: (own: EnvironmentStore) => Iterable<Row>) =>
    environments.flatMap(({ _id, name: environment }) =>
      [...rowsOf(store.of(_id))].map((row) => ({ ...row, environment })),
    )
  const seed = {
    organizationId: store.organizationId,
    userId: store.userId,
    environments: environments.map(({ _parentId = '', apiKeys, ...row }) => ({
      ...row,
      parent: names.get(_parentId),
      apiKey: apiKeys[0]?.key,
    })),
    integrations: [...store.integrations].flatMap((row) => {
      const environment = names.get(row._environmentId)
      return environment === undefined ? [] : [{ ...row, environment }]
    }),
    subscribers: inEach(({ subscribers }) =>
      [...subscribers].map((row) => ({
        ...row,
        channels: row.channels?.flatMap((channel) => {
          const integration = store.integrations.get(channel._integrationId)
          return integration === undefined
            ? []
            : [{ ...channel, integrationIdentifier: integration.identifier }]
        }),
      })),
    ),
    workflows: inEach(({ workflows }) =>
      [...workflows].map((row) => ({ ...row, identifier: row.triggers[0]?.identifier })),
    ),
    topics: inEach(({ topics, subscribers }) => {
      const known = new Set([...subscribers].map(({ subscriberId }) => subscriberId))
      return [...topics].map((row) => ({
        ...row,
        subscribers: row.subscribers.filter((each) => known.has(each)),
      }))
    }),
    tenants: inEach(({ tenants }) => [...tenants].map((row) => ({ ...row, identifier: row._id }))),
    notifications: inEach((own) => withNames([...own.notifications], own)),
    messages: inEach((own) => {
      const events = new Set([...own.notifications].map(eventKey))
      return withNames([...own.messages], own).filter((row) => events.has(eventKey(row)))
    }),
  }
  // JSON leaves out undefined values, and the shape leaves out what a seed can't have, such as IDs of the organisation.
  return readSeed(seedShape.parse(JSON.parse(JSON.stringify(seed))))
}

/** A message belongs to the event with its transaction and subscriber. */
function eventKey(row: { readonly transactionId: string; readonly _subscriberId: string }): string {
  return JSON.stringify([row.transactionId, row._subscriberId])
}

/** The rows whose subscriber and workflow exist, with the names of both. */
function withNames<Row extends { readonly _subscriberId: string; readonly _templateId?: string | null }>(
  rows: readonly Row[],
  { subscribers, workflows }: EnvironmentStore,
) {
  return rows.flatMap((row) => {
    const subscriber = subscribers.get(row._subscriberId)
    const workflow = workflows.get(row._templateId ?? '')?.triggers[0]?.identifier
    const isKnown = row._templateId == null || workflow !== undefined
    return subscriber === undefined || !isKnown
      ? []
      : [{ ...row, subscriberId: subscriber.subscriberId, workflow }]
  })
}
