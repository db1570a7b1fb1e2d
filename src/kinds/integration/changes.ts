// The calls that bring one integration to what is declared, in an order that never leaves a channel without a primary.
import type { Difference } from '../../core/compare.ts'
import { at, IdOf, isList, isMap, textOf, Unreadable, type ValueMap } from '../../core/value.ts'
import { operations } from '../../service/operations.ts'
import type { Desired, Draft, Live, Need, Observed, PlanContext } from '../kind.ts'
import { channelsWithPrimary, isPrimary, oneOfSeveral } from './primary.ts'
import { renaming } from '../renamed.ts'
import { withReadableConditions } from './display.ts'
import { hasConditions, isWorking, stateOf } from './standing.ts'

export function integrationChanges(
  { desired, live }: Observed,
  differences: readonly Difference[],
  context: PlanContext,
): Draft[] {
  if (desired === undefined) return []
  const readable = withReadableConditions(differences)
  const promoted = differences.some(({ path }) => path[0] === 'primary')
  const others = readable.filter(({ path }) => path[0] !== 'primary')
  const edit =
    live === undefined ? creation(desired, others, context) : update(desired, live, others, context)
  return [...(edit === undefined ? [] : [edit]), ...(promoted ? [promotion(desired, live, context)] : [])]
}

export function resendIntegration({ desired, live }: Observed, unreadable: readonly Difference[]): Draft[] {
  if (desired === undefined || live === undefined || unreadable.length === 0) return []
  const fields = declaredAt(unreadable, desired.fields)
  return [
    {
      action: 'resend',
      stage: 'gain',
      call: put(desired, fields),
      before: {},
      after: fields,
      differences: unreadable,
      sideEffects: Object.keys(fields).map((field) => `replaces keys of ${field} that can't be seen`),
    },
  ]
}

function creation(desired: Desired, differences: readonly Difference[], context: PlanContext): Draft {
  const { primary: _primary, conditions, ...fields } = desired.fields
  const declared: ValueMap = { ...fields, ...(isList(conditions) && { conditions }) }
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
    sideEffects: declared['active'] === true ? accession(desired, context) : [],
    ...(declared['active'] === true &&
      turnIn(textOf(declared['channel']), desired.fields['primary'] === true ? 'first' : 'any', context)),
  }
}

/**
 * Deployed services make the first active integration of a channel primary: several that are created at once may all
 * become it, and so may one that is created while others are switched on.
 */
function turnIn(
  channel: string,
  place: NonNullable<Draft['turn']>['place'],
  { all, live }: PlanContext,
): Pick<Draft, 'turn'> {
  const isDecided = live === 'declared' || hasActivePrimary(channel, all)
  return isDecided || !channelsWithPrimary.has(channel) ? {} : { turn: { of: channel, place } }
}

function update(
  desired: Desired,
  live: Live,
  differences: readonly Difference[],
  context: PlanContext,
): Draft | undefined {
  if (differences.length === 0) return undefined
  const after = declaredAt(differences, desired.fields)
  const isReplaced = isWorking(stateOf(live.fields)) && losesWith(after)
  const rename = renaming(differences, 'identifier')
  const words = [
    ...(rename ? [rename.summary] : []),
    ...(after['active'] === false ? ['becomes inactive'] : []),
  ]
  const replacements = isReplaced ? replacementsOn(live, desired, context) : []
  const gains = after['active'] === true && live.fields['active'] !== true
  const loses = isReplaced || (after['active'] === false && live.fields['active'] === true)
  return {
    action: 'update',
    stage: loses ? 'lose' : 'gain',
    call: put(desired, after),
    before: Object.fromEntries(Object.keys(after).map((field) => [field, at(live.fields, field) ?? null])),
    after,
    differences,
    ...(isReplaced && { needs: replacements }),
    sideEffects: [
      ...(rename === undefined ? [] : [rename.sideEffect]),
      ...dropped(differences),
      ...(gains ? accession({ fields: { ...live.fields, ...desired.fields } }, context) : []),
      ...(isReplaced && replacements.length === 0 && !isBackedUp(live, context)
        ? [`leaves ${textOf(live.fields['channel'])} without a primary`]
        : []),
    ],
    ...(words.length > 0 && { summary: words.join(', ') }),
    ...(gains && turnIn(textOf(live.fields['channel']), 'last', context)),
  }
}

