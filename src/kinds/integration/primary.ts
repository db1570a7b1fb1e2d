// Which integrations of a channel are primary: one, or several, of which the service uses the newest. Also which are declared
// as standbys, and are primary after a failover.
import { indexed } from '../../core/lists.ts'
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import { textOf, type ValueMap } from '../../core/value.ts'
import type { FailedOver } from '../kind.ts'
import { declaredIn, type Desired, type Live, liveIn, type Observed } from '../resource.ts'

/** In place of `true` in the field `primary`: another active integration of the channel is primary too. */
export const oneOfSeveral = 'one of several'

/** In place of `true` in the field `primary`: others of the channel are primary too, and none of them is active. */
const onlyActiveOfSeveral = 'one of several, and the only active one'

/** Whether the service shows it as primary, alone or not. */
export function isPrimary({ primary }: ValueMap): boolean {
  return primary === true || primary === oneOfSeveral || primary === onlyActiveOfSeveral
}

export function channelOf({ fields }: Pick<Live, 'fields'>): string {
  return textOf(fields['channel'])
}

export function isActive({ fields }: Pick<Live, 'fields'>): boolean {
  return fields['active'] === true
}

export const liveNamed = indexed<Live>(({ name }) => name)
export const primariesOf = indexed<Live>(channelOf, ({ fields }) => isPrimary(fields))
export const activePrimariesOf = indexed<Live>(channelOf, (live) => isPrimary(live.fields) && isActive(live))
export const declaredPrimariesOf = indexed<Desired>(
  channelOf,
  ({ kind, fields }) => kind === 'integration' && fields['primary'] === true,
)
const declaredStandbysOf = indexed<Desired>(channelOf, ({ declared }) => declared['standby'] !== undefined)

/** Marks each primary that isn't the only one of its channel, so that it doesn't count as promoted. */
export function withSharedPrimaries(all: readonly Live[]): Live[] {
  return all.map((live) => {
    const channel = channelOf(live)
    const isShared = isPrimary(live.fields) && primariesOf(channel, all).length > 1
    if (!isShared || !channelsWithPrimary.has(channel)) return live
    const isOther = (other: Live): boolean => other !== live
    const primary = activePrimariesOf(channel, all).some(isOther) ? oneOfSeveral : onlyActiveOfSeveral
    return { ...live, fields: { ...live.fields, primary } }
  })
}

export function standbysOf(channel: string, declared: readonly Desired[]): readonly Desired[] {
  return declaredStandbysOf(channel, declared).toSorted(
    (left, right) => Number(left.declared['standby']) - Number(right.declared['standby']),
  )
}

/** A failover is undone only on purpose: until then, the standby stays active, and the declared primary is not promoted. */
export function failedOver({ desired }: Observed, all: readonly Observed[]): FailedOver | undefined {
  if (desired === undefined) return undefined
  const channel = channelOf(desired)
  const inService = ({ name }: Desired): readonly Live[] =>
    liveNamed(name, liveIn(all)).filter(({ fields }) => isPrimary(fields))
  const [primary] = declaredPrimariesOf(channel, declaredIn(all))
  if (primary === undefined || inService(primary).length > 0) return undefined
  const standbys = standbysOf(channel, declaredIn(all)).flatMap(inService)
  const standby = standbys.find(isActive) ?? standbys[0]
  if (standby === undefined) return undefined
  const to = standby.name
  // An inactive standby delivers nothing, so a plan may activate it.
  if (to === desired.name) return isActive(standby) ? { field: 'active', channel, to } : undefined
  return desired.fields['primary'] === true
    ? { field: 'primary', channel, to, ...(!isActive(standby) && { inactive: true }) }
    : undefined
}
