// The state of each integration before a plan and after it, as far as the contract promises it; and what a change does
// to others.
import type { Change } from '../../core/plan/change.ts'
import { grouped } from '../../core/lists.ts'
import { textOf, type ValueMap } from '../../core/value.ts'
import type { IntegrationState as State, IntegrationStates } from '../../core/plan/plan.ts'
import type { Desired, Live, Observed } from '../resource.ts'
import {
  activePrimariesOf,
  channelOf,
  isPrimary,
  liveNamed,
  primariesOf,
  isRouted,
  matchesAlways,
  hasConditions,
  hasRules,
} from './routing.ts'
import { lacksCredentials } from './credentials.ts'
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import type { Effect } from '../kind.ts'
import { present } from '../../core/given.ts'

export interface DeclaredStates extends IntegrationStates {
  readonly desired?: Desired
}

/** What the service compares conditions with, if it is known. */
export function comparedIn(observed: readonly Observed[]): Live['compares'] {
  return observed.find(({ live }) => live?.compares !== undefined)?.live?.compares
}

/** A promotion demotes the others of its channel. Only some services also activate the promoted one. */
export function integrationStates(
  observed: readonly Observed[],
  changes: readonly Change[],
): DeclaredStates[] {
  const own = changes.filter(({ kind }) => kind === 'integration')
  const byName = grouped(own, ({ name }) => name)
  const promoted = new Map<string, string>()
  for (const { action, name } of own)
    if (action === 'set-primary') promoted.set(channelNamed(name, observed), name)
  const compares = comparedIn(observed)
  return observed.map(({ desired, live }) => {
    const name = desired?.name ?? live?.name ?? ''
    const channel = textOf(live?.fields['channel'] ?? desired?.fields['channel'])
    const before = live && stateOf({ ...live, compares })
    let fields = live?.fields
    for (const change of byName.get(name) ?? []) fields = afterChange(fields, change, live)
    const after = fields && stateOf({ fields, compares })
    const heir = promoted.get(channel)
    return {
      name,
      channel,
      providerId: textOf(live?.fields['providerId'] ?? desired?.fields['providerId']),
      ...(desired && { desired }),
      ...(desired?.fields['active'] === false && { declaredInactive: true as const }),
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

function afterChange(
  fields: ValueMap | undefined,
  change: Change,
  live: Live | undefined,
): ValueMap | undefined {
  const { action, after, preparation } = change
  if (preparation?.after['active'] === true && fields !== undefined) return { ...fields, active: true }
  if (action === 'create') return { ...after, primary: false }
  if (fields === undefined) return fields
  // Services that have rules clear them, and conditions too.
  if (action === 'set-primary')
    return Object.hasOwn(after, 'rules') ? { ...fields, rules: null, conditions: null } : fields
  const lost = losesFlag(after, live) ? { primary: false } : {}
  return action === 'update' ? { ...fields, ...after, ...lost } : fields
}

/** Deployed services, which alone have rules, take the primary flag away; for conditions, the contract leaves that open. */
export function losesFlag(after: ValueMap, live: Pick<Live, 'isDeployed'> | undefined): boolean {
  return hasRules(after) || (live?.isDeployed === true && isRouted(after))
}

export function stateOf(live: Pick<Live, 'fields' | 'compares'>): State {
  const { fields } = live
  const always = matchesAlways(live)
  return {
    active: fields['active'] === true,
    primary: isPrimary(fields),
    conditional: isRouted(fields),
    ...(always !== undefined && { routes: always ? 'everything' : 'nothing' }),
    ...(lacksCredentials(fields) && { withoutCredentials: true }),
  }
}

/** As deployed services do; the contract leaves most of it open. */
export function effectsOf(
  { action, name, after }: Change,
  { fields: declared }: Desired,
  all: readonly Live[],
): Effect[] {
  const [self] = liveNamed(name, all)
  const channel = textOf(self?.fields['channel'] ?? declared['channel'])
  const isOther = (each: Live): boolean => each !== self
  if (action === 'resend') return []
  if (action === 'set-primary')
    return [
      ...primariesOf(channel, all)
        .filter(isOther)
        .map((each) => notPrimary(each, channel)),
      ...(self === undefined ? [] : effectsOfPromotion(self)),
    ]
  const primaryOf = (): Required<Effect>['primaryOf'] => ({
    channel,
    others: all.filter((each) => isOther(each) && channelOf(each) === channel).map((each) => each.name),
  })
  const hasPrimary = channelsWithPrimary.has(channel)
  const gains = after['active'] === true && self?.fields['active'] !== true
  const isTaken = activePrimariesOf(channel, all).some(isOther)
  const loses = self && isPrimary(self.fields) && (after['active'] === false || isRouted(after))
  const isRuled = self && hasConditions(self.fields) && hasRules(after) && !Object.hasOwn(after, 'conditions')
  return present<Effect>(
    hasPrimary &&
      gains &&
      !isTaken && {
        name,
        field: 'primary',
        message: `${name} may become primary for ${channel}`,
        primaryOf: primaryOf(),
      },
    hasPrimary && loses && { ...notPrimary(self, channel), primaryOf: primaryOf() },
    isRuled && { name, field: 'conditions', message: `${name} loses its conditions` },
  )
}

function notPrimary({ name, keptName = name }: Live, channel: string): Effect {
  return { name, field: 'primary', message: `${keptName} stops being primary for ${channel}` }
}

function effectsOfPromotion({ name, fields }: Live): Effect[] {
  return present<Effect>(
    fields['active'] !== true && { name, field: 'active', message: `${name} becomes active` },
    hasConditions(fields) && { name, field: 'conditions', message: `${name} may lose its conditions` },
    hasRules(fields) && { name, field: 'rules', message: `${name} loses its rules` },
  )
}
