// Reads the declared subscribers with the fewest requests: by paging the directory, or one by one.
import { at, mapOf, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { spoken } from '../../core/vendor.ts'
import { findSubscriber } from '../../service/find-subscriber.ts'
import { subscriberPages } from '../../service/pages.ts'
import type { Subscriber } from '../../wire/generated.ts'
import { closed } from '../closed.ts'
import { identifiersById, vendorOf } from '../integration/live.ts'
import type { Desired, Live, Look, Observed } from '../kind.ts'
import { inParallel } from '../parallel.ts'
import { attributes } from './schema.ts'
import { channelsOf, isSecretOfSubscriber } from './parts.ts'

/** The most that the service gives in one page. */
const pageSize = 100

/** Yields each declared subscriber once, with what is live of it; never one that isn't declared. */
export async function* observeSubscribers(look: Look, desired: readonly Desired[]): AsyncIterable<Observed> {
  if (desired.length === 0) return
  const wanted = new Map(desired.map((item) => [item.name, item]))
  const speech = { identifiers: await identifiersById(look), vendor: await vendorOf(look) }
  const found = function* (shown: readonly Subscriber[]): Iterable<Observed> {
    for (const item of shown) {
      const resource = wanted.get(item.subscriberId)
      if (resource === undefined || item.deleted || !wanted.delete(item.subscriberId)) continue
      yield { desired: resource, live: liveOf(item, resource, speech) }
    }
  }
  // One declared subscriber costs one look-up; for more, the first page tells which way is cheaper.
  let walked = 0
  let total = 0
  for await (const page of desired.length > 1 ? subscriberPages(look.client) : []) {
    yield* found(page.data)
    walked += 1
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
    const shown = await findSubscriber(look.client, item.name)
    return shown === undefined ? { desired: item } : { desired: item, live: liveOf(shown, item, speech) }
  })
}

interface Speech {
  readonly identifiers: ReadonlyMap<string, string>
  readonly vendor: string | undefined
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
