// How each integration stands before a plan and after it, as far as the contract promises it.
import type { Change } from '../../core/plan/change.ts'
import { grouped } from '../../core/grouped.ts'
import { textOf, type ValueMap } from '../../core/value.ts'
import type { IntegrationState as State, Standing } from '../../core/plan/plan.ts'
import type { Desired, Observed } from '../resource.ts'
import { isPrimary } from './primary.ts'
import { isRouted } from './routing.ts'

export interface DeclaredStanding extends Standing {
  readonly desired?: Desired
}

/** A promotion demotes the others of its channel; that it also switches on is the habit of some services only. */
export function standings(observed: readonly Observed[], changes: readonly Change[]): DeclaredStanding[] {
  const own = changes.filter(({ kind }) => kind === 'integration')
  const byName = grouped(own, ({ name }) => name)
  const promoted = new Map(
    own
      .filter(({ action }) => action === 'set-primary')
      .map(({ name }) => [channelNamed(name, observed), name]),
  )
  return observed.map(({ desired, live }) => {
    const name = desired?.name ?? live?.name ?? ''
    const channel = textOf(live?.fields['channel'] ?? desired?.fields['channel'])
    const before = live && stateOf(live.fields)
    const after = (byName.get(name) ?? []).reduce<State | undefined>(afterChange, before)
    const heir = promoted.get(channel)
    return {
      name,
      channel,
      providerId: textOf(live?.fields['providerId'] ?? desired?.fields['providerId']),
      ...(desired && { desired }),
      ...(before && { before }),
      ...(after && { after: heir === undefined ? after : { ...after, primary: heir === name } }),
    }
  })
}

export function isWorking(state: State | undefined): boolean {
  return state !== undefined && state.active && state.primary && !state.conditional
}

function channelNamed(wanted: string, observed: readonly Observed[]): string {
  const found = observed.find(({ desired, live }) => (desired?.name ?? live?.name) === wanted)
  return textOf(found?.live?.fields['channel'] ?? found?.desired?.fields['channel'])
}

function afterChange(state: State | undefined, { action, after, preparation }: Change): State | undefined {
  if (preparation?.after['active'] === true && state !== undefined) return { ...state, active: true }
  if (action === 'create') return { ...stateOf(after), primary: false }
  if (state === undefined) return state
  // Services that have rules clear them, and conditions too.
  if (action === 'set-primary')
    return Object.hasOwn(after, 'rules') ? { ...state, conditional: false } : state
  if (action !== 'update') return state
  return {
    ...state,
    ...(Object.hasOwn(after, 'active') && { active: after['active'] === true }),
    ...(Object.hasOwn(after, 'conditions') && { conditional: isRouted(after) }),
  }
}

export function stateOf(fields: ValueMap): State {
  return {
    active: fields['active'] === true,
    primary: isPrimary(fields),
    conditional: isRouted(fields),
  }
}
