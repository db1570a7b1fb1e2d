// Why a step sent nothing: its conditions, preferences, a throttle before it, or an address that the subscriber lacks.
import { causeOf } from '../../core/delivery/cause.ts'
import type { Delivery, Step } from '../../core/delivery/delivery.ts'
import { isMap, textOf, valueAt, type ValueMap, at } from '../../core/value.ts'
import { saying, type Reason, type Surroundings } from './surroundings.ts'
import { commandLine } from '../../core/shell.ts'

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

const attributes: Readonly<Record<string, { readonly field: string; readonly noun: string }>> = {
  email: { field: 'email', noun: 'an email address' },
  sms: { field: 'phone', noun: 'a phone number' },
}

export function whyUnaddressed(step: Step, { recipient }: Delivery, around: Surroundings): Reason {
  const { channel, status } = step
  const own = around.declared.get('subscriber', recipient)
  const resource = { resource: `subscriber ${recipient}` }
  const placed = (path: readonly string[]): Pick<Reason, 'resource' | 'position'> =>
    own === undefined ? resource : { ...resource, position: own.positionOf(path) }
  const attribute = attributes[channel]
  if (attribute === undefined)
    return {
      why: `${channel} ${status}: the service can't reach ${recipient} by ${channel}${saying(step)}`,
      advice: `For this integration, add a channel with ${channel === 'push' ? 'device tokens' : 'a webhookUrl'} to subscriber ${recipient}${whereTo(own !== undefined, around)}.`,
      ...placed(['channels']),
    }
  const { field, noun } = attribute
  const live = around.subscribers.get(recipient)
  const isThere = isMap(live) && textOf(at(live, field)) !== ''
  return {
    why: `${channel} ${status}: ${recipient} ${isThere ? 'had no' : 'has no'} ${noun.replace(/^an? /, '')}`,
    advice: isThere
      ? `The subscriber has ${noun} now. Trigger again.`
      : `Set the field ${field} of subscriber ${recipient}${whereTo(own !== undefined, around)}.`,
    ...placed([field]),
  }
}

function whereTo(isDeclared: boolean, { declared }: Surroundings): string {
  if (isDeclared) return ` in the manifest, then run ${commandLine('apply')}`
  return declared.size > 0 ? ' in your application, because no manifest declares this subscriber' : ''
}
