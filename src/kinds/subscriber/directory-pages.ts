// The pages of a directory, read from both ends at once, because each names the next one; and whether they prove that a
// subscriber is missing.
import type { SearchSubscribersQuery, SearchSubscribersReply, Subscriber } from '../../wire/generated.ts'
import { isCapped, keyOf, nextOf, type OnPage, pageQuery, pageSize, restarts } from '../../service/pages.ts'
import { mostStale, watchPages } from '../../service/page-watch.ts'
import type { Sent } from '../../service/client.ts'
import type { Order, Page, SeenAt } from '../resource.ts'

export interface PageOfEnd {
  readonly data: readonly Subscriber[]
  readonly seen: SeenAt & { readonly page: Page }
  /** For missing subscribers: when the first page was read, and what it showed. */
  readonly absent: SeenAt
  /** Whether all that no page has shown up to here were certainly missing at some time since. */
  readonly isAll: boolean
}

export interface Ahead {
  /** The end of which a page would be asked for. */
  readonly order: Order
  /** Pages that no end has read: exact if the service counts, else the minimum. */
  readonly left: number
  /** Those of them that were asked for already. */
  readonly underWay: number
  readonly pageSize: number
  readonly read: number
  /** False if there are more than the service counts. */
  readonly isCounted: boolean
}

type Read = (query: SearchSubscribersQuery) => Sent<SearchSubscribersReply>

/** The query of the page after a cursor; without one, of an end's first page. */
export function endQuery(order: Order, after: string | undefined): SearchSubscribersQuery {
  return pageQuery(after, { orderDirection: order })
}

/**
 * Pages in an order that depends on replies alone, and not on which comes first. A page is asked for only if `isWorth`; the
 * first one always is. A subscriber may come twice. Directories change while they are read, so what no page showed may be
 * there, unless `isAll` says that it isn't. With `since`, the newest end is read until one of those, or until a page is not in
 * the order of IDs.
 */
export async function* bothEnds(
  read: Read,
  isWorth: (ahead: Ahead) => boolean,
  onPage?: OnPage,
  since?: Page['since'],
): AsyncGenerator<PageOfEnd, void> {
  for (let restarted = 0; restarted <= restarts; restarted += 1) {
    const walk = new Walk(read, since)
    yield* walk.pages(isWorth, onPage)
    if (!walk.isCutOff || !isWorth(walk.ahead('DESC'))) return
  }
}

/** One of the two ends, and how far it was read. */
class End {
  readonly order: Order
  isOpen = true
  pages = 0
  next: string | undefined
  first: string | undefined
  last: string | undefined
  /** The subscribers of its latest pages, the latest last: a service may repeat pages. */
  latest: ReadonlySet<string>[] = []
  readonly watch = watchPages('searchSubscribers')

  constructor(order: Order) {
    this.order = order
  }
}

interface Asked {
  readonly end: End
  readonly after: string | undefined
  readonly sent: Sent<SearchSubscribersReply>
}

class Walk {
  readonly #read: Read
  readonly #newest = new End('DESC')
  readonly #oldest = new End('ASC')
  #underWay: Asked[] = []
  readonly #since: Page['since']
  #isComplete = false
  #isCutShort = false
  #isSorted = true
  #hasMet = false
  #absent: SeenAt | undefined
  #pages = 0
  #shown = 0
  #total = 0
  /**
   * As the first page says: the newest end doesn't show subscribers that are created later. Undefined if only a part is
   * read.
   */
  #counted: number | undefined
  #isCapped = false
  #pageSize = pageSize

  constructor(read: Read, since: Page['since']) {
    this.#read = read
    this.#since = since
    if (since !== undefined) this.#oldest.latest = [since]
  }

  /** The subscriber at the cursor of an end is gone, and the other end didn't read the rest. */
  get isCutOff(): boolean {
    return this.#isCutShort && !this.#isComplete && !this.#newest.isOpen && !this.#oldest.isOpen
  }

