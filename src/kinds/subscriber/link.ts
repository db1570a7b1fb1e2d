// A channel may name its integration by an alias; the service wants the identifier that the target uses.
import { given } from '../../core/given.ts'
import { textOf, type ValueMap } from '../../core/value.ts'
import type { Desired } from '../resource.ts'
import type { Resources } from '../resources.ts'
import { formerNameOf } from '../renamed.ts'
import { channelsOf, fieldsOf } from './parts.ts'

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