function promotion(desired: Desired, live: Live | undefined, context: PlanContext): Draft {
  const channel = desired.fields['channel']
  const former = context.all.flatMap(({ live: other }) =>
    other !== undefined &&
    other.name !== desired.name &&
    other.fields['channel'] === channel &&
    isPrimary(other.fields)
      ? [other.name]
      : [],
  )
  const expected = (field: string) => desired.fields[field] ?? live?.fields[field]
  const active = expected('active') ?? false
  const isUnknown = context.live === 'declared' && expected('active') === undefined
  const conditions =
    at(desired.fields, 'conditions') ??
    (Object.hasOwn(desired.fields, 'conditions') ? null : (live?.fields['conditions'] ?? null))
  return {
    action: 'set-primary',
    stage: 'primary',
    call: {
      operation: operations.setPrimaryIntegration,
      parameters: { integrationId: new IdOf('integration', desired.name) },
    },
    // Of what is primary beside others a deployed service changes nothing: so it has to lose the flag first.
    ...(live?.fields['primary'] === oneOfSeveral &&
      (active === true ? switchedOffBefore(desired) : isLeftOff(desired, live) && switchedOnBefore(desired))),
    before: { active, conditions },
    after: { primary: true },
    summary: `becomes ${live !== undefined && isPrimary(live.fields) ? 'the only ' : ''}primary for ${textOf(channel)}`,
    differences: [{ path: ['primary'], answer: 'different', before: live?.fields['primary'], after: true }],
    needs: [{ kind: 'integration', name: desired.name }],
    sideEffects: [
      ...former.sort().map((name) => `${name} stops being primary`),
      ...(active === true || isUnknown
        ? []
        : [isLeftOff(desired, live) ? 'activates it' : 'may activate it']),
      ...(hasConditions({ conditions }) ? ['may clear its conditions'] : []),
    ],
  }
}

function switchedOffBefore(desired: Desired): Pick<Draft, 'preparation' | 'restoration' | 'reread'> {
  return {
    preparation: {
      call: put(desired, { active: false }),
      onlyIf: { primary: oneOfSeveral, active: true },
      after: { active: false },
    },
    // The promotion switches it on again in deployed services; the contract doesn't say so.
    restoration: {
      call: put(desired, { active: true }),
      onlyIf: { active: false },
      after: { active: true },
    },
    reread: true,
  }
}

/** Before it takes the flag from another one that delivers. */
function switchedOnBefore(desired: Desired): Pick<Draft, 'preparation' | 'reread'> {
  return {
    preparation: {
      call: put(desired, { active: true }),
      onlyIf: { active: false },
      after: { active: true },
    },
    reread: true,
  }
}

/** The state that a run leaves if it ends between the two requests, and the manifest doesn't declare `active`. */
function isLeftOff({ fields }: Desired, live: Live | undefined): boolean {
  return (
    live?.fields['primary'] === oneOfSeveral &&
    live.fields['active'] === false &&
    fields['active'] === undefined
  )
}

/** Whether another primary is active, and goes on delivering as far as manifests say. */
function isBackedUp({ name, fields }: Live, { all }: PlanContext): boolean {
  return all.some(
    ({ desired, live }) =>
      live !== undefined &&
      live.name !== name &&
      live.fields['channel'] === fields['channel'] &&
      isWorking(stateOf(live.fields)) &&
      !losesWith(desired?.fields ?? {}),
  )
}

function hasActivePrimary(channel: string, all: PlanContext['all']): boolean {
  return all.some(
    ({ live }) =>
      live !== undefined &&
      live.fields['channel'] === channel &&
      isPrimary(live.fields) &&
      live.fields['active'] === true,
  )
}

/** Deployed services give the first active integration of a channel the flag that nobody asked for. */
function accession({ fields }: Pick<Desired, 'fields'>, { all, live: known }: PlanContext): string[] {
  const channel = textOf(fields['channel'])
  const isTaken =
    hasActivePrimary(channel, all) ||
    all.some(({ desired }) => desired?.fields['channel'] === channel && desired.fields['primary'] === true)
  return isTaken || known === 'declared' || !channelsWithPrimary.has(channel)
    ? []
    : [`may become primary for ${channel}, which has none`]
}

function put(desired: Desired, { conditions, ...fields }: ValueMap) {
  return {
    operation: operations.updateIntegration,
    parameters: { integrationId: new IdOf('integration', desired.name) },
    // The contract clears conditions with an empty list; it has no null here.
    body: { ...fields, ...(conditions !== undefined && { conditions: conditions ?? [] }) },
  }
}

function declaredAt(differences: readonly Difference[], fields: ValueMap): ValueMap {
  const changed = [...new Set(differences.map(({ path }) => path[0] ?? ''))]
  return Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]))
}

function losesWith(after: ValueMap): boolean {
  return after['active'] === false || hasConditions(after)
}

/** All changes of the primary that is declared for the channel, without which the channel would have none that works. */
function replacementsOn(live: Live, desired: Desired, context: PlanContext): Need[] {
  return context.all
    .filter(
      (other) =>
        other.desired !== undefined &&
        other.desired.name !== desired.name &&
        other.desired.fields['channel'] === live.fields['channel'] &&
        other.desired.fields['primary'] === true,
    )
    .map((other) => ({ kind: 'integration', name: other.desired?.name ?? '' }))
}

/** Keys that live has and the declared whole doesn't: they vanish. */
function dropped(differences: readonly Difference[]): string[] {
  return differences.flatMap(({ path, before, after }) => {
    if (path[0] !== 'credentials' && path[0] !== 'configurations') return []
    if (before instanceof Unreadable) return [`replaces keys of ${path[0]} that can't be seen`]
    if (!isMap(before) || !isMap(after)) return []
    const gone = Object.keys(before).filter(
      (key) => !Object.hasOwn(after, key) && !(before[key] instanceof Unreadable) && before[key] !== null,
    )
    return gone.length === 0 ? [] : [`${path[0]} loses ${gone.sort().join(', ')}`]
  })
}
