// Which messages of an event reached the provider of an integration, and what the provider did with them.
import { causeOf } from '../../core/delivery/cause.ts'
import type { Step } from '../../core/delivery/delivery.ts'
import type { Attempt } from '../../core/delivery/health.ts'
import type { ValueMap } from '../../core/value.ts'
import { deliveryOf } from '../event-to-delivery.ts'

/** Whose messages are counted. */
export interface Counting {
  readonly channel: string
  /** The identifier of the integration. */
  readonly name: string
  readonly providerId: string
}

/** Steps without an address, and those that conditions or preferences leave out, reach no provider. `event` is without its secrets. */
export function attemptsIn(event: ValueMap, counting: Counting): Attempt[] {
  const { steps, created } = deliveryOf(event, [])
  const at = Date.parse(created)
  return steps.filter(isThrough(counting)).flatMap((step): Attempt[] => {
    if (step.status === 'completed') return [{ at, result: 'delivered' }]
    return step.status === 'failed' && causeOf(step) === 'provider' ? [{ at, result: 'refused' }] : []
  })
}

/** Services that name no integration in the log of a step send through the primary integration. */
function isThrough({ channel, name, providerId }: Counting): (step: Step) => boolean {
  return ({ channel: own, senders }) =>
    own === channel &&
    (senders.length === 0 ||
      senders.some(({ integration, provider }) =>
        integration === '' ? provider === providerId : integration === name,
      ))
}
