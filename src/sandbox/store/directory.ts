// The subscribers of one environment: fast by identity and by page, also when there are hundreds of thousands.
import { type SubscriberRecord, Table } from './records.ts'

const sortable = [
  'subscriberId',
  'firstName',
  'lastName',
  'email',
  'phone',
  'createdAt',
  'updatedAt',
] as const
export type SortField = '_id' | (typeof sortable)[number]

/** The field to order by; a field that can't be ordered by counts as `_id`. */
export function sortFieldOf(name: string | undefined): SortField {
  return sortable.find((field) => field === name) ?? '_id'
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
