// Reads one page of a list, all pages up to a limit, or new and changed items until the command is interrupted.
import { textAt, mapsAt, timeAt } from '../../core/json.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Cursors, ListAccount } from '../../report/account.ts'
import type { Client } from '../../service/client.ts'
import type { OnPage } from '../../service/pages.ts'
import type { OpenTarget } from './on-target.ts'
import { isPassing } from '../../service/errors.ts'
import type { Run } from '../run.ts'

interface PageQuery {
  readonly page?: number
  readonly limit?: number
}

interface Page {
  readonly data: readonly object[]
  readonly hasMore?: boolean
  readonly page?: number
  readonly pageSize?: number
  /** If it has cursors instead of a number, with `totalCount`. */
  readonly next?: string | null
}

/** How a list is asked for. */
export interface Source {
  readonly page: (client: Client, paging: PageQuery) => Promise<Page>
  readonly all: (client: Client, paging: PageQuery, onPage?: OnPage) => AsyncIterable<object>
}

/** How many items `--all` reads without `--max`. */
export const defaultMax = 10_000

export interface Paging extends PageQuery {
  readonly max: number
}

type Read = Pick<ListAccount, 'page' | 'pageSize' | 'cursors'> &
  Required<Pick<ListAccount, 'data' | 'hasMore'>>

type Reader = Pick<OpenTarget, 'client' | 'shown'>

/** One page, which is the page that the service chooses if `paging` names none. */
export async function readPage(source: Source, { client, shown }: Reader, paging: Paging): Promise<Read> {
  const { max: _max, ...query } = paging
  const reply = await source.page(client, query)
  const data = reply.data.map(shown)
  const pageSize = countIn(reply.pageSize) ?? query.limit ?? data.length
  if (reply.next === undefined)
    return { page: countIn(reply.page) ?? query.page ?? 0, pageSize, hasMore: reply.hasMore === true, data }
  const cursors = cursorsIn(shown({ ...reply, data: [] }))
  return { pageSize, hasMore: cursors.next !== null, cursors, data }
}

function cursorsIn(reply: ValueMap): Cursors {
  return {
    next: textAt(reply, 'next') || null,
    previous: textAt(reply, 'previous') || null,
    totalCount: countIn(reply['totalCount']) ?? 0,
    totalCountCapped: reply['totalCountCapped'] === true,
  }
}

/** All pages, up to `max` items. `write` gets each item as it comes; then `data` is empty. */
export async function readAll(
  source: Source,
  { client, shown }: Reader,
  paging: Paging,
  write: ((item: ValueMap) => void) | undefined,
  onPage: OnPage,
): Promise<Read> {
  const { max, ...query } = paging
  const hear: OnPage = (progress) => {
    const isCut = progress.total !== undefined && progress.total > max
    onPage(isCut ? { done: Math.min(progress.done, max), total: max } : progress)
  }
  const data: ValueMap[] = []
  let count = 0
  for await (const item of source.all(client, query, hear)) {
    if (count === max) return { page: query.page ?? 0, hasMore: true, data }
    count += 1
    if (write === undefined) data.push(shown(item))
    else write(shown(item))
  }
  return { page: query.page ?? 0, hasMore: false, data }
}

/** Replies may differ from the contract: a value that isn't a count is treated as absent. */
function countIn(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= 0 ? given : undefined
}

// A list as it grows.

interface FollowOptions {
  readonly source: Source
  /** How many of the existing items are shown first. */
  readonly last: number
  /** Ends after this many items; undefined for no end. */
  readonly max: number | undefined
  /** Oldest first: the existing items, then those of each later read. */
  readonly show: (items: readonly ValueMap[]) => void
  /** Called when a read failed, but the next one may succeed. */
  readonly onFailure: (error: unknown) => void
}

/** Milliseconds between reads. */
const pause = 2000
/** So many of the newest items are read again each time: an item usually changes soon after it was created. */
const window = 50
/** The most items whose state is kept, to recognize changes. */
const mostKnown = 10_000

/** Ends after `max`, or once the run is stopped. Throws errors that no further read can fix, and any error of the
 * first read. */
export async function follow(
  { source, last, max, show, onFailure }: FollowOptions,
  { client, shown }: Pick<OpenTarget, 'client' | 'shown'>,
  { machine: { sleep }, stop, clear }: Pick<Run, 'machine' | 'stop' | 'clear'>,
): Promise<void> {
  /** By ID, the state that was shown last. */
  const known = new Map<string, string>()
  let left = max ?? Infinity
  const remember = (id: string, state: string): void => {
    known.delete(id)
    known.set(id, state)
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  }
  const isStopped = (): boolean => stop.aborted
  /** The creation time of the oldest item of the first read, if there are older ones. */
  let horizon: number | undefined
  for (let isFirst = true; !isStopped(); isFirst = false) {
    if (!isFirst) await sleep(pause, stop)
    if (isStopped()) return
    try {
      const items = await newest(source, client, isFirst ? new Set() : new Set(known.keys()))
      clear()
      if (isFirst) {
        const oldest = items.map((item) => timeAt(item, 'createdAt')).at(-1)
        horizon = items.length < window ? undefined : oldest
      }
      const fresh = items
        .filter((item) => known.get(idOf(item)) !== stateOf(item))
        // An item older than the first list is not new.
        .filter(
          (item) =>
            known.has(idOf(item)) || isFirst || (timeAt(item, 'createdAt') ?? Infinity) >= (horizon ?? 0),
        )
      for (const item of fresh.toReversed()) remember(idOf(item), stateOf(item))
      const some = (isFirst ? fresh.slice(0, last) : fresh).toReversed().slice(0, left)
      if (some.length > 0) show(some.map((item) => shown(item)))
      left -= some.length
      if (left <= 0) return
    } catch (error) {
      if (isStopped()) return
      if (isFirst || !isPassing(error)) throw error
      onFailure(error)
    }
  }
}

/** Newest first: all items since the last read, and at least the window. */
async function newest(source: Source, client: Client, known: ReadonlySet<string>): Promise<ValueMap[]> {
  const items: ValueMap[] = []
  let hasMet = known.size === 0
  for await (const item of source.all(client, { limit: window })) {
    items.push(item as ValueMap)
    hasMet ||= known.has(idOf(item as ValueMap))
    if (items.length >= window && hasMet) break
  }
  return items
}

function idOf(item: ValueMap): string {
  return textAt(item, '_id')
}

/** The fields of an event or a message that can change later. */
function stateOf(item: ValueMap): string {
  const jobs = mapsAt(item, 'jobs').map((job) => textAt(job, 'status'))
  return [textAt(item, 'status'), ...jobs].join()
}
