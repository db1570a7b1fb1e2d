// Subscribers as an earlier tree declares them, in place of live ones.
import { at, isList, textOf } from '../../core/value.ts'
import type { Desired, Live } from '../resource.ts'
import { channelsOf, fieldsOf } from './parts.ts'

/** A channel goes by the name that its integration has in `desired`: the service keeps it through a rename. */
export function subscriberStandIns(earlier: readonly Desired[], desired: readonly Desired[]): Live[] {
  const renamed = new Map(
    desired
      .flatMap(channelsOf)
      .filter((channel) => channel['formerly'] !== undefined)
      .map((channel) => [textOf(channel['formerly']), textOf(channel['integrationIdentifier'])]),
  )
  return earlier.map((each) => {
    const channels = channelsOf(each).map((channel) => {
      const identifier = textOf(channel['integrationIdentifier'])
      return { ...channel, integrationIdentifier: renamed.get(identifier) ?? identifier }
    })
    const isDeclared = isList(at(each.declared, 'channels'))
    return {
      id: each.name,
      name: each.name,
      fields: isDeclared ? fieldsOf({ ...each.declared, channels }) : each.fields,
    }
  })
}
