// Walks lists to their end, because a service may say that there is more when there isn't.
import type {
  ListEventsQuery,
  ListMessagesQuery,
  Message,
  Notification,
  SearchSubscribersQuery,
  Subscriber,
} from '../wire/generated.ts'
import type { Client } from './client.ts'
import { ReplyError } from './errors.ts'
import { listEvents, listMessages, searchSubscribers } from './operations.ts'

export interface SubscriberPage {
  readonly data: readonly Subscriber[]
  /** Of all pages, at most 50,000. Zero on a later page means that the cursor's subscriber is gone. */
  readonly totalCount: number
  readonly totalCountCapped: boolean
  readonly next: string | null
}

/** Pages in the order asked for, of 100 unless told otherwise; stop reading and no further page is fetched. */
export async function* subscriberPages(
  client: Client,
  query: SearchSubscribersQuery = {},
): AsyncGenerator<SubscriberPage, void> {
  const seen = new Set<string>()
  let after = query.after
  for (;;) {
    const reply = await searchSubscribers(client, {
      limit: 100,
      ...query,
      ...(after === undefined ? {} : { after }),
    })
    const next = typeof reply.next === 'string' && reply.next !== '' ? reply.next : null
    yield {
      data: reply.data,
      totalCount: reply.totalCount,
      totalCountCapped: reply.totalCountCapped ?? false,
      next,
    }
    if (next === null) return
    if (seen.has(next)) throw new ReplyError('searchSubscribers', 'next', 'a cursor that came before')
    seen.add(next)
    after = next
  }
}

/** Every subscriber; one that moved while pages were read may come twice or not at all. */
export async function* subscribers(
  client: Client,
  query: SearchSubscribersQuery = {},
): AsyncGenerator<Subscriber, void> {
  for await (const page of subscriberPages(client, query)) yield* page.data
}

/** Every message once, newest first. */
export function messages(client: Client, query: ListMessagesQuery = {}): AsyncGenerator<Message, void> {
  return walk('listMessages', query.page, (page) => listMessages(client, { limit: 100, ...query, page }))
}

/** Every event once, newest first. */
export function events(client: Client, query: ListEventsQuery = {}): AsyncGenerator<Notification, void> {
  return walk('listEvents', query.page, (page) => listEvents(client, { limit: 50, ...query, page }))
}

interface Page<Item> {
  readonly data: readonly Item[]
  readonly hasMore?: boolean
}

/** Items shift to later pages when new ones arrive, so they are told apart by id; an empty page is the end. */
async function* walk<Item extends { readonly _id?: string }>(
  operation: 'listMessages' | 'listEvents',
  first: number | undefined,
  fetch: (page: number) => Promise<Page<Item>>,
): AsyncGenerator<Item, void> {
  const seen = new Set<string>()
  let before = ''
  for (let page = first ?? 0; ; page += 1) {
    const { data, hasMore } = await fetch(page)
    const ids = data.map(idOf)
    const these = ids.includes(undefined) ? '' : ids.join()
    if (these !== '' && these === before)
      throw new ReplyError(operation, `page ${page}`, 'the page before it again')
    before = these
    for (const [index, item] of data.entries()) {
      const id = ids[index]
      if (id !== undefined && seen.has(id)) continue
      if (id !== undefined) seen.add(id)
      yield item
    }
    if (data.length === 0 || hasMore === false) return
  }
}

function idOf({ _id: id }: { readonly _id?: string }): string | undefined {
  return id
}
