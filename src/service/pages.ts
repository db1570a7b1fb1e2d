// Walks lists to their end, because a service may say that there is more when there isn't.
import { given } from '../core/given.ts'
import type {
  ListEventsQuery,
  ListMessagesQuery,
  Message,
  Notification,
  SearchSubscribersQuery,
  SearchSubscribersReply,
  Subscriber,
} from '../wire/generated.ts'
import type { Client } from './client.ts'
import { ReplyError } from './errors.ts'
import { listEvents, listMessages, searchSubscribers } from './operations.ts'
import { watchPages } from './page-watch.ts'

export interface SubscriberPage {
  readonly data: readonly Subscriber[]
  /** Of all pages, at most 50,000. Zero on a later page means that the cursor's subscriber is gone. */
  readonly totalCount: number
  readonly totalCountCapped: boolean
  readonly next: string | null
  /** The cursor that it was asked for with; undefined for the first page. */
  readonly after: string | undefined
}

/** How far a list is read. */
export interface PageProgress {
  readonly done: number
  /** As the service counts; undefined if it doesn't. */
  readonly total?: number
  /** There are more than the service counts. */
  readonly isCapped?: boolean
}

/** Hears of each page. */
export type OnPage = (progress: PageProgress) => void

/** The most subscribers that the service gives in one page. */
export const pageSize = 100

/** Asks for the page after a cursor; without one, for the first page. */
export function pageQuery(
  after: string | undefined,
  query: SearchSubscribersQuery = {},
): SearchSubscribersQuery {
  return { limit: pageSize, ...query, ...given({ after }) }
}

/** The number at which the service stops counting. */
const countLimit = 50_000

/** How often a walk begins again because the subscriber at its cursor is gone: services end it there without an error. */
export const restarts = 3

/**
 * Pages in the requested order, of 100 by default, each subscriber once; a page is fetched only when it is needed.
 * Directories change while they are read: what no page showed may exist all the same. With `whole` it is an error if the
 * service repeatedly ends the list too early.
 */
export async function* subscriberPages(
  client: Client,
  query: SearchSubscribersQuery = {},
  end: 'any' | 'whole' = 'any',
  onPage?: OnPage,
): AsyncGenerator<SubscriberPage, void> {
  /** By subscriber, the pass that showed it last. */
  const shown = new Map<string, number>()
  let total = 0
  for (let restarted = 0; ; restarted += 1) {
    // With `includeCursor`, a first page of one subscriber has the same cursor as `next`.
    const watch = watchPages('searchSubscribers', query.includeCursor === true ? undefined : query.after)
    let isCutOff = false
    let count = 0
    for await (const page of onePass(client, query)) {
      const isFirst = page.after === query.after
      const size = page.data.length
      count += 1
      total = Math.max(total, page.totalCount)
      // After a cursor of the caller, fewer than all are to be shown.
      const isShort = query.after === undefined && shown.size < total
      isCutOff = !isFirst && size === 0 && (page.totalCount === 0 || isShort)
      if (page.next !== null) {
        const fresh = page.data.filter((item) => shown.get(keyOf(item)) !== restarted).length
        const { next, totalCountCapped } = page
        watch({ name: `page ${count}`, size, fresh, total: totalCountCapped ? undefined : total, next })
      }
      const data = page.data.filter((item) => !shown.has(keyOf(item)))
      for (const item of page.data) shown.set(keyOf(item), restarted)
      onPage?.({
        done: shown.size,
        ...(total > 0 && { total }),
        ...(page.totalCountCapped && { isCapped: true }),
      })
      yield { ...page, data }
    }
    if (isCutOff && restarted === restarts && end === 'whole')
      throw new ReplyError(
        'searchSubscribers',
        'data',
        `incomplete: belfry read the list ${restarts + 1} times, and each time the list ended before the last of ${total} subscribers`,
      )
    if (!isCutOff || restarted === restarts) return
  }
}

