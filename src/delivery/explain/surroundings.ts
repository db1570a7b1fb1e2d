// What explanations need to know: the integrations, the subscribers, and their declarations.
import { causeOf } from '../../core/delivery/cause.ts'
import type { Delivery, Step } from '../../core/delivery/delivery.ts'
import { given } from '../../core/given.ts'
import type { Terms } from '../../core/delivery/triggered.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import type { Look } from '../../kinds/kind.ts'
import type { Live } from '../../kinds/resource.ts'
import type { Resources } from '../../kinds/resources.ts'
import { hurried } from '../../service/client.ts'
import { findSubscriber } from '../../service/pages.ts'
import { isPassing } from '../wait-request.ts'

export interface Surroundings {
  /** Of the environment; absent if they couldn't be read. */
  readonly integrations?: readonly Live[]
  /** Subscribers by subscriberId, without secrets; absent if not looked up. */
  readonly subscribers: ReadonlyMap<string, ValueMap | 'unknown'>
  /** Of the target; empty if no manifests were read. */
  readonly declared: Resources
  /** The trigger's own `to`, secrets labelled. */
  readonly to: Value
  readonly transactionId: string
  /** Whether belfry waited for steps that the workflow delays; absent if it didn't wait. */
  readonly delayed?: 'wait' | 'skip'
  /** How advice names the parts of the trigger: options or fields of a suite. */
  readonly terms: Terms
}

export interface Survey extends Pick<
  Surroundings,
  'declared' | 'to' | 'transactionId' | 'delayed' | 'terms'
> {
  /** It only reads. */
  readonly look: Look
  /** What the service answered, without its secrets. */
  readonly shown: (item: object) => ValueMap
}

/** Milliseconds that one read may take. Explanations don't wait for a service that no longer answers. */
const patience = 10_000
/** At most this many recipients are looked up. */
const mostLookUps = 10

/** Reads nothing if no step failed. A read that fails only makes the explanation less exact. */
export async function survey(
  deliveries: readonly Delivery[],
  { look: asked, shown, ...known }: Survey,
): Promise<Surroundings> {
  const look = { ...asked, client: hurried(asked.client, () => patience) }
  const troubled = deliveries.filter(({ state, steps }) => state === 'absent' || steps.some(isLeftOut))
  const integrations = troubled.length === 0 ? undefined : await unlessFailing(() => readIntegrations(look))
  const subscribers = new Map<string, ValueMap | 'unknown'>()
  for (const { recipient } of troubled.slice(0, mostLookUps)) {
    const found = await unlessFailing(async () => (await findSubscriber(look.client, recipient)) ?? 'unknown')
    if (found === undefined) break
    subscribers.set(recipient, found === 'unknown' ? found : shown(found))
  }
  return { ...given({ integrations }), subscribers, ...known }
}

function isLeftOut(step: Step): boolean {
  return (
    ['failed', 'skipped'].includes(step.status) || (step.status === 'canceled' && causeOf(step) !== 'step')
  )
}

async function unlessFailing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    isPassing(error)
    return undefined
  }
}
