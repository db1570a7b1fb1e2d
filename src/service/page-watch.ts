// Ends the walk through a list whose pages never end: a service may repeat pages, or always name one more.
import type { OperationId } from '../wire/generated.ts'
import { ReplyError } from './errors.ts'

export interface PageSigns {
  /** The page number as the service counts or as the walk does: `page 3`. */
  readonly name: string
  /** How many items it has. */
  readonly size: number
  /** How many of them are new to this walk. Those without an id are not. */
  readonly fresh: number
  /** Of all pages; undefined if the service doesn't count, or stops counting at some number. */
  readonly total: number | undefined
  /** The cursor of the next page; not set if pages have numbers. */
  readonly next?: string
}

/** Pages in a row without a new id; items move to later pages while a list is read, so two may follow each other. */
export const mostStale = 3

/** The share that a list may have grown by since it was counted. */
const growth = 1.1

/** Checks each page that is not the last, in order. Throws a `ReplyError`. `from` is the cursor of the first page. */
export function watchPages(operation: OperationId, from?: string): (page: PageSigns) => void {
  const cursors = new Set([from])
  let stale = 0
  let pages = 0
  let items = 0
  return ({ name, size, fresh, total, next }) => {
    if (next !== undefined && cursors.has(next))
      throw new ReplyError(operation, 'next', 'a cursor that an earlier page already contained')
    if (next !== undefined && size === 0)
      throw new ReplyError(operation, 'next', `a cursor, but ${name} is empty, so no page can follow`)
    cursors.add(next)
    pages += 1
    items += size
    stale = fresh === 0 ? stale + 1 : 0
    if (stale === mostStale)
      throw new ReplyError(operation, name, 'the third page in a row without a new resource')
    // A replica that counts may lag the first pages.
    if (total !== undefined && pages > 2 && items > total * growth)
      throw new ReplyError(
        operation,
        name,
        `one page too many: the pages contain ${items} items, but totalCount is ${total}`,
      )
  }
}
