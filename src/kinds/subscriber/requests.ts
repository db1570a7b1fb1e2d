// Which requests read the declared subscribers, so that they are the fewest: pages of the directory, or look-ups.
import { type Ahead, bothEnds, endQuery, type PageOfEnd } from './directory-pages.ts'
import { searchSubscribers } from '../../service/operations.ts'
import { findAll, type PageProgress } from '../../service/pages.ts'
import { send, type Client, type Sent } from '../../service/client.ts'
import type { SearchSubscribersQuery, SearchSubscribersReply, Subscriber } from '../../wire/generated.ts'
import { beginIntegrations } from '../integration/live.ts'
import type { Access } from '../kind.ts'
import type { Resources } from '../declared-resources.ts'
import { haveChannels } from './parts.ts'

/** The key by which the first page's reply is shared. */
export const firstPage = 'searchSubscribers'

/**
 * One or two are looked up. For more, the first page is read first, because only it says how many there are: at most one
 * request more than the minimum. Two look-ups also cost at most one more, and less in a directory of more than two pages.
 */
export function arePaged(desired: Resources): boolean {
  return desired.size > 2
}

/** Sends the list that channels refer to, and the first page or the look-ups. */
export function beginSubscribers(access: Access, desired: Resources): void {
  if (haveChannels(desired)) beginIntegrations(access)
  if (arePaged(desired))
    access.begin(firstPage, (client) => searchSubscribers(client, endQuery('DESC', undefined)))
  else for (const { name } of desired) access.begin(...lookUp(name))
}

/** The key by which a look-up's reply is shared, and its request. */
export function lookUp(name: string): [key: string, (client: Client) => Promise<readonly Subscriber[]>] {
  return [`subscriber/${name}`, (client) => findAll(client, name)]
}

/** The first page may have been sent early. */
export function pageReader(access: Access): (query: SearchSubscribersQuery) => Sent<SearchSubscribersReply> {
  return (query) => {
    const ask = (client: Client) => searchSubscribers(client, query)
    const isFirst = query.after === undefined && query.orderDirection === 'DESC'
    return isFirst ? access.read(firstPage, ask) : send(access.client, access.clock, ask)
  }
}

/** So many on one page are hardly a coincidence. */
const several = 4

/** Pages as long as they cost less than looking up those that are not found yet. The reader of a page updates `found`. */
export async function* worthyPages(
  access: Access,
  { size: declared }: Resources,
  found: { readonly count: number },
): AsyncGenerator<PageOfEnd, void> {
  /** Of the latest page of each end, how many were declared. */
  const latest: { DESC?: number; ASC?: number } = {}
  const isWorth = ({ order, left, underWay, pageSize, read: pages, isCounted }: Ahead): boolean => {
    const wanted = declared - found.count
    const own = latest[order]
    const other = latest[order === 'ASC' ? 'DESC' : 'ASC'] ?? 1
    // The declared ones may be the newest, or the oldest.
    if (own !== undefined && 4 * own < other) return false
    // The total is not known: pages may waste a quarter of what look-ups could waste.
    if (!isCounted && 4 * (pages - found.count) > wanted - left) return false
    // Those that are left may all be missing: one more page shows that the ends meet.
    const all = isCounted ? Math.max(left, 1) : Math.max(left, Math.ceil(wanted / pageSize))
    // If the latest page showed several, the next ones may too.
    const least =
      own !== undefined && Math.min(own, wanted) > several ? Math.min(all, Math.ceil(wanted / own)) : all
    // Whatever the requests under way show.
    return least > underWay && wanted - underWay * pageSize > least - underWay
  }
  const onPage = (done: PageProgress): void => access.onRead?.({ what: 'subscribers', ...done })
  for await (const page of bothEnds(pageReader(access), isWorth, onPage)) {
    const before = found.count
    yield page
    latest[page.seen.page.order] = found.count - before
  }
}
