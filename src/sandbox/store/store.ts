// All that the service remembers, in memory; whoever listens learns of each change.
import { Directory } from './directory.ts'
import type {
  EnvironmentRecord,
  IntegrationRecord,
  MessageRecord,
  NotificationRecord,
  ProviderRecord,
  TenantRecord,
  TopicRecord,
  TransactionRecord,
  WindowRecord,
  WorkflowRecord,
} from './records.ts'
import { Table, type Keyed, type Watch } from './table.ts'
import type { TaskRecord } from '../worker/task.ts'

/** What belongs to one environment alone. */
export type EnvironmentStore = ReturnType<typeof environmentStore>

function environmentStore(watch: (table: string) => Watch) {
  return {
    subscribers: new Directory(watch('subscribers')),
    workflows: new Table<WorkflowRecord>(watch('workflows')),
    topics: new Table<TopicRecord>(watch('topics')),
    tenants: new Table<TenantRecord>(watch('tenants')),
    messages: new Table<MessageRecord>(watch('messages')),
    notifications: new Table<NotificationRecord>(watch('notifications')),
    transactions: new Table<TransactionRecord>(watch('transactions')),
    windows: new Table<WindowRecord>(watch('windows')),
  } as const
}

/** A row that was put or, without a row, removed; `environmentId` is empty for what the organisation shares. */
export interface Change {
  readonly table: string
  readonly environmentId: string
  readonly id: string
  readonly row?: Keyed
}

type Tables = Readonly<Record<string, Table<Keyed>>>

export class Store {
  readonly organizationId: string
  readonly userId: string
  readonly environments = new Table<EnvironmentRecord>(this.#watch('environments'))
  readonly integrations = new Table<IntegrationRecord>(this.#watch('integrations'))
  readonly providers = new Table<ProviderRecord>(this.#watch('providers'))
  readonly tasks = new Table<TaskRecord>(this.#watch('tasks'))
  readonly #own = new Map<string, EnvironmentStore>()
  readonly #listeners: ((change: Change) => void)[] = []

  constructor(organizationId: string, userId: string) {
    this.organizationId = organizationId
    this.userId = userId
  }

  /** What belongs to an environment, by the environment's `_id`. */
  of(environmentId: string): EnvironmentStore {
    const known = this.#own.get(environmentId)
    if (known !== undefined) return known
    const made = environmentStore((table) => this.#watch(table, environmentId))
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

  /** Tells of every change from now on. */
  listen(listener: (change: Change) => void): void {
    this.#listeners.push(listener)
  }

  /** All rows, as the changes that would make them. */
  contents(): Change[] {
    return [
      ...changesOf('', this),
      ...[...this.#own].flatMap(([environmentId, own]) => changesOf(environmentId, own)),
    ]
  }

  /** Makes a change that another store has told of. */
  apply({ table, environmentId, id, row }: Change): void {
    const own: EnvironmentStore | Store = environmentId === '' ? this : this.of(environmentId)
    const rows = (own as unknown as Tables)[table]
    if (row !== undefined) rows?.put(row)
    else rows?.remove(id)
  }

  #watch(table: string, environmentId = ''): Watch {
    return (id, row) => {
      const change = { table, environmentId, id, ...(row !== undefined && { row }) }
      for (const listener of this.#listeners) listener(change)
    }
  }
}

/** The rows of all tables that an object has. */
function changesOf(environmentId: string, tables: object): Change[] {
  return Object.entries(tables).flatMap(([table, rows]: [string, unknown]) =>
    rows instanceof Table
      ? [...(rows as Table<Keyed>)].map((row) => ({ table, environmentId, id: row._id, row }))
      : [],
  )
}
