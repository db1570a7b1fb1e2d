// The channels and the data of a subscriber: how they are read from manifests and from the service, how they are compared, and the
// integration of a channel.
import type { FieldRule } from '../../core/plan/compare-fields.ts'
import { closed } from '../../core/secrets/hide-secrets.ts'
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
import { type Desired, type Live, formerNameOf } from '../resource.ts'
import { some, type Resources } from '../declared-resources.ts'
import { byValue, withoutUnset } from '../from-field-rows.ts'
import { given } from '../../core/given.ts'
import { respelled } from '../../core/vendor.ts'
import type { Subscriber } from '../../wire/generated.ts'
import type { IntegrationNames } from '../integration/live.ts'

export function ofData([, key]: FieldPath, desired: Desired | undefined): FieldRule {
  // Below the first level of data everything is the value of a key.
  if (key !== undefined) return byValue
  return holds(desired?.declared['exact'], 'data')
    ? { compare: 'whole' }
    : { compare: 'keys', replaced: true }
}

export function ofChannels([, part, key]: FieldPath, desired: Desired | undefined): FieldRule {
  if (key === undefined) return { compare: 'keys' }
  return key === 'deviceTokens' ? { compare: 'set', additive: !isExactTokens(desired, part) } : byValue
}

/** Whether the manifest declares all device tokens of a channel. */
export function isExactTokens(desired: Desired | undefined, part: string | undefined): boolean {
  return channelsOf(desired).some(
    (channel) => holds(channel['exact'], 'deviceTokens') && partOf(channel) === part,
  )
}

/** The identity of a channel in its subscriber: `slack@slack-ops`. */
export function partOf(channel: ValueMap): string {
  return `${textOf(channel['providerId'])}@${textOf(channel['integrationIdentifier'])}`
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

/** Fields that have no value of their own in a comparison: channels are compared by part. */
const notCompared = new Set(['subscriberId', 'exact', 'channels'])

/** Whose channels are read, and what the service shows of integrations. */
export interface Shown {
  readonly desired: Desired | undefined
  readonly integrations: IntegrationNames
}

export function readChannels(item: Subscriber, { desired, integrations }: Shown): ValueMap {
  const channels = item.channels ?? []
  if (channels.length === 0) return {}
  const { identifiers, vendor } = integrations
  const renamed = new Map<string, string>()
  for (const { formerly, integrationIdentifier } of channelsOf(desired))
    if (formerly !== undefined) renamed.set(textOf(formerly), textOf(integrationIdentifier))
  return mapOf(
    channels.map((channel) => {
      // The id stays when the integration is renamed.
      const known =
        identifiers.get(channel._integrationId) ??
        textOf(channel.integrationIdentifier ?? channel._integrationId)
      const identifier = renamed.get(known) ?? known
      const part = `${respelled(textOf(channel.providerId), vendor)}@${identifier}`
      const credentials = (channel.credentials ?? {}) as ValueMap
      return [part, closed(credentials, isSecretOfChannel, { path: ['channels', part] })]
    }),
  )
}

/** The reverse of `readChannels`. */
export function writtenChannels({ fields: { channels } }: Pick<Live, 'fields'>): Value {
  if (!isMap(channels) || Object.keys(channels).length === 0) return null
  return Object.entries(channels).map(([part, credentials]) => {
    const [providerId = '', ...identifier] = part.split('@')
    return {
      providerId,
      integrationIdentifier: identifier.join('@'),
      credentials: isMap(credentials) ? withoutEmpty(credentials) : {},
    }
  })
}

function withoutEmpty(credentials: ValueMap): ValueMap {
  return mapOf(
    Object.entries(withoutUnset(credentials)).filter(([, value]) => !isList(value) || value.length > 0),
  )
}

const visibleCredentials = new Set(['channel', 'title', 'state'])

/** Both spellings: `channels.credentials.webhookUrl` as declared, `channels.slack@ops.webhookUrl` as compared. */
export function isSecretOfChannel([, , key]: FieldPath): boolean {
  return key !== undefined && !visibleCredentials.has(key)
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
