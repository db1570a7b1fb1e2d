// The requests that change one integration to what is declared. What takes the primary flag away comes after the promotion that
// replaces the integration.
import { present } from '../../core/given.ts'
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import type { Difference } from '../../core/plan/compare-fields.ts'
import { at, pick, isList, isMap, textOf, Unreadable, type Value, type ValueMap } from '../../core/value.ts'
import { operations } from '../../service/operations.ts'
import type { Draft, Need, PlanContext } from '../kind.ts'
import { declaredIn, type Desired, type Live, liveIn, type Observed } from '../resource.ts'
import { renaming } from '../renames.ts'
import {
  activePrimariesOf,
  channelOf,
  declaredPrimariesOf,
  hasConditions,
  isRouted,
  primariesOf,
} from './routing.ts'
import { withReadableRouting } from './rule-text.ts'
import { isClearedByPromotion, promotion, updateCall } from './promotion.ts'
import { isWorking, losesFlag, stateOf } from './state-after-plan.ts'

export function integrationChanges(
  { desired, live }: Observed,
  differences: readonly Difference[],
  context: PlanContext,
): Draft[] {
  if (desired === undefined) return []
  const readable = withReadableRouting(differences)
  const promoted = differences.some(({ path }) => path[0] === 'primary')
  const cleared = promoted ? readable.filter((each) => isClearedByPromotion(each, live)) : []
  const others = readable.filter((each) => each.path[0] !== 'primary' && !cleared.includes(each))
  const edit =
    live === undefined ? creation(desired, others, context) : update(desired, live, others, context)
  return present(edit, promoted && promotion(desired, live, cleared, context))
}

function creation(desired: Desired, differences: readonly Difference[], context: PlanContext): Draft {
  const { primary: _primary, conditions, rules, ...fields } = desired.fields
  const declared: ValueMap = {
    ...fields,
    ...(isList(conditions) && { conditions }),
    ...(rules !== undefined && rules !== null && { rules }),
  }
  const channel = textOf(declared['channel'])
  const place = desired.fields['primary'] === true ? 'first' : 'any'
  return {
    action: 'create',
    stage: 'gain',
    call: {
      operation: operations.createIntegration,
      parameters: {},
      body: { ...(fields['channel'] !== 'in_app' && { identifier: desired.name }), ...declared },
    },
    before: null,
    after: declared,
    differences: differences.filter(
      ({ path }) => path[0] !== 'identifier' && Object.hasOwn(declared, path[0] ?? ''),
    ),
    sideEffects: declared['active'] === true ? becomingPrimary(desired, context) : [],
    ...(declared['active'] === true && gaining(desired, channel, place, context)),
  }
}

/**
 * Deployed services make the first active integration of a channel primary: several that are created at once may all
 * become it, and so may one that is created while others are switched on. Later plans would report a standby that became
 * it as a failover, so a standby waits until the declared primary is primary.
 */
function gaining(
  desired: Desired,
  channel: string,
  place: NonNullable<Draft['turn']>['place'],
  context: PlanContext,
): Partial<Pick<Draft, 'turn' | 'stage' | 'needs'>> {
  const isDecided = context.live === 'declared' || activePrimariesOf(channel, liveIn(context.all)).length > 0
  if (isDecided || !channelsWithPrimary.has(channel)) return {}
  const turn = { of: channel, place }
  return desired.declared['standby'] === undefined
    ? { turn }
    : { turn, stage: 'lose', needs: replacementsOn(channel, desired, context) }
}

function update(
  desired: Desired,
  live: Live,
  differences: readonly Difference[],
  context: PlanContext,
): Draft | undefined {
  if (differences.length === 0) return undefined
  const after = withConditions(declaredAt(differences, desired.fields), desired, live)
  const isReplaced = isWorking(stateOf(live)) && losesWith(after)
  const rename = renaming(differences, 'identifier')
  const lostRules = isUndeclared(differences, desired) ? at(live.fields, 'rules') : undefined
  const words = present(
    rename?.summary,
    lostRules !== undefined && 'removes rules that no manifest declares',
    after['active'] === false && 'becomes inactive',
  )
  const replacements = isReplaced ? replacementsOn(channelOf(live), desired, context) : []
  const gains = after['active'] === true && live.fields['active'] !== true
  const loses = isReplaced || (after['active'] === false && live.fields['active'] === true)
  return {
    action: 'update',
    stage: loses ? 'lose' : 'gain',
    call: updateCall(desired, after),
    before: pick(live.fields, Object.keys(after)),
    after,
    differences,
    ...(isReplaced && { needs: replacements }),
    sideEffects: [
      ...(rename === undefined ? [] : [rename.sideEffect]),
      ...removedKeys(differences),
      ...(lostRules === undefined ? [] : [removedRules(lostRules)]),
      ...(gains ? becomingPrimary({ fields: { ...live.fields, ...desired.fields } }, context) : []),
      ...(isReplaced && replacements.length === 0 && !isBackedUp(live, context)
        ? [leavingNone(after, live)]
        : []),
    ],
    ...(words.length > 0 && { summary: words.join(', ') }),
    ...(gains && gaining(desired, channelOf(live), 'last', context)),
  }
}

