// Reads one page of a list, or all of them up to a limit.
import { textAt } from '../../core/fields.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Cursors } from '../../report/account.ts'
import type { Client } from '../../service/client.ts'
import type { OnPage } from '../../service/pages.ts'
import type { OpenTarget } from './on-target.ts'

export interface PageQuery {
  readonly page?: number
  readonly limit?: number
}

export interface Page {
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

export interface Read {
  readonly data: readonly ValueMap[]
  readonly hasMore: boolean
  readonly page?: number
  readonly pageSize?: number
  readonly cursors?: Cursors
}

type Reader = Pick<OpenTarget, 'client' | 'open'>

export async function readPage(source: Source, { client, open }: Reader, paging: Paging): Promise<Read> {
  const { max: _max, ...query } = paging
  const reply = await source.page(client, query)
  const data = reply.data.map(open)
  const pageSize = countIn(reply.pageSize) ?? query.limit ?? data.length
  if (reply.next === undefined)
    return { page: countIn(reply.page) ?? query.page ?? 0, pageSize, hasMore: reply.hasMore === true, data }
  const cursors = cursorsIn(open({ ...reply, data: [] }))
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

/** With `write` each record goes there as it comes, and none is in `data`. */
export async function readAll(
  source: Source,
  { client, open }: Reader,
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
    if (write === undefined) data.push(open(item))
    else write(open(item))
  }
  return { page: query.page ?? 0, hasMore: false, data }
}

/** Replies may differ from the contract: a value that isn't a count is treated as absent. */
function countIn(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= 0 ? given : undefined
}
