// Reads the declared subscribers with the fewest requests: by paging the directory, or one by one.
import { isMap, type ValueMap } from '../../core/value.ts'
import { endQuery } from './both-ends.ts'
import { searchSubscribers } from '../../service/operations.ts'
import { subscriberPages, type PageProgress } from '../../service/pages.ts'
import { send } from '../../service/stopwatch.ts'
import type { SearchSubscribersQuery, Subscriber } from '../../wire/generated.ts'
import { type Speech, speechOf } from '../integration/live.ts'
import type { Look } from '../kind.ts'
import { Ids } from '../../core/compact/ids.ts'
import type { Desired, Live, Observed, Page, Sight } from '../resource.ts'
import type { Resources } from '../resources.ts'
import { inParallel } from '../parallel.ts'
import { readerOf } from '../fields.ts'
import { subscriberFields } from './fields.ts'
import { haveChannels } from './parts.ts'
import { arePaged, beginSubscribers, lookUp, worthyPages } from './requests.ts'
import { SharedTokens } from './check.ts'

/** Yields each declared subscriber, with what is live of it; never one that isn't declared. */
export async function* observeSubscribers(look: Look, desired: Resources): AsyncIterable<Observed> {
  if (desired.size === 0) return
  beginSubscribers(look, desired)
  // A look-up of one subscriber shows no other one with the same tokens.
  const tokens = desired.size > 1 ? new SharedTokens(desired) : undefined
  const walk = walkFor(desired, tokens)
  const { found } = walk
  const speech = await speechFor(look, desired)
  if (arePaged(desired))
    for await (const page of worthyPages(look, desired, found)) {
      yield* shownOf(page.data, walk, speech, page.seen)
    }
  // What paging didn't show may have moved while it walked: missing is said only after an exact look-up.
  const rest: number[] = []
  for (let index = 0; index < desired.size; index++) if (!found.has(index)) rest.push(index)
  const looked = inParallel(rest, look.parallel, async (index) => {
    const item = desired.at(index)
    const sent = look.read(...lookUp(item.name))
    const shown = await sent.reply
    return { index, item, shown, seen: { at: sent.startedAt() } }
  })
  let done = 0
  for await (const { index, item, shown, seen } of looked) {
    done += 1
    if (rest.length > 1) look.onRead?.({ what: 'declared subscribers', done, total: rest.length })
    yield* shownOf(shown, walk, speech, seen)
    if (!found.has(index)) yield { desired: item, index, seen }
  }
  const warnings = tokens?.warnings() ?? []
  if (warnings.length > 0) yield { warnings }
}

/** Every subscriber that the query matches, the oldest first; never one that was deleted. */
export async function* allSubscribers(look: Look, query: SearchSubscribersQuery): AsyncIterable<Live[]> {
  const oldestFirst = { orderDirection: 'ASC', ...query } as const
  const onPage = (done: PageProgress): void => look.onRead?.({ what: 'subscribers', ...done })
  for await (const { data } of subscriberPages(look.client, oldestFirst, 'whole', onPage))
    yield liveSubscribers(look, data)
}

export async function liveSubscribers(look: Look, page: readonly Subscriber[]): Promise<Live[]> {
  const speech = await speechOf(look)
  return page.filter(({ deleted }) => !deleted).map((item) => liveOf(item, undefined, speech))
}

/** Those of the declared subscribers that are still on the page. */
export async function* observeSubscriberPage(
  look: Look,
  page: Page,
  desired: Resources,
): AsyncIterable<Observed> {
  const query = endQuery(page.order, page.after)
  const sent = send(look.client, look.clock, (client) => searchSubscribers(client, query))
  const [speech, { data }] = await Promise.all([speechFor(look, desired), sent.reply])
  yield* shownOf(data, walkFor(desired), speech, { at: sent.startedAt(), page })
}

interface Walk {
  readonly wanted: Resources
  /** The `_id`s of those that were shown, by their index. */
  readonly found: Ids
  /** All `_id`s of an index that several have. */
  readonly duplicates: Map<number, readonly string[]>
  /** Absent if its warnings are not reported. */
  readonly tokens: SharedTokens | undefined
}

function walkFor(desired: Resources, tokens?: SharedTokens): Walk {
  return {
    wanted: desired,
    found: new Ids(desired.size),
    duplicates: new Map(),
    tokens,
  }
}

/** The declared ones; one whose duplicate was shown before is given again, with the ids of all. */
function* shownOf(
  shown: readonly Subscriber[],
  { wanted, found, duplicates, tokens }: Walk,
  speech: Speech,
  seen: Sight,
): Iterable<Observed> {
  for (const item of shown) {
    const { subscriberId: name } = item
    if (item.deleted) continue
    const placed = wanted.lookUp('subscriber', name)
    if (placed === undefined) {
      tokens?.see(
        name,
        (item.channels ?? []).map(({ credentials }) => ['', (credentials ?? {}) as ValueMap]),
      )
      continue
    }
    const { index, desired } = placed
    const live = liveOf(item, desired, speech)
    const { channels = null } = live.fields
    if (isMap(channels)) tokens?.see(name, Object.entries(channels), desired)
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

/** Where nothing declared has channels, the list of integrations isn't needed. */
async function speechFor(look: Look, desired: Resources): Promise<Speech> {
  return haveChannels(desired) ? speechOf(look) : { identifiers: new Map(), vendor: look.vendor }
}

function liveOf(item: Subscriber, desired: Desired | undefined, speech: Speech): Live {
  return { id: item._id ?? '', name: item.subscriberId, fields: fieldsOf(item, { desired, speech }) }
}

const fieldsOf = readerOf(subscriberFields)
