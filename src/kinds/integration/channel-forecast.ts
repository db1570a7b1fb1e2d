// Whether each channel still delivers once a plan is carried out.
import {
  channelsWithPrimary,
  channelSentence,
  channelState,
  getsWorse,
  namesOf,
  severalPrimaries,
} from '../../core/plan/channels.ts'
import { option } from '../../core/shell.ts'
import type { Change } from '../../core/plan/change.ts'
import type { IntegrationStates } from '../../core/plan/plan.ts'
import { given } from '../../core/given.ts'
import type { Doubt, Foresight } from '../kind.ts'
import { failoverHint, hasRules, idleConditions, idleSources } from './routing.ts'
import { comparedIn, isWorking, integrationStates, type DeclaredStates } from './state-after-plan.ts'

/** The map of a target: every integration, before and after. */
export function delivery({ observedOf, changes }: Foresight): IntegrationStates[] {
  return integrationStates(observedOf('integration'), changes).map(
    ({ desired: _desired, ...states }) => states,
  )
}

export function doubtDelivery(foresight: Foresight): Doubt[] {
  const all = integrationStates(foresight.observedOf('integration'), foresight.changes)
  return [...channelsWithPrimary].flatMap((channel) => {
    const own = all.filter((states) => states.channel === channel)
    const isDeclared = all.some(({ desired }) => desired !== undefined)
    const found = [
      ...(own.some(({ after }) => isWorking(after)) ? [] : doubtsOf(channel, own, foresight)),
      ...(isDeclared ? severalOf(channel, own) : []),
    ]
    return found.map((doubt) => ({ ...doubt, channel }))
  })
}

/** Declared conditions that the service stores and doesn't compare. */
export function doubtConditions({ observedOf }: Foresight): Doubt[] {
  const all = observedOf('integration')
  const compares = comparedIn(all)
  if (compares === undefined) return []
  return all.flatMap(({ desired }): Doubt | [] => {
    const sources = desired === undefined ? [] : idleSources(desired.fields, { compares })
    if (desired === undefined || sources.length === 0) return []
    const position = desired.positionOf(['conditions'])
    return { ...idleConditions(desired.name, sources), position, isWorse: false }
  })
}

/** Of a channel that will still have several primaries, because none is declared, or this plan doesn't promote it. */
function severalOf(channel: string, own: readonly DeclaredStates[]): Doubt[] {
  // Deployed services remove the primary flag from an inactive integration.
  const primaries = own.filter(
    ({ before, after }) => after?.primary === true && (after.active || before?.active !== true),
  )
  if (primaries.length < 2) return []
  const declared = [...primaries, ...own].find(({ desired }) => desired !== undefined)?.desired
  return [
    {
      rule: 'several-primaries',
      message: `${channel}: ${severalPrimaries(primaries)}`,
      hint: 'Declare `primary: true` for only one of these integrations.',
      ...given({ position: declared?.position }),
      isWorse: false,
      ...(declared !== undefined && { isUnverified: true as const }),
    },
  ]
}

/** Of a channel that will have no primary that works. */
function doubtsOf(
  channel: string,
  own: readonly DeclaredStates[],
  { changes, observedOf, isProtected }: Foresight,
): Doubt[] {
  const working = own.filter(({ before }) => isWorking(before))
  // If several become inactive, name the one in no manifest: without the others it would be the only one, and so it must stay.
  const former = working.find(({ desired }) => desired === undefined) ?? working[0]
  const heir = own.find(({ after, before }) => after?.primary === true && before?.primary !== true)
  if (heir !== undefined) return [idleHeir(heir, channel, former)]
  if (former !== undefined) return [loss(former, own, channel, changes)]
  const active = own.filter(({ after }) => after?.active === true)
  const declared = [...active, ...own].find(({ desired }) => desired !== undefined)?.desired
  const failover = failoverHint(channel, observedOf('integration'), isProtected === true)
  const alone = failover === undefined ? standbyAlone(channel, own) : undefined
  if (alone !== undefined) return [alone]
  const state = channelState(channel, own, 'after')
  // Channels without a declared integration are not checked.
  if (active.length === 0 || declared === undefined || state.state === 'up') return []
  const earlier = channelState(channel, own, 'before')
  const isFirst = own.every(({ before }) => before?.active !== true)
  const doubt = isFirst ? { unless: namesOf(active) } : {}
  const time = earlier.why === state.why ? '' : 'after this plan, '
  return [
    {
      rule: 'no-primary',
      message: `${time}${channelSentence({ ...state, ...doubt })}`,
      hint: failover ?? 'Declare primary: true for an active integration without conditions or rules.',
      position: declared.position,
      isWorse: isFirst || getsWorse(earlier, state),
    },
  ]
}

