// Why nothing appeared for a recipient: the ways in which a service takes a trigger and drops it without a word.
import { at, isList, isMap, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { email, locale } from '../../kinds/checks.ts'
import type { Reason } from './remedy.ts'
import type { Surroundings } from './surroundings.ts'

/** Those that can be seen from here; where there are none, one that names those that can't. */
export function whyAbsent(recipient: string, around: Surroundings): Reason[] {
  const nothing = `nothing appeared for ${recipient}`
  const definition = definitionOf(recipient, around.to)
  const found = [...badAttributes(definition), ...badChannels(definition, around)].map((cause) => ({
    why: `${nothing}: ${cause}, and services drop such a recipient without a word`,
    advice: `Correct ${around.terms.to}, then trigger again.`,
  }))
  if (found.length > 0) return found
  const isUnknown = around.subscribers.get(recipient) === 'unknown'
  return [
    {
      why: isUnknown
        ? `${nothing}, and the service knows no such subscriber, although the trigger would have created it`
        : nothing,
      advice: `Either the service's worker is behind or down, or the transaction id ${around.transactionId} was used before and the trigger was ignored, or its lists lag, or the workflow has no step in this environment: look again in a minute, with a fresh id if you trigger again.`,
    },
  ]
}

/** What is to be said of recipients that nobody can be waited for: topics, and definitions without an id. */
export function whyNobody({
  topics,
  unnamed,
}: {
  readonly topics: readonly string[]
  readonly unnamed: number
}): Reason[] {
  return [
    ...topics.map((key) => ({
      why: `nothing appeared through the topic ${key}`,
      advice: `The topic doesn't exist in this environment, or has no subscribers: check its key, and its members in the dashboard.`,
    })),
    ...(unnamed === 0
      ? []
      : [
          {
            why: 'nothing appeared for a recipient without a subscriberId',
            advice: 'Deployed services drop such a recipient without a word: give it a subscriberId.',
          },
        ]),
  ]
}

/** The object with which the trigger defines a recipient, if it does. */
function definitionOf(recipient: string, to: Value): ValueMap | undefined {
  return (isList(to) ? to : [to]).find(
    (item): item is ValueMap => isMap(item) && textOf(at(item, 'subscriberId')) === recipient,
  )
}

function badAttributes(definition: ValueMap | undefined): string[] {
  return Object.entries({ email, locale }).flatMap(([field, check]) => {
    const value = at(definition, field)
    return typeof value === 'string' && !check.test(value) ? [`its ${field} ${value} ${check.message}`] : []
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
      : [`there is no active integration for its channel ${[provider, identifier].filter(Boolean).join('@')}`]
  })
}
