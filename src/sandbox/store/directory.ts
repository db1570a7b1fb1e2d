// The subscribers of one environment: fast by identity and by page, also when there are hundreds of thousands.
import { Order } from './order.ts'
import type { SubscriberRecord } from './records.ts'
import type { Watch } from './table.ts'

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

export class Directory implements Iterable<SubscriberRecord> {
  readonly #bySubscriberId = new Map<string, SubscriberRecord>()
  readonly #byId = new Map<string, SubscriberRecord>()
  readonly #orders = new Map<SortField, Order<SubscriberRecord>>()
  readonly #changed: Watch

  constructor(changed: Watch = () => undefined) {
    this.#changed = changed
  }

  get size(): number {
    return this.#byId.size
  }

  /** By the identifier of the service's client. */
  get(subscriberId: string): SubscriberRecord | undefined {
    return this.#bySubscriberId.get(subscriberId)
  }

  /** By the service's own id. */
  byId(id: string): SubscriberRecord | undefined {
    return this.#byId.get(id)
  }

  /** Adds a subscriber, or replaces the one of the same `_id`. */
  put(record: SubscriberRecord): SubscriberRecord {
    const before = this.#byId.get(record._id)
    for (const order of this.#orders.values()) {
      if (before === undefined) order.add(record)
      else order.replace(before, record)
    }
    if (before !== undefined) this.#bySubscriberId.delete(before.subscriberId)
    this.#byId.set(record._id, record)
    this.#bySubscriberId.set(record.subscriberId, record)
    this.#changed(record._id, record)
    return record
  }

  remove(subscriberId: string): void {
    const record = this.#bySubscriberId.get(subscriberId)
    if (record === undefined) return
    for (const order of this.#orders.values()) order.remove(record)
    this.#bySubscriberId.delete(subscriberId)
    this.#byId.delete(record._id)
    this.#changed(record._id, undefined)
  }

  /** All subscribers in ascending order of a field; made at the first use, then kept. */
  ordered(field: SortField): Order<SubscriberRecord> {
    const known = this.#orders.get(field)
    if (known !== undefined) return known
    const made = new Order((record: SubscriberRecord) => record[field] ?? '', this.#byId.values())
    this.#orders.set(field, made)
    return made
  }

  [Symbol.iterator](): Iterator<SubscriberRecord> {
    return this.#byId.values()
  }
}
