// Why a step could not reach its recipient: an address, a channel or a device token that the subscriber lacks.
import { commandLine } from '../../core/shell.ts'
import type { Delivery, Step } from '../../core/delivery/delivery.ts'
import { at, isMap, textOf } from '../../core/value.ts'
import { saying, type Reason } from './remedy.ts'
import type { Surroundings } from './surroundings.ts'

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