async function* onePass(client: Client, query: SearchSubscribersQuery): AsyncGenerator<SubscriberPage, void> {
  // On later pages too, a page of one subscriber would come again forever.
  const { includeCursor: _, ...others } = query
  let { after } = query
  for (let asked = query; ; asked = others) {
    const reply = await searchSubscribers(client, pageQuery(after, asked))
    const next = nextOf(reply)
    yield { data: reply.data, totalCount: reply.totalCount, totalCountCapped: isCapped(reply), next, after }
    if (next === null) return
    after = next
  }
}

/** The cursor of the next page; null on the last one. */
export function nextOf({ next }: SearchSubscribersReply): string | null {
  return typeof next === 'string' && next !== '' ? next : null
}

/** Whether there are more than the service counts. Some services don't mark it. */
export function isCapped({ totalCount, totalCountCapped }: SearchSubscribersReply): boolean {
  return totalCountCapped ?? totalCount >= countLimit
}

export function keyOf({ _id, subscriberId }: Subscriber): string {
  return _id ?? subscriberId
}

/** Every subscriber once. */
export async function* subscribers(
  client: Client,
  query: SearchSubscribersQuery = {},
  onPage?: OnPage,
): AsyncGenerator<Subscriber, void> {
  for await (const page of subscriberPages(client, query, 'whole', onPage)) yield* page.data
}

/** The one with exactly this id, whatever else a filter matches; a deleted subscriber counts as none. */
export async function findSubscriber(client: Client, subscriberId: string): Promise<Subscriber | undefined> {
  return (await findAll(client, subscriberId))[0]
}

/** Usually one; several if a service has the id more than once, as far as they are on one page. */
export async function findAll(client: Client, subscriberId: string): Promise<readonly Subscriber[]> {
  for await (const { data } of subscriberPages(client, { subscriberId })) {
    const exact = data.filter((item) => item.subscriberId === subscriberId && !item.deleted)
    if (exact.length > 0) return exact
  }
  return []
}

/** Every message once, newest first. */
export function messages(
  client: Client,
  query: ListMessagesQuery = {},
  onPage?: OnPage,
): AsyncGenerator<Message, void> {
  const fetch = (page: number) => listMessages(client, { limit: 100, ...query, page })
  return walk('listMessages', query.page, fetch, onPage)
}

/** Every event once, newest first. */
export function events(
  client: Client,
  query: ListEventsQuery = {},
  onPage?: OnPage,
): AsyncGenerator<Notification, void> {
  const fetch = (page: number) => listEvents(client, { limit: 50, ...query, page })
  return walk('listEvents', query.page, fetch, onPage)
}

interface Page<Item> {
  readonly data: readonly Item[]
  readonly hasMore?: boolean
  readonly totalCount?: number
}

/** Items shift to later pages when new ones arrive, so they are identified by ID; an empty page is the end. */
async function* walk<Item extends { readonly _id?: string }>(
  operation: 'listMessages' | 'listEvents',
  first: number | undefined,
  fetch: (page: number) => Promise<Page<Item>>,
  onPage: OnPage | undefined,
): AsyncGenerator<Item, void> {
  const seen = new Set<string>()
  const watch = watchPages(operation)
  let before = ''
  let done = 0
  for (let page = first ?? 0; ; page += 1) {
    const { data, hasMore, totalCount } = await fetch(page)
    const ids = data.map(({ _id }) => _id)
    const these = ids.includes(undefined) ? '' : ids.join()
    if (these !== '' && these === before)
      throw new ReplyError(operation, `page ${page}`, `identical to page ${page - 1}`)
    before = these
    done += data.length
    onPage?.({ done, ...(typeof totalCount === 'number' && { total: totalCount }) })
    const isLast = data.length === 0 || hasMore === false
    if (!isLast) {
      const fresh = ids.filter((id) => id !== undefined && !seen.has(id)).length
      const total = typeof totalCount === 'number' ? totalCount : undefined
      watch({ name: `page ${page}`, size: data.length, fresh, total })
    }
    for (const [index, item] of data.entries()) {
      const id = ids[index]
      if (id !== undefined && seen.has(id)) continue
      if (id !== undefined) seen.add(id)
      yield item
    }
    if (isLast) return
  }
}