/** Rules are sent with the conditions that go with them, so that a service which doesn't know rules takes the request. */
function withConditions(after: ValueMap, desired: Desired, live: Live): ValueMap {
  if (!Object.hasOwn(after, 'rules') || Object.hasOwn(after, 'conditions')) return after
  const { conditions = hasConditions(live.fields) ? undefined : null } = desired.fields
  return conditions === undefined ? after : { ...after, conditions }
}

/** Whether rules that no manifest mentions are removed from the service. */
function isUndeclared(differences: readonly Difference[], { declared }: Desired): boolean {
  return !Object.hasOwn(declared, 'rules') && differences.some(({ path }) => path[0] === 'rules')
}

function leavingNone(after: ValueMap, live: Live): string {
  const channel = textOf(live.fields['channel'])
  // An inactive integration stays primary in some releases of the service.
  if (after['active'] === false) return `leaves ${channel} without an active primary integration`
  return `${losesFlag(after, live) ? 'leaves' : 'may leave'} ${channel} without a primary integration`
}

/** Whether another primary is active, and goes on delivering as far as manifests say. */
function isBackedUp({ name, fields }: Live, { all }: PlanContext): boolean {
  return all.some(
    ({ desired, live }) =>
      live !== undefined &&
      live.name !== name &&
      live.fields['channel'] === fields['channel'] &&
      isWorking(stateOf(live)) &&
      !losesWith(desired?.fields ?? {}),
  )
}

/** Deployed services make the first active integration of a channel primary, although no request asks for it. */
function becomingPrimary({ fields }: Pick<Desired, 'fields'>, { all, live: known }: PlanContext): string[] {
  const channel = textOf(fields['channel'])
  const isTaken =
    activePrimariesOf(channel, liveIn(all)).length > 0 ||
    declaredPrimariesOf(channel, declaredIn(all)).length > 0
  const lacks = primariesOf(channel, liveIn(all)).length > 0 ? 'no active' : 'no'
  return isTaken || known === 'declared' || !channelsWithPrimary.has(channel)
    ? []
    : [`may become primary for ${channel}, which has ${lacks} primary integration`]
}

function declaredAt(differences: readonly Difference[], fields: ValueMap): ValueMap {
  return pick(fields, [...new Set(differences.map(({ path }) => path[0] ?? ''))])
}

function losesWith(after: ValueMap): boolean {
  return after['active'] === false || isRouted(after)
}

/** All changes of the channel's declared primary, without which the channel would have no active one. */
function replacementsOn(channel: string, desired: Desired, context: PlanContext): Need[] {
  return declaredPrimariesOf(channel, declaredIn(context.all))
    .filter(({ name }) => name !== desired.name)
    .map(({ name }) => ({ kind: 'integration', name }))
}

/** Rules as JSON, which is also YAML: to be copied into a manifest, so `${` is escaped. */
function removedRules(rules: Value): string {
  const json = JSON.stringify(rules).replaceAll('${', () => '$${')
  return json.length > longestRules
    ? 'removes the rules of the integration; to keep the rules, declare the rules in the manifest'
    : `removes the rules of the integration; to keep the rules, declare rules: ${json}`
}

/** In characters. */
const longestRules = 1000

/** The keys are unknown, because no reply contains them. */
function replacedKeys(field: string): string {
  return `replaces all keys of ${field}: undeclared keys are removed, including keys that the service doesn't return`
}

/** Keys that the service has and the declared map doesn't: the request removes them. */
function removedKeys(differences: readonly Difference[]): string[] {
  return differences.flatMap(({ path, before, after, answer }) => {
    if (path[0] !== 'credentials' && path[0] !== 'configurations') return []
    if (before instanceof Unreadable || answer === 'unreadable') return [replacedKeys(path[0])]
    if (!isMap(before) || !isMap(after)) return []
    const gone = Object.keys(before).filter(
      (key) => !Object.hasOwn(after, key) && !(before[key] instanceof Unreadable) && before[key] !== null,
    )
    return gone.length === 0 ? [] : [`removes ${gone.sort().join(', ')} from ${path[0]}`]
  })
}
