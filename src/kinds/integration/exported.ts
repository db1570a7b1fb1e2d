// What a manifest says to declare a live integration as it is.
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import { isMap, mapOf, textOf, Unreadable, type Value, type ValueMap } from '../../core/value.ts'
import { credentialKeysOf, providerNamed } from '../providers.ts'
import { set } from '../fields.ts'
import type { Live } from '../resource.ts'
import { isSecretCredential } from './credential-texts.ts'

export function writtenIntegration({ fields }: Live): ValueMap {
  const { identifier, name, providerId, channel, active, primary, credentials, configurations } = fields
  const { conditions, rules } = fields
  return set({
    // The in-app integration is known by its channel.
    identifier: channel === 'in_app' ? null : identifier,
    name,
    providerId,
    channel,
    active,
    primary: primary === true && channelsWithPrimary.has(textOf(channel)) ? true : null,
    credentials: ofProvider(credentials, textOf(providerId)),
    // Most services show none, and few integrations have any.
    configurations: configurations instanceof Unreadable ? null : configurations,
    conditions,
    rules,
  })
}

/** Lists hide some keys of every integration; only those that the provider has say something. Where none is shown, those that it needs. */
function ofProvider(credentials: Value | undefined, providerId: string): Value | undefined {
  const provider = providerNamed(providerId)
  const own = credentialKeysOf(provider)
  if (!isMap(credentials)) {
    const needed = provider?.required ?? own
    const hidden = needed.map(
      (key) => [key, new Unreadable(isSecretCredential(['credentials', key]))] as const,
    )
    return own.length === 0 && provider !== undefined
      ? null
      : hidden.length === 0
        ? credentials
        : mapOf(hidden)
  }
  const known = Object.entries(credentials).filter(
    ([key, value]) => !(value instanceof Unreadable) || own.includes(key),
  )
  return known.length === 0 ? null : mapOf(known)
}