  ahead(order: Order): Ahead {
    // A capped count says that there is at least one more.
    const least = this.#isCapped ? 1 : 0
    const left = Math.ceil(Math.max(least, this.#total + least - this.#shown) / this.#pageSize)
    return {
      order,
      left,
      underWay: this.#underWay.length,
      pageSize: this.#pageSize,
      read: this.#pages,
      isCounted: !this.#isCapped,
    }
  }

  async *pages(isWorth: (ahead: Ahead) => boolean, onPage?: OnPage): AsyncGenerator<PageOfEnd, void> {
    this.#ask(this.#newest)
    try {
      for (let asked = this.#underWay.shift(); asked !== undefined; asked = this.#underWay.shift()) {
        const { end, after, sent } = asked
        const reply = await sent.reply
        const isNew = this.#record(asked, reply)
        onPage?.({
          done: this.#shown,
          ...(this.#total > 0 && { total: this.#total }),
          ...(this.#isCapped && { isCapped: true }),
        })
        const seen = { at: sent.startedAt(), page: { number: this.#pages, after, order: end.order } }
        this.#absent ??= absentSeenAt(seen, reply.data)
        if (isNew) yield { data: reply.data, seen, absent: this.#absent, isAll: this.#isAll }
        for (const each of [this.#newest, this.#oldest])
          if (this.#mayAsk(each) && isWorth(this.ahead(each.order))) this.#ask(each)
      }
    } finally {
      await Promise.allSettled(this.#underWay.map(({ sent }) => sent.reply))
    }
  }

  /** Services may end a list too early, move subscribers from page to page, or not count. One page shows one moment. */
  get #isAll(): boolean {
    const isCounted = this.#counted !== undefined && !this.#isCapped
    // Both ends may end too early, and show as many as there are because others came and went meanwhile.
    const isWhole = this.#hasMet || (isCounted && this.#oldest.pages === 0)
    const isProven = (isCounted && this.#pages === 1) || (this.#isSorted && isWhole)
    return this.#isComplete && this.#shown >= (this.#counted ?? 0) && isProven
  }

  #mayAsk(end: End): boolean {
    const isOver = this.#isComplete || (this.#since !== undefined && !this.#isSorted)
    return !isOver && end.isOpen && this.#underWay.every((asked) => asked.end !== end)
  }

  #ask(end: End): void {
    const sent = this.#read(endQuery(end.order, end.next))
    // A failure is thrown when the reply is read in its turn.
    sent.reply.catch(() => undefined)
    this.#underWay.push({ end, after: end.next, sent })
  }

  /** Whether the page shows a part of the directory. */
  #record({ end, after }: Asked, reply: SearchSubscribersReply): boolean {
    const other = end === this.#newest ? this.#oldest : this.#newest
    const next = nextOf(reply)
    const keys = reply.data.map(keyOf)
    const [first] = keys
    this.#pages += 1
    end.pages += 1
    this.#total = Math.max(this.#total, reply.totalCount)
    if (this.#pages === 1 && !this.#since?.size && (reply.totalCount > 0 || first === undefined))
      this.#counted = reply.totalCount
    this.#isCapped ||= isCapped(reply)
    // Services without the order give the same page again.
    if (end.pages === 1 && first !== undefined && first === other.first) {
      end.isOpen = false
      return false
    }
    if (first === undefined && after !== undefined && (reply.totalCount === 0 || this.#shown < this.#total)) {
      end.isOpen = false
      this.#isCutShort = true
      return false
    }
    this.#isSorted &&= isSorted(keys, end, next)
    // New subscribers come first, and then those that the other end has read.
    const unmet = keys.filter((key) => other.latest.every((page) => !page.has(key)))
    this.#hasMet ||= unmet.length < keys.length
    this.#shown += unmet.length
    if (next === null || this.#hasMet) this.#isComplete = true
    if (next !== null) this.#follow(end, next, keys)
    end.first ??= first
    end.last = keys.at(-1)
    end.latest = [...end.latest, new Set(keys)].slice(-mostStale)
    return true
  }

  /** Throws a `ReplyError` if the pages never end. */
  #follow(end: End, next: string, keys: readonly string[]): void {
    end.next = next
    this.#pageSize = this.#pages === 1 ? keys.length : Math.max(this.#pageSize, keys.length)
    const fresh = keys.filter((key) => end.latest.every((page) => !page.has(key))).length
    const total = this.#isCapped ? undefined : this.#total
    end.watch({ name: `page ${this.#pages}`, size: keys.length, fresh, total, next })
  }
}

/** IDs of this form begin with the time: subscribers that are created later come before those on the newest page. */
function absentSeenAt({ at, page }: PageOfEnd['seen'], shown: readonly Subscriber[]): SeenAt {
  const since = new Set(shown.map(keyOf).filter((key) => /^[0-9a-f]{24}$/.test(key)))
  if (since.size < shown.length) return { at }
  return { at, page: { ...page, number: Number.MAX_SAFE_INTEGER, since } }
}

/** If IDs are in order, and are the cursors, no page skips a subscriber, even if others come or go meanwhile. */
function isSorted(keys: readonly string[], { order, last }: End, next: string | null): boolean {
  if (next !== null && next !== keys.at(-1)) return false
  const all = last === undefined ? keys : [last, ...keys]
  const isNext = (key: string, before = ''): boolean => (order === 'ASC' ? key > before : key < before)
  return all.slice(1).every((key, index) => isNext(key, all[index]))
}
