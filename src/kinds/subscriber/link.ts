// A channel may name its integration by an alias; the service wants the identifier that the target uses.
import { textOf, type Value, type ValueMap } from '../../core/value.ts'
import type { Desired } from '../resource.ts'
import type { Resources } from '../resources.ts'
import { formerNameOf } from '../renamed.ts'
import { channelsOf, fieldsOf } from './parts.ts'

export function linkChannels(desired: Desired, declaredOf: (kind: string) => Resources): Desired {
  const channels = channelsOf(desired)
  if (channels.length === 0) return desired
  const declared = {
    ...desired.declared,
    channels: channels.map((channel): Value => {
      const found = findIntegration(textOf(channel['integrationIdentifier']), declaredOf('integration'))
      return found === undefined
        ? channel
        : { ...channel, integrationIdentifier: found.name, ...formerly(found) }
    }),
  }
  return { ...desired, declared, fields: fieldsOf(declared) }
}

/** Live may still show the channel under the identifier that its integration had. */
function formerly(integration: Desired): ValueMap {
  const former = formerNameOf(integration)
  return former === undefined ? {} : { formerly: former }
}

/** By identifier first: an alias never hides a real identifier. */
export function findIntegration(name: string, integrations: Resources): Desired | undefined {
  return integrations.get('integration', name) ?? integrations.find((item) => item.alias === name)
}
