// The recipients of a trigger: subscribers, topics, and those without an ID.
import { textOf, type Value, isMap, at, isList } from '../core/value.ts'

export interface Recipients {
  /** Subscribers by the id that the application gives them, each once, in the order in which the trigger names them. */
  readonly subscribers: readonly string[]
  /** The number of recipients without an ID: some services reach them, deployed ones drop them. */
  readonly unnamed: number
  /** Keys of topics, each once; only the service knows their subscribers. */
  readonly topics: readonly string[]
}

/** `to` is the field of a trigger's body: a string, an object, or a list of them. */
export function recipientsOf(to: Value): Recipients {
  const all = isList(to) ? to : [to]
  const topics = all.map(topicOf).filter((key) => key !== '')
  const ids = all.filter((item) => topicOf(item) === '').map(idOf)
  return {
    subscribers: [...new Set(ids)].filter((id) => id !== ''),
    unnamed: ids.filter((id) => id === '').length,
    topics: [...new Set(topics)],
  }
}

function idOf(item: Value): string {
  return isMap(item) ? textOf(at(item, 'subscriberId')) : typeof item === 'string' ? item : ''
}

function topicOf(item: Value): string {
  return isMap(item) && at(item, 'type') === 'Topic' ? textOf(at(item, 'topicKey')) : ''
}

/** The attributes that a trigger can set for a subscriber. */
export const subscriberAttributes: readonly string[] = [
  'subscriberId',
  'email',
  'firstName',
  'lastName',
  'phone',
  'avatar',
  'locale',
  'timezone',
  'data',
  'channels',
]

/** Whether a recipient is both a topic and a subscriber: services differ in which of the two they notify. */
export function hasMixedRecipient(to: Value): boolean {
  return (isList(to) ? to : [to]).some(
    (item) =>
      isMap(item) &&
      (at(item, 'type') === 'Topic' || at(item, 'topicKey') !== undefined) &&
      subscriberAttributes.some((attribute) => at(item, attribute) !== undefined),
  )
}

/** The IDs in a trigger: its recipients, and an actor that is an object, because it is stored as a subscriber too. */
export function subscribersIn({ to, actor }: { readonly to: Value; readonly actor?: Value }): string[] {
  const own = isMap(actor) ? idOf(actor) : ''
  return [...new Set([...recipientsOf(to).subscribers, ...(own === '' ? [] : [own])])]
}

/** The field of a subscriber with the address for a channel. Chat and push have their addresses in `channels`. */
export const addresses: ReadonlyMap<string, { readonly field: string; readonly noun: string }> = new Map([
  ['email', { field: 'email', noun: 'an email address' }],
  ['sms', { field: 'phone', noun: 'a phone number' }],
])
