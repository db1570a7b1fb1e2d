// The parts of a subscriber: which fields there are, how each is compared, which stay closed, and the integration of a channel.
import type { Change } from '../../core/plan/change.ts'
import type { RuleOf } from '../../core/plan/compare.ts'
import {
  at,
  type FieldPath,
  isList,
  isMap,
  mapOf,
  textOf,
  type Value,
  type ValueMap,
} from '../../core/value.ts'
import type { Desired, Live } from '../resource.ts'
import { some, type Resources } from '../resources.ts'
import { set } from '../fields.ts'
import { given } from '../../core/given.ts'
import { formerNameOf } from '../pair.ts'

export function rulesFor(desired: Desired | undefined): RuleOf {
  const wholeData = holds(desired?.declared['exact'], 'data')
  const wholeTokens = new Set(
    channelsOf(desired)
      .filter((channel) => holds(channel['exact'], 'deviceTokens'))
      .map(partOf),
  )
  return ([first, part, key]) => {
    // Below the first level of data everything is the value of a key.
    if (first === 'data' && part === undefined)
      return wholeData ? { compare: 'whole' } : { compare: 'keys', replaced: true }
    if (first !== 'channels') return { compare: 'value' }
    if (key === undefined) return { compare: 'keys' }
    return key === 'deviceTokens'
      ? { compare: 'set', additive: !wholeTokens.has(part ?? '') }
      : { compare: 'value' }
  }
}

/** The identity of a channel in its subscriber: `slack@slack-ops`. */
export function partOf(channel: ValueMap): string {
  return `${textOf(channel['providerId'])}@${textOf(channel['integrationIdentifier'])}`
}

/** The body of a channel's call is one entry of the list; which tokens are the manifest's, it doesn't say. */
export function declaredPathOf(wire: FieldPath, { part }: Change, desired: Desired): FieldPath {
  const index = channelsOf(desired).findIndex((channel) => partOf(channel) === part)
  if (part === undefined || index < 0) return wire
  const inside = wire[1] === 'deviceTokens' ? wire.slice(0, 2) : wire
  return ['channels', String(index), ...inside]
}

export function channelsOf(desired: Desired | undefined): readonly ValueMap[] {
  const channels = desired?.declared['channels']
  return isList(channels) ? channels.filter(isMap) : []
}

export function haveChannels(all: Resources): boolean {
  return some(all.notPlain(), ({ desired }) => isList(desired.declared['channels']))
}

export function fieldsOf(declared: ValueMap): ValueMap {
  const fields: Record<string, Value> = {}
  for (const key in declared) if (!notCompared.has(key)) fields[key] = declared[key] ?? null
  const { channels } = declared
  if (!isList(channels)) return fields
  const byPart = channels
    .filter(isMap)
    .map((channel) => [partOf(channel), at(channel, 'credentials') ?? {}] as const)
  return { ...fields, channels: mapOf(byPart) }
}

/** As they are written. */
const notCompared = new Set(['subscriberId', 'exact', 'channels'])

/** `fieldsOf`, backwards. */
export function writtenSubscriber({ name, fields: { channels, ...attributes } }: Live): ValueMap {
  return {
    subscriberId: name,
    ...set(attributes),
    ...(isMap(channels) &&
      Object.keys(channels).length > 0 && {
        channels: Object.entries(channels).map(([part, credentials]) => {
          const [providerId = '', ...identifier] = part.split('@')
          return {
            providerId,
            integrationIdentifier: identifier.join('@'),
            credentials: isMap(credentials) ? withoutEmpty(credentials) : {},
          }
        }),
      }),
  }
}

function withoutEmpty(credentials: ValueMap): ValueMap {
  return mapOf(Object.entries(set(credentials)).filter(([, value]) => !isList(value) || value.length > 0))
}

const visibleCredentials = new Set(['channel', 'title', 'state'])

/** Both spellings: `channels.credentials.webhookUrl` as declared, `channels.slack@ops.webhookUrl` as compared. */
export function isSecretOfSubscriber(path: FieldPath): boolean {
  const key = path[2]
  return path[0] === 'channels' && key !== undefined && !visibleCredentials.has(key)
}

function holds(list: Value | undefined, entry: string): boolean {
  return isList(list) && list.includes(entry)
}

export function linkChannels(desired: Desired, declaredOf: (kind: string) => Resources): Desired {
  const channels = channelsOf(desired)
  if (channels.length === 0) return desired
  const linked = channels.map((channel): ValueMap => {
    const identifier = textOf(channel['integrationIdentifier'])
    const found = findIntegration(identifier, declaredOf('integration'))
    const former = found && formerNameOf(found)
    if (found === undefined || (found.name === identifier && former === undefined)) return channel
    // The service may still show the channel under the identifier that its integration had.
    return { ...channel, integrationIdentifier: found.name, ...given({ formerly: former }) }
  })
  if (linked.every((channel, index) => channel === channels[index])) return desired
  const declared = { ...desired.declared, channels: linked }
  return { ...desired, declared, fields: fieldsOf(declared) }
}

/** By identifier first: an alias never hides a real identifier. */
export function findIntegration(name: string, integrations: Resources): Desired | undefined {
  return integrations.get('integration', name) ?? integrations.find((item) => item.alias === name)
}
