// Which integrations of a channel are primary: one, or several, of which the service sends through the newest.
import { textOf, type ValueMap } from '../../core/value.ts'
import type { Live } from '../resource.ts'

/** The channels of which one integration delivers: the primary. */
export const channelsWithPrimary: ReadonlySet<string> = new Set(['email', 'sms'])

/** In place of `true` in the field `primary`: another active integration of the channel is primary too. */
export const oneOfSeveral = 'one of several'

/** In place of `true` in the field `primary`: others of the channel are primary too, and none of them is active. */
export const onlyActiveOfSeveral = 'one of several, and the only active one'

/** Whether the service shows it as primary, alone or not. */
export function isPrimary({ primary }: ValueMap): boolean {
  return primary === true || primary === oneOfSeveral || primary === onlyActiveOfSeveral
}

/** Says of each primary whether it is the only one of its channel, so that no other state counts as promoted. */
export function withSharedPrimaries(all: readonly Live[]): Live[] {
  const primaries = all.filter(({ fields }) => fields['primary'] === true)
  return all.map((live) => {
    const channel = live.fields['channel']
    if (live.fields['primary'] !== true || !channelsWithPrimary.has(textOf(channel))) return live
    const others = primaries.filter((other) => other !== live && other.fields['channel'] === channel)
    if (others.length === 0) return live
    const primary = others.some(({ fields }) => fields['active'] === true)
      ? oneOfSeveral
      : onlyActiveOfSeveral
    return { ...live, fields: { ...live.fields, primary } }
  })
}
