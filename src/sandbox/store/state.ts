// The store by natural names, for tests: to check and make changes like a person in the service's dashboard.
import { environmentNamed, addEnvironment, addIntegration, addSubscriber } from '../seed/add-items.ts'
import type {
  EnvironmentRecord,
  IntegrationRecord,
  MessageRecord,
  NotificationRecord,
  SubscriberRecord,
  TenantRecord,
  TopicRecord,
  Table,
} from './records.ts'
import type { EnvironmentSeed, IntegrationSeed, SubscriberSeed } from '../seed/seed-shapes.ts'
import type { World } from '../profile.ts'

/** Items of one environment. `edit` and `remove` throw if there is no such item. */
export interface Items<Row, Seed> {
  list(environment: string): readonly Row[]
  get(environment: string, name: string): Row | undefined
  add(item: Seed): Row
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
