// Why a recipient got nothing: no event was found, or a step sent nothing because of its conditions, preferences,
// a throttle or a missing address.
import { at, isList, isMap, textOf, type Value, type ValueMap, valueAt } from '../../core/value.ts'
import { email, locale } from '../../kinds/checks.ts'
import { type Reason, type Surroundings, saying } from './surroundings.ts'
import { causeOf } from '../../core/delivery/cause.ts'
import type { Delivery, Step } from '../../core/delivery/delivery.ts'
import { applyCommand } from '../../core/target.ts'
import { addresses } from '../recipients.ts'

const unseen = "the service's worker is late or not running; the service's list of events isn't updated yet"
const noStep = 'the workflow has no step in this environment'

/** The reasons that belfry can check. If none applies, one that lists the reasons that it can't check. */
export function whyAbsent(recipient: string, around: Surroundings): Reason[] {
  const nothing = `no event was found for ${recipient}`
  const definition = definitionOf(recipient, around.to)
  const found = [...badAttributes(definition), ...badChannels(definition, around)].map((cause) => ({
    why: `${nothing}: ${cause}; the service ignores such a recipient and reports no error`,
    advice: `Correct ${around.terms.to}, then trigger again.`,
  }))
  if (found.length > 0) return found
  const isUnknown = around.subscribers.get(recipient) === 'unknown'
  return [
    {
      why: isUnknown
        ? `${nothing}. A trigger creates subscribers that don't exist yet, but subscriber ${recipient} still doesn't exist`
        : nothing,
      advice: `Possible reasons: ${unseen}; ${noStep}; or the service ignored the trigger, because the transaction ID ${around.transactionId} was used before. Look again in a minute. If you trigger again, use a new transaction ID.`,
    },
  ]
}

/** For recipients without a known ID: topics, and recipients without a subscriberId. */
export function whyNobody({
  topics,
  unnamed,
}: {
  readonly topics: readonly string[]
  readonly unnamed: number
}): Reason[] {
  const ofTopics = topics.map((key) => ({
    why: `no event was found for the topic ${key}`,
    advice: `Possible reasons: the topic doesn't exist in this environment; the topic has no subscribers; ${unseen}; or ${noStep}. Check the topic key, and check the subscribers of the topic in the dashboard. Then look again.`,
  }))
  return unnamed === 0 ? ofTopics : [...ofTopics, ofUnnamed]
}

const ofUnnamed: Reason = {
  why: 'no event was found for a recipient without a subscriberId',
  advice:
    'Deployed services ignore a recipient without a subscriberId and report no error. Add a subscriberId to the recipient.',
}

function definitionOf(recipient: string, to: Value): ValueMap | undefined {
  return (isList(to) ? to : [to]).find(
    (item): item is ValueMap => isMap(item) && textOf(at(item, 'subscriberId')) === recipient,
  )
}

function badAttributes(definition: ValueMap | undefined): string[] {
  return Object.entries({ email, locale }).flatMap(([field, check]) => {
    const value = at(definition, field)
    return typeof value === 'string' && !check.test(value)
      ? [`the ${field} "${value}" of the recipient ${check.message}`]
      : []
  })
}

function badChannels(definition: ValueMap | undefined, { integrations }: Surroundings): string[] {
  const channels = at(definition, 'channels')
  if (integrations === undefined || !isList(channels)) return []
  return channels.filter(isMap).flatMap((channel) => {
    const provider = textOf(at(channel, 'providerId'))
    const identifier = textOf(at(channel, 'integrationIdentifier'))
    const isThere = integrations.some(
      ({ fields }) =>
        fields['active'] === true &&
        fields['providerId'] === provider &&
        (identifier === '' || fields['identifier'] === identifier),
    )
    return isThere
      ? []
      : [
          `the environment has no active integration for the recipient's channel ${[provider, identifier].filter(Boolean).join('@')}`,
        ]
  })
}

/** Why a step was left out: its conditions, a preference or a throttle step before it. */
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

/** `; payload.urgent is false, subscriber.locale is not set`: the values of the fields in conditions. */
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

export function whyUnaddressed(step: Step, { recipient }: Delivery, around: Surroundings): Reason {
  const { channel, status } = step
  const own = around.declared.get('subscriber', recipient)
  const resource = { resource: `subscriber ${recipient}` }
  const placed = (path: readonly string[]): Pick<Reason, 'resource' | 'position'> =>
    own === undefined ? resource : { ...resource, position: own.positionOf(path) }
  const address = addresses.get(channel)
  if (address === undefined)
    return {
      why: `${channel} ${status}: the service can't reach ${recipient} by ${channel}${saying(step)}`,
      advice: `For this integration, add a channel with ${channel === 'push' ? 'device tokens' : 'a webhookUrl'} to subscriber ${recipient}${whereTo(own !== undefined, around)}.`,
      ...placed(['channels']),
    }
  const { field, noun } = address
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

function whereTo(isDeclared: boolean, { declared, target }: Surroundings): string {
  if (isDeclared) return ` in the manifest, then run ${applyCommand(target)}`
  return declared.size > 0 ? ' in your application, because no manifest declares this subscriber' : ''
}
