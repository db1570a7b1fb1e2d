// Why no event was found for a recipient: services accept a trigger and drop some recipients without an error.
import { at, isList, isMap, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { email, locale } from '../../kinds/checks.ts'
import type { Reason, Surroundings } from './surroundings.ts'

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
      advice: `Possible reasons: the service's worker is late or not running; the service's list of events isn't updated yet; the workflow has no step in this environment; or the service ignored the trigger, because the transaction ID ${around.transactionId} was used before. Look again in a minute. If you trigger again, use a new transaction ID.`,
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
  return [
    ...topics.map((key) => ({
      why: `no event was found for the topic ${key}`,
      advice:
        "The topic doesn't exist in this environment, or the topic has no subscribers. Check the topic key, and check the subscribers of the topic in the dashboard.",
    })),
    ...(unnamed === 0
      ? []
      : [
          {
            why: 'no event was found for a recipient without a subscriberId',
            advice:
              'Deployed services ignore a recipient without a subscriberId and report no error. Add a subscriberId to the recipient.',
          },
        ]),
  ]
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
