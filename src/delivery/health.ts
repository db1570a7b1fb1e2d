// Reads the events of a channel, and judges whether the provider of an integration is failing.
import { causeOf } from '../core/delivery/cause.ts'
import {
  countedIn,
  judgeHealth,
  mostEvents,
  windowsBefore,
  type Attempt,
  type CountedWindow,
  type Health,
  type Threshold,
} from '../core/delivery/health.ts'
import { append } from '../core/lists.ts'
import type { ValueMap } from '../core/value.ts'
import { readOnly } from '../service/client.ts'
import { events } from '../service/pages.ts'
import type { ListEventsQuery } from '../wire/generated.ts'
import { deliveryOf } from './event-to-delivery.ts'
import type { DeliveryTarget } from './delivery-target.ts'

/** The integration whose provider is watched. */
interface Watched {
  readonly channel: string
  readonly name: string
  readonly providerId: string
}

/** `now`: milliseconds since 1970. Throws what the service layer throws. */
export async function measureHealth(
  watched: Watched,
  threshold: Threshold,
  { client, shown }: Pick<DeliveryTarget, 'client' | 'shown'>,
  now: number,
): Promise<Health> {
  const windows: CountedWindow[] = []
  for (const window of windowsBefore(now, threshold)) {
    const query: ListEventsQuery = {
      channels: [watched.channel] as NonNullable<ListEventsQuery['channels']>,
      after: new Date(window.from).toISOString(),
      before: new Date(window.to).toISOString(),
    }
    const attempts: Attempt[] = []
    let read = 0
    for await (const event of events(readOnly(client), query)) {
      read += 1
      if (read > mostEvents) break
      append(attempts, attemptsIn(shown(event), watched))
    }
    windows.push({ ...countedIn(window, attempts), ...(read > mostEvents && { isSample: true }) })
  }
  return judgeHealth(windows, threshold)
}

/**
 * Steps without an address, and those that conditions or preferences leave out, reach no provider. Services that name no
 * integration in the log of a step send through the primary integration.
 */
export function attemptsIn(event: ValueMap, { channel, name, providerId }: Watched): Attempt[] {
  const { steps, created } = deliveryOf(event, [])
  const at = Date.parse(created)
  const own = steps.filter(
    ({ channel: of, senders }) =>
      of === channel &&
      (senders.length === 0 ||
        senders.some(({ integration, provider }) =>
          integration === '' ? provider === providerId : integration === name,
        )),
  )
  return own.flatMap((step): Attempt[] => {
    if (step.status === 'completed') return [{ at, result: 'delivered' }]
    return step.status === 'failed' && causeOf(step) === 'provider' ? [{ at, result: 'refused' }] : []
  })
}