/** Deployed services would make the standby primary, and later plans would report a failover. */
function standbyAlone(channel: string, own: readonly DeclaredStates[]): Doubt | undefined {
  const standby = own.find(
    ({ desired, before, after }) =>
      desired?.declared['standby'] !== undefined && after?.active === true && before?.active !== true,
  )?.desired
  const missing = own.find(
    ({ desired, after }) =>
      desired?.fields['primary'] === true &&
      desired.fields['active'] !== false &&
      !(after?.primary === true && after.active),
  )
  if (standby === undefined || missing === undefined) return undefined
  const { name, position } = standby
  const what = `standby ${name} becomes active for ${channel}, which has no active primary integration, so the service may make ${name} primary`
  return { ...leftOut(what, missing.name), position }
}

function idleHeir(heir: DeclaredStates, channel: string, former: DeclaredStates | undefined): Doubt {
  const routing = heir.desired !== undefined && hasRules(heir.desired.fields) ? 'rules' : 'conditions'
  const wish = heir.after?.active === true ? `${routing}: null` : 'active: true'
  return {
    rule: 'primary-idle',
    message: `integration ${heir.name} becomes primary for ${channel} but ${failing(heir)}; the API contract doesn't define whether such an integration delivers`,
    hint: `Declare ${wish} for integration ${heir.name}.`,
    ...given({ position: heir.desired?.positionOf(['primary']) }),
    isWorse: former !== undefined,
  }
}

function loss(
  former: DeclaredStates,
  own: readonly DeclaredStates[],
  channel: string,
  changes: readonly Change[],
): Doubt {
  const { name } = former
  const change = changes.find((each) => each.kind === 'integration' && each.name === name)
  const heir = own.find(
    ({ desired }) => desired !== undefined && desired.name !== name && desired.fields['primary'] === true,
  )
  const message = `integration ${name}, primary for ${channel}, ${failing(former)}`
  const position = given({ position: change?.position })
  if (heir !== undefined) return { ...leftOut(message, heir.name), ...position }
  // Only `unmanaged: deactivate` changes what isn't declared.
  const isUnmanaged = former.desired === undefined
  return {
    ...position,
    isWorse: true,
    rule: isUnmanaged ? 'unmanaged-primary' : 'primary-lost',
    message: `${message}${isUnmanaged ? ' (unmanaged: deactivate)' : ''}, and no other integration replaces ${name}; ${channelSentence(channelState(channel, own, 'after'))}`,
    hint: `Declare ${isUnmanaged ? `integration ${name}, or ` : ''}a different integration with active: true and primary: true.`,
  }
}

/** `what` happens without the declared primary integration. */
function leftOut(what: string, declared: string): Doubt {
  return {
    rule: 'replacement-left-out',
    message: `${what}; the manifests declare ${declared} as the primary integration, but this plan leaves ${declared} out`,
    hint: `Include both integrations in the plan: check ${option('only')}, ${option('exclude')} and the errors of integration ${declared}.`,
    isWorse: true,
  }
}

function failing({ after, before }: DeclaredStates): string {
  if (after?.active !== true) return before?.active === true ? 'becomes inactive' : 'is inactive'
  return before?.conditional === true ? 'has conditions or rules' : 'gets conditions or rules'
}
