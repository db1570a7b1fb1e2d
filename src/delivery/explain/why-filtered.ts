// Why the workflow skipped a step: its conditions, preferences, or a throttle before it.
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
        why: `${channel} ${status}: a preference turns ${channel} off${saying(step)}`,
        advice: `A preference of the workflow or of ${delivery.recipient} turns ${channel} off. Change the preference in the dashboard. If the preference is intended, expect the outcome skipped:preference.`,
      }
    case 'throttle':
      return {
        why: `${channel} ${status}${saying(step)}`,
        advice:
          'The throttle step of the workflow limits the number of notifications to a recipient in a period. Wait for the end of the period, or use a different recipient.',
      }
    default:
      return {
        why: `${channel} ${status}: the condition of the step doesn't match${filters.length === 0 ? saying(step) : `: ${filters.join(' and ')}${factsFor(filters.join(' '), delivery, around)}`}`,
        advice:
          'Send the trigger with a payload and a recipient that match the condition, or change the condition in the workflow.',
      }
  }
}

/** `; payload.urgent is no, subscriber.locale is not set`: the values of the fields in conditions. */
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
