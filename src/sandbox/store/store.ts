// The data of the service, in memory.
import { Directory } from './directory.ts'
import {
  type EnvironmentRecord,
  type IntegrationRecord,
  type MessageRecord,
  type NotificationRecord,
  type ProviderRecord,
  type TenantRecord,
  type TopicRecord,
  type TransactionRecord,
  type WindowRecord,
  type WorkflowRecord,
  Table,
  type Keyed,
} from './records.ts'
import type { TaskRecord } from '../worker/task.ts'

/** What belongs to one environment alone. */
export type EnvironmentStore = ReturnType<typeof environmentStore>

function environmentStore() {
  return {
    subscribers: new Directory(),
    workflows: new Table<WorkflowRecord>(),
    topics: new Table<TopicRecord>(),
    tenants: new Table<TenantRecord>(),
    messages: new Table<MessageRecord>(),
    notifications: new Table<NotificationRecord>(),
    transactions: new Table<TransactionRecord>(),
    windows: new Table<WindowRecord>(),
  } as const
}

export class Store {
  readonly organizationId: string
  readonly userId: string
  readonly environments = new Table<EnvironmentRecord>()
  readonly integrations = new Table<IntegrationRecord>()
  readonly providers = new Table<ProviderRecord>()
  readonly tasks = new Table<TaskRecord>()
  readonly #own = new Map<string, EnvironmentStore>()

  constructor(organizationId: string, userId: string) {
    this.organizationId = organizationId
    this.userId = userId
  }

  /** What belongs to an environment, by the environment's `_id`. */
  of(environmentId: string): EnvironmentStore {
    const known = this.#own.get(environmentId)
    if (known !== undefined) return known
    const made = environmentStore()
    this.#own.set(environmentId, made)
    return made
  }

  /** API keys by the name of their environment. */
  get keys(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...this.environments].map(({ name, apiKeys }) => [name, apiKeys[0]?.key ?? '']),
    )
  }

  /** The workflow that a trigger identifier starts. */
  workflow(environmentId: string, identifier: string): WorkflowRecord | undefined {
    return this.of(environmentId).workflows.find((row) =>
      row.triggers.some((trigger) => trigger.identifier === identifier),
    )
  }

  /** Integrations of an environment that aren't deleted, oldest first. */
  integrationsOf(environmentId: string): IntegrationRecord[] {
    return this.integrations.filter((row) => row._environmentId === environmentId && !row.deleted)
  }

  /** A copy of the current data, unaffected by later writes. */
  copy(): Store {
    const copy = new Store(this.organizationId, this.userId)
    copyTables(this, copy)
    for (const [environmentId, own] of this.#own) copyTables(own, copy.of(environmentId))
    return copy
  }
}

/** Rows are never changed in place, so that a copy can share them. */
function copyTables<Tables extends object>(from: Tables, to: Tables): void {
  for (const [name, table] of Object.entries(from)) {
    if (!(table instanceof Table)) continue
    for (const row of table as Table<Keyed>) (to[name as keyof Tables] as Table<Keyed>).put(row)
  }
}
