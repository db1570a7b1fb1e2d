// Reads the declared subscribers with the fewest requests: by paging the directory, or one by one.
import { isMap, type ValueMap } from '../../core/value.ts'
import { bothEnds, endQuery, type PageOfEnd } from './directory-pages.ts'
import { subscriberPages, type PageProgress } from '../../service/pages.ts'
import type { SearchSubscribersQuery, Subscriber } from '../../wire/generated.ts'
import { integrationNames, type IntegrationNames } from '../integration/live.ts'
import type { Access } from '../kind.ts'
import { Ids } from '../../core/compact.ts'
import type { Desired, Live, Observed, Page, SeenAt } from '../resource.ts'
import type { Resources } from '../declared-resources.ts'
import { inParallel } from '../../core/lists.ts'
import { readerOf } from '../from-field-rows.ts'
import { subscriberFields } from './fields.ts'
import { haveChannels } from './parts.ts'
import { arePaged, beginSubscribers, lookUp, pageReader, worthyPages } from './requests.ts'
import { SharedTokens } from './check-subscriber.ts'

/** Yields each declared subscriber, with what the service has of it; never an undeclared one. */
export async function* observeSubscribers(access: Access, desired: Resources): AsyncIterable<Observed> {
  if (desired.size === 0) return
  beginSubscribers(access, desired)
  // A look-up of one subscriber shows no other one with the same tokens.
  const tokens = desired.size > 1 ? new SharedTokens(desired) : undefined
  const walk = walkFor(desired, tokens)
  const { found } = walk
  const integrations = await namesFor(access, desired)
  let last: PageOfEnd | undefined
  if (arePaged(desired))
    for await (const page of worthyPages(access, desired, found)) {
      last = page
      yield* shownOf(page.data, walk, integrations, page.seen)
    }
  // What paging didn't show may have moved in the meantime, so only an exact look-up proves that it is missing.
  const rest: number[] = []
  for (let index = 0; index < desired.size; index++) {
    if (found.has(index)) continue
    if (last?.isAll === true) yield { desired: desired.at(index), index, seen: last.absent }
    else rest.push(index)
  }
  const lookUps = inParallel(rest, access.parallel, async (index) => {
    const item = desired.at(index)
    const sent = access.read(...lookUp(item.name))
    const shown = await sent.reply
    return { index, item, shown, seen: { at: sent.startedAt() } }
  })
  let done = 0
  for await (const { index, item, shown, seen } of lookUps) {
    done += 1
    if (rest.length > 1) access.onRead?.({ what: 'declared subscribers', done, total: rest.length })
    yield* shownOf(shown, walk, integrations, seen)
    if (!found.has(index)) yield { desired: item, index, seen: { ...last?.absent, ...seen } }
  }
  const warnings = tokens?.warnings() ?? []
  if (warnings.length > 0) yield { warnings }
}

/** Every subscriber that the query matches, the oldest first; never one that was deleted. */
export async function* allSubscribers(access: Access, query: SearchSubscribersQuery): AsyncIterable<Live[]> {
  const oldestFirst = { orderDirection: 'ASC', ...query } as const
  const onPage = (done: PageProgress): void => access.onRead?.({ what: 'subscribers', ...done })
  for await (const { data } of subscriberPages(access.client, oldestFirst, 'whole', onPage))
    yield liveSubscribers(access, data)
}

export async function liveSubscribers(access: Access, page: readonly Subscriber[]): Promise<Live[]> {
  const integrations = await integrationNames(access)
  return page.filter(({ deleted }) => !deleted).map((item) => liveOf(item, undefined, integrations))
}

/** Those of the declared subscribers that are still on the page, or came since. */
export async function* observeSubscriberPage(
  access: Access,
  page: Page,
  desired: Resources,
): AsyncIterable<Observed> {
  const read = pageReader(access)
  const walk = walkFor(desired)
  if (page.since === undefined) {
    const sent = read(endQuery(page.order, page.after))
    const [integrations, { data }] = await Promise.all([namesFor(access, desired), sent.reply])
    return yield* shownOf(data, walk, integrations, { at: sent.startedAt(), page })
  }
  const integrations = await namesFor(access, desired)
  let last: PageOfEnd | undefined
  for await (const each of bothEnds(read, ({ order }) => order === 'DESC', undefined, page.since)) {
    last = each
    yield* shownOf(each.data, walk, integrations, each.seen)
  }
  if (last?.isAll === true) yield { seen: last.absent }
}

type Walk = ReturnType<typeof walkFor>

/** Without `tokens`, device tokens that several subscribers have are not reported. */
function walkFor(wanted: Resources, tokens?: SharedTokens) {
  return {
    wanted,
    tokens,
    /** The `_id`s of the subscribers in the service, by their index. */
    found: new Ids(wanted.size),
    /** All `_id`s of an index, if it has several. */
    duplicates: new Map<number, readonly string[]>(),
  }
}

/** The declared ones; one whose duplicate was shown before is given again, with the ids of all. */
function* shownOf(
  shown: readonly Subscriber[],
  { wanted, found, duplicates, tokens }: Walk,
  integrations: IntegrationNames,
  seen: SeenAt,
): Iterable<Observed> {
  for (const item of shown) {
    const { subscriberId: name } = item
    if (item.deleted) continue
    const placed = wanted.lookUp('subscriber', name)
    if (placed === undefined) {
      tokens?.compare(
        name,
        (item.channels ?? []).map(({ credentials }) => ['', (credentials ?? {}) as ValueMap]),
      )
      continue
    }
    const { index, desired } = placed
    const live = liveOf(item, desired, integrations)
    const { channels = null } = live.fields
    if (isMap(channels)) tokens?.compare(name, Object.entries(channels), desired)
    if (!found.has(index)) {
      found.set(index, live.id)
      yield { desired, index, live, seen }
      continue
    }
    const first = found.get(index) ?? live.id
    if (first !== live.id) {
      const ids = [...(duplicates.get(index) ?? [first]), live.id]
      duplicates.set(index, ids)
      yield { desired, live: { ...live, id: first, duplicates: ids }, seen, isRepeated: true }
    }
  }
}

/** If nothing declared has channels, the list of integrations isn't needed. */
async function namesFor(access: Access, desired: Resources): Promise<IntegrationNames> {
  return haveChannels(desired) ? integrationNames(access) : { identifiers: new Map(), vendor: access.vendor }
}

function liveOf(item: Subscriber, desired: Desired | undefined, integrations: IntegrationNames): Live {
  return { id: item._id ?? '', name: item.subscriberId, fields: fieldsOf(item, { desired, integrations }) }
}

const fieldsOf = readerOf(subscriberFields)
