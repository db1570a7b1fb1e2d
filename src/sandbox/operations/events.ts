// Operations 8, 12 and 13: the messages and the records of triggers, newest first.
import type { RetrievedNotification, Message } from '../../wire/generated.ts'
import type { EventRules } from '../activity-rules.ts'
import { badRequest } from '../http/refusals.ts'
import { withoutBody } from './operation.ts'
import type { Query } from './request-values.ts'
import {
  filled,
  type NotificationRecord,
  type SubscriberRecord,
  type WorkflowRecord,
  type MessageRecord,
} from '../store/records.ts'
import type { EnvironmentStore } from '../store/store.ts'
import type { World } from '../profile.ts'

export const eventOperations = [
  withoutBody('listEvents', ({ world, environment, query }) => {
    const own = world.store.of(environment._id)
    const rules = world.profile.activity.events
    const page = query.number('page', { min: 0, default: 0 })
    const limit = query.number('limit', { min: 1, max: 50, default: 10 })
    const found = newestFirst(own.notifications.filter(filterOf(world, own, query)))
    const end = (page + 1) * limit
    const rows = found.slice(page * limit, end)
    return {
      hasMore: rules.hasMore({ end, total: found.length, length: rows.length, limit }),
      data: rows.map((row) => rules.listed(shownEvent(own, row))),
      pageSize: limit,
      page,
    }
  }),

  withoutBody('retrieveEvent', ({ world, environment, param }) => {
    const own = world.store.of(environment._id)
    const rules = world.profile.activity.events
    rules.checkId(param('notificationId'))
    const row = own.notifications.get(param('notificationId'))
    if (row === undefined) throw rules.unknown()
    return rules.retrieved(shownEvent(own, row))
  }),
]

/** The filter of the query: `emails` or `subscriberIds`, and all other fields. */
function filterOf(world: World, own: EnvironmentStore, query: Query): (row: NotificationRecord) => boolean {
  const channels = query.texts('channels')
  const templates = query.texts('templates')
  const emails = query.texts('emails')
  const subscriberIds = query.texts('subscriberIds')
  const search = query.text('search')
  const rules = world.profile.activity.events
  const transactionIds = rules.transactionIds(query)
  const topicKey = query.text('topicKey')
  const severities = rules.severities(query)
  rules.check(query)
  const after = timeOf(query, 'after', rules)
  const before = timeOf(query, 'before', rules)
  const { clock } = world
  const start = Math.max(after ?? -Infinity, rules.earliest(world, query, world.profile.rateLimit))
  const end = before === undefined ? clock.now().getTime() : before - 1
  if (after !== undefined && before !== undefined && after > before) {
    throw badRequest('after must be earlier than before')
  }
  const isAsked = (subscriber: SubscriberRecord | undefined): boolean =>
    (emails === undefined && subscriberIds === undefined) ||
    (emails?.includes(subscriber?.email ?? '') ?? false) ||
    (subscriberIds?.includes(subscriber?.subscriberId ?? '') ?? false)
  const isFound = (subscriber: SubscriberRecord | undefined): boolean =>
    search === undefined ||
    subscriber?.subscriberId === search ||
    (subscriber?.email ?? '').toLowerCase().includes(search.toLowerCase())
  return (row) => {
    const subscriber = own.subscribers.get(row._subscriberId)
    const time = Date.parse(row.createdAt ?? '')
    return (
      (channels === undefined || (row.channels ?? []).some((channel) => channels.includes(channel))) &&
      (templates === undefined || templates.includes(row._templateId ?? '')) &&
      (severities === undefined || severities.includes(row.severity ?? 'none')) &&
      (transactionIds === undefined || transactionIds.includes(row.transactionId)) &&
      (topicKey === undefined || (row.topics ?? []).some((topic) => topic.topicKey === topicKey)) &&
      time > start &&
      time <= end &&
      isAsked(subscriber) &&
      isFound(subscriber)
    )
  }
}

function timeOf(query: Query, name: string, { noDate }: EventRules): number | undefined {
  const text = query.text(name)
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw noDate(name, text)
  return time
}

function shownEvent(own: EnvironmentStore, row: NotificationRecord): RetrievedNotification {
  const subscriber = own.subscribers.get(row._subscriberId)
  const workflow = own.workflows.get(row._templateId ?? '')
  return {
    ...row,
    ...filled({ subscriber: subscriber && recipient(subscriber), template: workflow && template(workflow) }),
  }
}

function template({ _id, name, origin, triggers }: WorkflowRecord) {
  return { _id, name, ...filled({ origin }), triggers }
}

function recipient({ subscriberId, _id, firstName, lastName, email, phone }: SubscriberRecord) {
  return { subscriberId, _id, ...filled({ firstName, lastName, email, phone }) }
}

export const messageOperations = [
  withoutBody('listMessages', ({ world, environment, query }) => {
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
      data: found.slice(start, end).map((row) => shownMessage(world, own, row)),
      pageSize: limit,
      page,
    }
  }),
]

/** Newest first; of the same time, the one that was made last. */
function newestFirst<Row extends { readonly _id: string; readonly createdAt?: string }>(rows: Row[]): Row[] {
  return rows.sort((a, b) => {
    const [time, other] = [a.createdAt ?? '', b.createdAt ?? '']
    return time < other || (time === other && a._id < b._id) ? 1 : -1
  })
}

function shownMessage({ profile }: World, own: EnvironmentStore, row: MessageRecord): Message {
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
