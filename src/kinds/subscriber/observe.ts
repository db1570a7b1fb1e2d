// Reads the declared subscribers with the fewest requests: by paging the directory, or one by one.
import { at, mapOf, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { spoken } from '../../core/vendor.ts'
import { findSubscriber } from '../../service/find-subscriber.ts'
import { searchSubscribers } from '../../service/operations.ts'
import { pageQuery, pageSize, subscriberPages } from '../../service/pages.ts'
import { stopwatch } from '../../service/stopwatch.ts'
import type { Subscriber } from '../../wire/generated.ts'
import { closed } from '../closed.ts'
import { identifiersById, vendorOf } from '../integration/live.ts'
import type { Desired, Live, Look, Observed, Page, Sight } from '../kind.ts'
import { inParallel } from '../parallel.ts'
import { attributes } from './schema.ts'
import { channelsOf, isSecretOfSubscriber } from './parts.ts'

/** Yields each declared subscriber once, with what is live of it; never one that isn't declared. */
export async function* observeSubscribers(look: Look, desired: readonly Desired[]): AsyncIterable<Observed> {
  if (desired.length === 0) return
  const wanted = new Map(desired.map((item) => [item.name, item]))
  const speech = await speechOf(look)
  // One declared subscriber costs one look-up; for more, the first page tells which way is cheaper.
  let walked = 0
  let total = 0
  const { client, startedAt } = stopwatch(look.client, look.clock)
  for await (const page of desired.length > 1 ? subscriberPages(client) : []) {
    walked += 1
    const seen: Sight = { at: startedAt(), page: { number: walked, after: page.after } }
    yield* shownOf(page.data, wanted, speech, seen)
    total ||= page.totalCount
    const known = Math.ceil(total / pageSize) - walked
    // A capped total is only the least that there can be: pages that found one each pay, others may be half of the way.
    const isPaying = desired.length - wanted.size >= walked
    const left = !page.totalCountCapped ? known : isPaying ? 1 : Math.max(known, walked)
    if (left <= 0 || left >= wanted.size) break
  }
  // What paging didn't show may have moved while it walked: missing is said only after an exact look-up.
  const rest = [...wanted.values()]
  yield* inParallel(rest, look.parallel, async (item) => {
    const single = stopwatch(look.client, look.clock)
    const shown = await findSubscriber(single.client, item.name)
    const seen: Sight = { at: single.startedAt() }
    return shown === undefined
      ? { desired: item, seen }
      : { desired: item, live: liveOf(shown, item, speech), seen }
  })
}

/** Those of the declared subscribers that are still on the page. */
export async function* observeSubscriberPage(
  look: Look,
  page: Page,
  desired: readonly Desired[],
): AsyncIterable<Observed> {
  const wanted = new Map(desired.map((item) => [item.name, item]))
  const speech = await speechOf(look)
  const { client, startedAt } = stopwatch(look.client, look.clock)
  const { data } = await searchSubscribers(client, pageQuery(page.after))
  yield* shownOf(data, wanted, speech, { at: startedAt(), page })
}

/** Takes what it yields out of `wanted`. */
function* shownOf(
  shown: readonly Subscriber[],
  wanted: Map<string, Desired>,
  speech: Speech,
  seen: Sight,
): Iterable<Observed> {
  for (const item of shown) {
    const resource = wanted.get(item.subscriberId)
    if (resource === undefined || item.deleted || !wanted.delete(item.subscriberId)) continue
    yield { desired: resource, live: liveOf(item, resource, speech), seen }
  }
}

interface Speech {
  readonly identifiers: ReadonlyMap<string, string>
  readonly vendor: string | undefined
}

async function speechOf(look: Look): Promise<Speech> {
  return { identifiers: await identifiersById(look), vendor: await vendorOf(look) }
}

function liveOf(item: Subscriber, desired: Desired, { identifiers, vendor }: Speech): Live {
  const renamed = new Map(
    channelsOf(desired).map((channel) => [channel['formerly'], textOf(channel['integrationIdentifier'])]),
  )
  const shown = item as unknown as ValueMap
  return {
    id: item._id ?? '',
    name: item.subscriberId,
    fields: {
      ...mapOf(attributes.map((name) => [name, at(shown, name) ?? null])),
      data: (item.data ?? null) as Value,
      channels: mapOf(
        (item.channels ?? []).map((channel) => {
          // The id stays when the integration is renamed.
          const known =
            identifiers.get(channel._integrationId) ?? channel.integrationIdentifier ?? channel._integrationId
          const identifier = renamed.get(known) ?? known
          const part = `${spoken(textOf(channel.providerId), vendor)}@${identifier}`
          return [
            part,
            closed((channel.credentials ?? {}) as ValueMap, ['channels', part], isSecretOfSubscriber),
          ]
        }),
      ),
    },
  }
}
