// Why a step was left out on purpose: its own conditions, preferences, or a throttle before it.
import { causeOf } from '../../core/delivery/cause.ts'
import type { Delivery, Step } from '../../core/delivery/delivery.ts'
import { isMap, textOf, valueAt, type ValueMap } from '../../core/value.ts'
import { saying, type Reason } from './remedy.ts'
import type { Surroundings } from './surroundings.ts'

export function whyFiltered(step: Step, delivery: Delivery, around: Surroundings): Reason {
  const { channel, status, filters } = step
  switch (causeOf(step)) {
    case 'preference':
      return {
        why: `${channel} ${status}: preferences keep it back${saying(step)}`,
        advice: `The workflow, or ${delivery.recipient}, doesn't want ${channel}: change the preference in the dashboard, or don't expect it.`,
      }
    case 'throttle':
      return {
        why: `${channel} ${status}${saying(step)}`,
        advice: 'Too many came in its time: wait, or use another recipient.',
      }
    default:
      return {
        why: `${channel} ${status}: its condition does not hold${filters.length === 0 ? saying(step) : `: ${filters.join(' and ')}${factsFor(filters.join(' '), delivery, around)}`}`,
        advice:
          'Trigger it with a payload and a recipient for which the condition holds, or change it in the workflow.',
      }
  }
}

/** `; payload.urgent is no, subscriber.locale is not set`, for the fields that conditions name. */
export function factsFor(
  conditions: string,
  { recipient, payload }: Pick<Delivery, 'recipient' | 'payload'>,
  { subscribers }: Pick<Surroundings, 'subscribers'>,
): string {
  const found = subscribers.get(recipient)
  const sources: Readonly<Record<string, ValueMap | undefined>> = {
    payload,
    subscriber: isMap(found) ? found : undefined,
  }
  const named = [...conditions.matchAll(/\b(payload|subscriber)\.([\w.-]+)/g)].flatMap(
    ([path, root = '', rest = '']) => {
      const source = sources[root]
      return source === undefined
        ? []
        : [`${path} is ${textOf(valueAt(source, rest.split('.'))) || 'not set'}`]
    },
  )
  return named.length === 0 ? '' : `; ${[...new Set(named)].join(', ')}`
}
