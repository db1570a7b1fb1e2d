// The subscribers of one environment: fast by identity and by page, also when there are hundreds of thousands.
import { Order } from './order.ts'
import type { SubscriberRecord } from './records.ts'
import { Table } from './table.ts'

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

/** A table that also finds a subscriber by its `subscriberId`, and keeps orders for pages. */
export class Directory extends Table<SubscriberRecord> {
  readonly #bySubscriberId = new Map<string, SubscriberRecord>()
  readonly #orders = new Map<SortField, Order<SubscriberRecord>>()

  /** By the identifier of the service's client. */
  named(subscriberId: string): SubscriberRecord | undefined {
    return this.#bySubscriberId.get(subscriberId)
  }

  override put(record: SubscriberRecord): SubscriberRecord {
    const before = this.get(record._id)
    for (const order of this.#orders.values()) {
      if (before === undefined) order.add(record)
      else order.replace(before, record)
    }
    if (before !== undefined) this.#bySubscriberId.delete(before.subscriberId)
    this.#bySubscriberId.set(record.subscriberId, record)
    return super.put(record)
  }

  override remove(id: string): void {
    const record = this.get(id)
    if (record === undefined) return
    for (const order of this.#orders.values()) order.remove(record)
    this.#bySubscriberId.delete(record.subscriberId)
    super.remove(id)
  }

  /** All subscribers in ascending order of a field; made at the first use, then kept. */
  ordered(field: SortField): Order<SubscriberRecord> {
    const known = this.#orders.get(field)
    if (known !== undefined) return known
    const made = new Order((record: SubscriberRecord) => record[field] ?? '', this)
    this.#orders.set(field, made)
    return made
  }
}
