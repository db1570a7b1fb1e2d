// Operation 8: the messages of an environment, newest first.
import type { Message } from '../../wire/generated.ts'
import { reading } from './operation.ts'
import type { MessageRecord } from '../store/records.ts'
import type { EnvironmentStore } from '../store/store.ts'
import type { World } from '../profile.ts'

export const messageOperations = [
  reading('listMessages', ({ world, environment, query }) => {
    const own = world.store.of(environment._id)
    const rules = world.profile.activity.messages
    const channel = rules.channel(query)
    const subscriberId = query.text('subscriberId')
    const subscriber = subscriberId === undefined ? undefined : own.subscribers.named(subscriberId)
    const transactionIds = query.texts('transactionId')
    const contextKeys = query.texts('contextKeys')
    const page = rules.page(query)
    const limit = rules.limit(query)
    if (subscriberId !== undefined && subscriber === undefined) rules.unknownSubscriber(subscriberId)
    const found = newestFirst(
      own.messages.filter(
        (row) =>
          (channel === undefined || row.channel === channel) &&
          (subscriberId === undefined || row._subscriberId === subscriber?._id) &&
          (transactionIds === undefined || transactionIds.includes(row.transactionId)) &&
          (contextKeys === undefined || sameSet(row.contextKeys ?? [], contextKeys)),
      ),
    )
    const start = Math.max(0, page) * limit
    const end = start + limit
    return {
      totalCount: found.length,
      hasMore: end < found.length,
      data: found.slice(start, end).map((row) => shown(world, own, row)),
      pageSize: limit,
      page,
    }
  }),
]

/** Newest first; of the same time, the one that was made last. */
export function newestFirst<Row extends { readonly _id: string; readonly createdAt?: string }>(
  rows: Row[],
): Row[] {
  return rows.sort((a, b) => {
    const [time, other] = [a.createdAt ?? '', b.createdAt ?? '']
    return time < other || (time === other && a._id < b._id) ? 1 : -1
  })
}

function shown({ profile }: World, own: EnvironmentStore, row: MessageRecord): Message {
  return profile.activity.messages.shown(row, {
    subscriber: own.subscribers.get(row._subscriberId),
    workflow: own.workflows.get(row._templateId ?? ''),
    event: own.notifications.get(row._notificationId),
  })
}

/** An empty key in the query means no context. */
function sameSet(keys: readonly string[], asked: readonly string[]): boolean {
  const wanted = new Set(asked.filter((key) => key !== ''))
  return wanted.size === new Set(keys).size && keys.every((key) => wanted.has(key))
}
