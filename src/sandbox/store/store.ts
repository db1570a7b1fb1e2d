// The data of the service, in memory. Subscribers of an environment are found fast by identity and by page, also when there are
// hundreds of thousands.
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
  SubscriberRecord,
  TaskRecord,
} from './records.ts'

const sortable = [
  'subscriberId',
  'firstName',
  'lastName',
  'email',
  'phone',
  'createdAt',
  'updatedAt',
] as const
type SortField = '_id' | (typeof sortable)[number]

/** The field to order by; a field that can't be ordered by counts as `_id`. */
export function sortFieldOf(name: string | undefined): SortField {
  return sortable.find((field) => field === name) ?? '_id'
}

interface Keyed {
  readonly _id: string
}

/** One kind of record by id, in the order of creation. */
export class Table<Row extends Keyed> implements Iterable<Row> {
  readonly #rows = new Map<string, Row>()

  get size(): number {
    return this.#rows.size
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** Adds a row, or replaces the one with the same id at its place. */
  put(row: Row): Row {
    this.#rows.set(row._id, row)
    return row
  }

  remove(id: string): void {
    this.#rows.delete(id)
  }

  filter(test: (row: Row) => boolean): Row[] {
    return [...this.#rows.values()].filter(test)
  }

  find(test: (row: Row) => boolean): Row | undefined {
    for (const row of this.#rows.values()) if (test(row)) return row
    return undefined
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.#rows.values()
  }
}

/** A table that also finds a subscriber by its `subscriberId`, and keeps orders for pages until the next write. */
export class Directory extends Table<SubscriberRecord> {
  readonly #bySubscriberId = new Map<string, SubscriberRecord>()
  readonly #orders = new Map<SortField, readonly SubscriberRecord[]>()

  /** By the identifier of the service's client. */
  named(subscriberId: string): SubscriberRecord | undefined {
    return this.#bySubscriberId.get(subscriberId)
  }

  override put(record: SubscriberRecord): SubscriberRecord {
    this.#forget(record._id)
    this.#bySubscriberId.set(record.subscriberId, record)
    return super.put(record)
  }

  override remove(id: string): void {
    this.#forget(id)
    super.remove(id)
  }

  /** All subscribers in ascending order of a field. */
  ordered(field: SortField): readonly SubscriberRecord[] {
    const rows = this.#orders.get(field) ?? [...this].sort((a, b) => compare(a, b, field))
    this.#orders.set(field, rows)
    return rows
  }

  #forget(id: string): void {
    this.#orders.clear()
    const record = this.get(id)
    if (record !== undefined) this.#bySubscriberId.delete(record.subscriberId)
  }
}

/** The index of a row among rows in order of a field, or the index to insert it at; found by binary search. */
export function position(row: SubscriberRecord, rows: readonly SubscriberRecord[], field: SortField): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(rows[middle] as SubscriberRecord, row, field) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compare(a: SubscriberRecord, b: SubscriberRecord, field: SortField): number {
  return compareText(a[field] ?? '', b[field] ?? '') || compareText(a._id, b._id)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

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
