// Which integrations of a channel are primary: one, or several, of which the service sends through the newest. And which are
// declared as standbys, and took the channel over.
import { textOf, type ValueMap } from '../../core/value.ts'
import type { Held } from '../kind.ts'
import type { Desired, Live, Observed } from '../resource.ts'

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

/** A declared standby, and its rank. */
export interface Standby {
  readonly desired: Desired
  readonly rank: number
}

/** The standbys of a channel, the first one first. */
export function standbysOf(channel: string, declared: readonly Desired[]): readonly Standby[] {
  return declared
    .flatMap((desired) => {
      const rank = desired.declared['standby']
      const isOwn = typeof rank === 'number' && textOf(desired.fields['channel']) === channel
      return isOwn ? [{ desired, rank }] : []
    })
    .sort((left, right) => left.rank - right.rank)
}

export function declaredPrimaryOf(channel: string, declared: readonly Desired[]): Desired | undefined {
  return declared.find(
    ({ kind, fields }) =>
      kind === 'integration' && fields['primary'] === true && textOf(fields['channel']) === channel,
  )
}

/** The standby that is primary in place of the declared primary; undefined if there was no failover. */
export function takeoverOn(
  channel: string,
  all: readonly Observed[],
): { readonly to: Desired; readonly isActive: boolean } | undefined {
  const declared = all.flatMap(({ desired }) => desired ?? [])
  const primary = declaredPrimaryOf(channel, declared)
  if (primary === undefined) return undefined
  const fieldsOf = ({ name }: Desired): ValueMap =>
    all.find(({ live }) => live?.name === name)?.live?.fields ?? {}
  if (isPrimary(fieldsOf(primary))) return undefined
  const taken = standbysOf(channel, declared)
    .map(({ desired }) => ({ to: desired, isActive: fieldsOf(desired)['active'] === true }))
    .filter(({ to }) => isPrimary(fieldsOf(to)))
  return taken.find(({ isActive }) => isActive) ?? taken[0]
}

/** A failover is undone only on purpose: until then, the standby stays active, and the declared primary is not promoted. */
export function heldByTakeover({ desired }: Observed, all: readonly Observed[]): Held | undefined {
  if (desired === undefined) return undefined
  const channel = textOf(desired.fields['channel'])
  const takeover = takeoverOn(channel, all)
  if (takeover === undefined) return undefined
  const { isActive } = takeover
  const to = takeover.to.name
  // An inactive standby delivers nothing, so a plan may activate it.
  if (to === desired.name) return isActive ? { field: 'active', channel, to } : undefined
  return desired.fields['primary'] === true
    ? { field: 'primary', channel, to, ...(!isActive && { inactive: true }) }
    : undefined
}
