// Subscribers for laws: attributes, custom data, and channels on the chat and push integrations of their target.
import * as fc from 'fast-check'
import {
  someData,
  someOf,
  someSecret,
  someText,
  omit,
  pick,
  type Fields,
  type Json,
} from '../../support/laws/texts.ts'
import { chat, push, slots } from './integrations.ts'
import type { Mood } from './boards.ts'

const ids = ['ada', 'auth0|user 2', 'ü/ü%2F?#', 'a@b.example', '00123', 'S:5']

const someAttributes: fc.Arbitrary<Fields> = fc.record({
  firstName: fc.option(someText),
  lastName: fc.option(fc.oneof(someText, fc.constant(''))),
  email: fc.constantFrom('ada@acme.example', 'é@x.example', null),
  phone: fc.constantFrom('+4915112345678', '00123', null),
  avatar: fc.option(someText),
  locale: fc.constantFrom('de', 'de-DE', 'en_US', null),
  timezone: fc.constantFrom('Europe/Berlin', 'UTC', null),
})

const attributeNames = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone']

export interface ChannelFields {
  readonly texts: Fields
  readonly tokens: readonly string[]
}

const someChannel: fc.Arbitrary<ChannelFields> = fc.record({
  texts: someOf({
    webhookUrl: someSecret,
    channel: fc.constantFrom('#ops', 'room 1'),
    title: fc.constantFrom('Ops', 'it’s'),
  }),
  tokens: fc.uniqueArray(someSecret, { maxLength: 3 }),
})

export interface Person {
  readonly id: string
  readonly isDeclared: boolean
  readonly live: {
    readonly attributes: Fields
    readonly data: Fields | null
    readonly channels: readonly (ChannelFields | null)[]
  }
  readonly wanted: Person['live']
  readonly kept: readonly string[]
  readonly left: readonly string[]
  readonly isExact: boolean
  /** Keys of data that are declared as null. */
  readonly cleared: readonly string[]
}

const someFields: fc.Arbitrary<Person['live']> = fc.record({
  attributes: someAttributes,
  data: fc.option(someData, { freq: 4 }),
  channels: fc.array(fc.option(someChannel), { minLength: 2, maxLength: 2 }),
})

const names = [...attributeNames, 'data', 'channels']

export const somePeople: fc.Arbitrary<readonly Person[]> = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...ids),
    isDeclared: fc.oneof(
      { weight: 3, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    live: someFields,
    wanted: someFields,
    kept: fc.subarray(names),
    left: fc.subarray(names, { maxLength: 6 }),
    isExact: fc.boolean(),
    cleared: fc.subarray(['plan', 'team'], { maxLength: 1 }),
  }),
  { maxLength: 4, selector: ({ id }) => id },
)

const channelSlots = [chat, push]

export function livePeople(
  environment: string,
  people: readonly Person[],
  isUsable: (slot: number) => boolean,
): Fields[] {
  const place = Buffer.from(environment).reduce((sum, byte) => sum + byte, 0)
  return people.map(({ id, live }, index) => ({
    environment,
    // Newest first in pages, so a shuffled list isn't in the manifest's order.
    _id: `6b000005${String(place * 10 + ((index * 7) % 5)).padStart(16, '0')}`,
    subscriberId: id,
    ...live.attributes,
    data: live.data,
    channels: channelsOf(live.channels, isUsable),
  }))
}

export function declaredPeople(
  target: string,
  people: readonly Person[],
  isUsable: (slot: number) => boolean,
  mood: Mood,
): Fields[] {
  return people
    .filter(({ isDeclared }) => isDeclared)
    .map((person) => ({ subscriberId: person.id, targets: [target], ...declaredOf(person, isUsable, mood) }))
}

function declaredOf(person: Person, isUsable: (slot: number) => boolean, mood: Mood): Fields {
  const { live, wanted, kept, left, isExact, cleared } = person
  const from = (field: string): Person['live'] => (mood === 'calm' || kept.includes(field) ? live : wanted)
  const attributes = attributeNames.map((name): [string, Json] => [name, from(name).attributes[name] ?? null])
  const { data } = from('data')
  const nulls = mood === 'calm' ? [] : cleared.map((key): [string, Json] => [key, null])
  const all: Fields = {
    ...Object.fromEntries(attributes),
    data: data && { ...data, ...Object.fromEntries(nulls) },
    channels: channelsOf(from('channels').channels, isUsable),
  }
  const fields = omit(all, left)
  return isExact && Object.hasOwn(fields, 'data') ? { ...fields, exact: ['data'] } : fields
}

function channelsOf(
  channels: readonly (ChannelFields | null)[],
  isUsable: (slot: number) => boolean,
): Fields[] {
  return channels.flatMap((channel, index) => {
    const number = channelSlots[index] ?? 0
    if (channel === null || !isUsable(number)) return []
    return [
      {
        ...pick({ providerId: slots[number]?.providerId ?? '' }, ['providerId']),
        integrationIdentifier: slots[number]?.identifier ?? '',
        credentials: {
          ...channel.texts,
          ...(channel.tokens.length > 0 && { deviceTokens: channel.tokens }),
        },
      },
    ]
  })
}
