// Reads one page of a list, or all of them up to a limit.
import type { Value, ValueMap } from '../core/value.ts'
import { withoutSecrets } from '../report/activity-secrets.ts'
import type { Client } from '../service/client.ts'

export interface PageQuery {
  readonly page?: number
  readonly limit?: number
}

export interface Page {
  readonly data: readonly object[]
  readonly hasMore?: boolean
  readonly page?: number
  readonly pageSize?: number
}

/** How a list is asked for. */
export interface Source {
  readonly page: (client: Client, paging: PageQuery) => Promise<Page>
  readonly all: (client: Client, paging: PageQuery) => AsyncIterable<object>
}

/** How many items `--all` reads where `--max` says nothing. */
export const defaultMax = 10_000

export interface Paging extends PageQuery {
  readonly max: number
}

export interface Read {
  readonly data: readonly ValueMap[]
  readonly hasMore: boolean
  readonly page: number
  readonly pageSize?: number
}

export type Write = ((item: ValueMap) => void) | undefined

export async function readPage(source: Source, client: Client, paging: Paging, write: Write): Promise<Read> {
  const { max: _max, ...query } = paging
  const reply = await source.page(client, query)
  const data = reply.data.map(shownItem)
  if (write !== undefined) data.forEach(write)
  return {
    page: reply.page ?? query.page ?? 0,
    pageSize: reply.pageSize ?? query.limit ?? data.length,
    hasMore: reply.hasMore === true,
    data,
  }
}

export async function readAll(source: Source, client: Client, paging: Paging, write: Write): Promise<Read> {
  const { max, ...query } = paging
  const data: ValueMap[] = []
  let count = 0
  for await (const item of source.all(client, query)) {
    if (count === max) return { page: query.page ?? 0, hasMore: true, data }
    count += 1
    const shown = shownItem(item)
    if (write === undefined) data.push(shown)
    else write(shown)
  }
  return { page: query.page ?? 0, hasMore: false, data }
}

export function shownItem(item: object): ValueMap {
  return withoutSecrets(item as Value) as ValueMap
}
