// Operations 1, 2 and 3: a subscriber's attributes and channel credentials, and pages of subscribers, walked by cursors.
import { z } from 'zod'
import type { UpsertSubscriberCredentialsBody, SearchSubscribersReply } from '../../wire/generated.ts'
import { channelsWith, integrationFor } from './channel-credentials.ts'
import { badRequest, notFound, type Refusal } from '../http/refusals.ts'
import { withBody, withoutBody } from './operation.ts'
import { type Query, attribute, each, freeForm, maybe } from './request-values.ts'
import type { SubscriberRecord } from '../store/records.ts'
import { fieldsOf } from './schema-facts.ts'
import { now } from '../setting.ts'
import type { World } from '../profile.ts'
import { position, sortFieldOf, type Directory } from '../store/store.ts'

export const subscriberOperations = [
  withBody(
    'upsertSubscriberCredentials',
    z.object(fieldsOf<UpsertSubscriberCredentialsBody>('UpsertSubscriberCredentialsBody')),
    ({ world, environment, param, body }) => {
      const { subscribers } = world.store.of(environment._id)
      const subscriber = subscribers.named(param('subscriberId'))
      if (subscriber === undefined) throw unknownSubscriber.credentials(param('subscriberId'))
      const integration = integrationFor(world.store, environment._id, body)
      if (integration === undefined) {
        throw badRequest(
          `Subscribers environment (${environment._id}) do not have active ${body.providerId} integration.`,
        )
      }
      const channels = channelsWith(subscriber.channels ?? [], integration, (stored) =>
        world.profile.subscribers.merged(stored, body.credentials),
      )
      return world.profile.subscribers.credentialed(write(world, subscriber, { channels }))
    },
  ),

  withBody(
    'updateSubscriber',
    z.object({
      ...each(['firstName', 'lastName', 'email', 'phone', 'avatar', 'timezone', 'locale'], attribute),
      data: maybe(freeForm.nullable()),
    }),
    ({ world, environment, param, body }) => {
      const subscriber = world.store.of(environment._id).subscribers.named(param('subscriberId'))
      if (subscriber === undefined) throw unknownSubscriber.update(param('subscriberId'))
      return world.profile.subscribers.updated(write(world, subscriber, body), subscriber)
    },
  ),
]

function write(world: World, before: SubscriberRecord, changes: Partial<SubscriberRecord>): SubscriberRecord {
  return world.store.of(before._environmentId).subscribers.put({
    ...before,
    ...changes,
    __v: (before.__v ?? 0) + 1,
    updatedAt: now(world),
  })
}

/** The service counts no further. */
const countCap = 50_000
const emptyPage: SearchSubscribersReply = {
  data: [],
  next: null,
  previous: null,
  totalCount: 0,
  totalCountCapped: false,
}

/** Operation 3: pages of an environment's subscribers, walked by cursors. */
export const searchOperations = [
  withoutBody('searchSubscribers', ({ query, world, environment }) => {
    const { subscribers } = world.store.of(environment._id)
    const rules = world.profile.subscribers
    const limit = rules.limit(query)
    const descending = rules.isDescending(query)
    const after = query.text('after')
    const before = query.text('before')
    if (after !== undefined && before !== undefined) {
      throw badRequest('Cannot specify both "before" and "after" cursors at the same time.')
    }
    const cursor = after ?? before
    if (cursor !== undefined) rules.checkCursor(cursor)
    const isVanished = world.quirks.has('vanished-cursor')
    const edge = cursor === undefined || isVanished ? undefined : subscribers.get(cursor)
    if (cursor !== undefined && edge === undefined) return emptyPage

    const field = sortFieldOf(query.text('orderBy'))
    const rows = matching(() => subscribers.ordered(field), subscribers, query, world)
    const total = rows.length
    // Counted in the order of the page: `rows` ascend, and a descending page counts from their end.
    let start = 0
    let end = limit
    if (edge !== undefined) {
      const at = position(edge, rows, field)
      // The row of the cursor counts only if the filters match it, and is shown only with `includeCursor`.
      const own = rows[at]?._id === edge._id ? 1 : 0
      const shown = query.flag('includeCursor') ? own : 0
      const rowsBefore = descending ? total - at - own : at
      start = after === undefined ? Math.max(0, rowsBefore + shown - limit) : rowsBefore + own - shown
      end = after === undefined ? rowsBefore + shown : start + limit
    }
    end = Math.min(end, total)
    const page = descending ? rows.slice(total - end, total - start).reverse() : rows.slice(start, end)
    return {
      data: page.map((row) => rules.shown(row)),
      next: end < total ? (page.at(-1)?._id ?? null) : null,
      previous: start > 0 ? (page[0]?._id ?? null) : null,
      totalCount: Math.min(total, countCap),
      totalCountCapped: total > countCap,
    }
  }),
]

/** The subscribers that all filters match, in order. A search by id calls `ordered` only with the fault `substring-ids`. */
function matching(
  ordered: () => readonly SubscriberRecord[],
  subscribers: Directory,
  query: Query,
  { profile, quirks }: World,
): readonly SubscriberRecord[] {
  const subscriberId = query.single('subscriberId')
  const email = query.single('email')
  const phone = query.single('phone')
  const name = query.single('name')
  const fits = (value: string | null | undefined, filter: string | undefined): boolean =>
    filter === undefined || profile.subscribers.matches(value ?? '', filter)
  const byId = (wanted: string): readonly SubscriberRecord[] => {
    if (quirks.has('substring-ids'))
      return ordered().filter((row) => row.subscriberId.toLowerCase().includes(wanted.toLowerCase()))
    const one = subscribers.named(wanted)
    return one === undefined ? [] : [one]
  }
  const candidates = subscriberId === undefined ? ordered() : byId(subscriberId)
  if ((email ?? phone ?? name) === undefined) return candidates
  return candidates.filter(
    (row) => fits(row.email, email) && fits(row.phone, phone) && fits(fullName(row), name),
  )
}

function fullName({ firstName, lastName }: SubscriberRecord): string {
  return `${firstName ?? ''} ${lastName ?? ''}`.trim()
}

/** The refusal of each operation if the subscriber ID is unknown. Searches find nothing, and triggers create the subscriber. */
export const unknownSubscriber = {
  credentials: (id: string): Refusal => badRequest(`SubscriberId: ${id} not found`),
  update: (id: string): Refusal => notFound(`Subscriber ${id} was not found`),
  /** Of deployed services; the contract lists no messages. */
  messages: (id: string): Refusal => notFound(`Subscriber not found for the provided subscriberId: ${id}`),
} as const
