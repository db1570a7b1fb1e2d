// Which integrations of a channel are primary: one, or several, of which the service sends through the newest. And which are
// declared as standbys, and are primary after a failover.
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import { textOf, type ValueMap } from '../../core/value.ts'
import type { FailedOver } from '../kind.ts'
import type { Desired, Live, Observed } from '../resource.ts'

/** In place of `true` in the field `primary`: another active integration of the channel is primary too. */
export const oneOfSeveral = 'one of several'

/** In place of `true` in the field `primary`: others of the channel are primary too, and none of them is active. */
const onlyActiveOfSeveral = 'one of several, and the only active one'

/** Whether the service shows it as primary, alone or not. */
export function isPrimary({ primary }: ValueMap): boolean {
  return primary === true || primary === oneOfSeveral || primary === onlyActiveOfSeveral
}

/** Says of each primary whether it is the only one of its channel, so that no other state counts as promoted. */
export function withSharedPrimaries(all: readonly Live[]): Live[] {
  const primaries = all.filter(({ fields }) => fields['primary'] === true)
  if (primaries.length < 2) return [...all]
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

export function standbysOf(channel: string, declared: readonly Desired[]): readonly Desired[] {
  return declared
    .filter(({ declared: { standby }, fields }) => standby !== undefined && fields['channel'] === channel)
    .sort((left, right) => Number(left.declared['standby']) - Number(right.declared['standby']))
}

export function declaredPrimaryOf(channel: string, declared: readonly Desired[]): Desired | undefined {
  return declared.find(
    ({ kind, fields }) =>
      kind === 'integration' && fields['primary'] === true && textOf(fields['channel']) === channel,
  )
}

/** A failover is undone only on purpose: until then, the standby stays active, and the declared primary is not promoted. */
export function failedOver({ desired }: Observed, all: readonly Observed[]): FailedOver | undefined {
  if (desired === undefined) return undefined
  const channel = textOf(desired.fields['channel'])
  const declared = all.flatMap((each) => each.desired ?? [])
  const primary = declaredPrimaryOf(channel, declared)
  const fieldsOf = ({ name }: Desired): ValueMap =>
    all.find(({ live }) => live?.name === name)?.live?.fields ?? {}
  const isActive = (standby: Desired): boolean => fieldsOf(standby)['active'] === true
  if (primary === undefined || isPrimary(fieldsOf(primary))) return undefined
  const standbys = standbysOf(channel, declared).filter((standby) => isPrimary(fieldsOf(standby)))
  const standby = standbys.find(isActive) ?? standbys[0]
  if (standby === undefined) return undefined
  const to = standby.name
  // An inactive standby delivers nothing, so a plan may activate it.
  if (to === desired.name) return isActive(standby) ? { field: 'active', channel, to } : undefined
  return desired.fields['primary'] === true
    ? { field: 'primary', channel, to, ...(!isActive(standby) && { inactive: true }) }
    : undefined
}
