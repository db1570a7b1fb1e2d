// The requests that update an integration or make it primary, and what the service changes with a promotion.
import type { Step } from '../../core/plan/change.ts'
import type { Difference } from '../../core/plan/compare-fields.ts'
import { IdOf, textOf, type ValueMap } from '../../core/value.ts'
import { operations } from '../../service/operations.ts'
import type { Draft, PlanContext } from '../kind.ts'
import { type Desired, type Live, liveIn } from '../resource.ts'
import { isPrimary, oneOfSeveral, primariesOf, hasConditions, hasRules } from './routing.ts'

/** Services that have rules clear them when an integration becomes primary; one that is primary already keeps them. */
export function isClearedByPromotion({ path, after }: Difference, live: Live | undefined): boolean {
  return path[0] === 'rules' && after === null && live !== undefined && !isPrimary(live.fields)
}

/** `cleared` are differences that the promotion itself removes. */
export function promotion(
  desired: Desired,
  live: Live | undefined,
  cleared: readonly Difference[],
  context: PlanContext,
): Draft {
  const channel = desired.fields['channel']
  const former = primariesOf(textOf(channel), liveIn(context.all)).filter(({ name }) => name !== desired.name)
  const expected = (field: string) => desired.fields[field] ?? live?.fields[field]
  const active = expected('active') ?? false
  const isUnknown = context.live === 'declared' && expected('active') === undefined
  const { conditions = null } = Object.hasOwn(desired.fields, 'conditions')
    ? desired.fields
    : (live?.fields ?? {})
  const rules = cleared[0]?.before ?? desired.fields['rules'] ?? null
  return {
    action: 'set-primary',
    stage: 'primary',
    call: {
      operation: operations.setPrimaryIntegration,
      parameters: { integrationId: new IdOf('integration', desired.name) },
    },
    ...preparing(desired, live, active === true ? 'active' : 'inactive'),
    before: { active, conditions, rules },
    after: { primary: true, ...(cleared.length > 0 && { rules: null }) },
    summary: `becomes ${live !== undefined && isPrimary(live.fields) ? 'the only ' : ''}primary for ${textOf(channel)}`,
    differences: [
      { path: ['primary'], answer: 'different', before: live?.fields['primary'], after: true },
      ...cleared,
    ],
    needs: [{ kind: 'integration', name: desired.name }],
    sideEffects: [
      ...former
        .map(({ name, keptName = name }) => keptName)
        .sort()
        .map((name) => `${name} stops being primary`),
      ...(active === true || isUnknown
        ? []
        : [isLeftOff(desired, live) ? 'activates the integration' : 'may activate the integration']),
      ...clearing({ conditions, rules }),
    ],
  }
}

/** What a promotion clears is known only for services that have rules. */
function clearing(fields: ValueMap): string[] {
  if (hasRules(fields))
    return [`removes the ${hasConditions(fields) ? 'conditions and rules' : 'rules'} of the integration`]
  return hasConditions(fields) ? ['may remove the conditions of the integration'] : []
}

/** A deployed service ignores the promotion of one of several primaries, so it has to lose the primary flag first. */
function preparing(
  desired: Desired,
  live: Live | undefined,
  state: 'active' | 'inactive',
): Pick<Draft, 'preparation' | 'restoration' | 'reread'> {
  if (live?.fields['primary'] !== oneOfSeveral) return {}
  // It is switched on before it takes the primary flag from another one that delivers.
  if (state === 'inactive')
    return isLeftOff(desired, live) ? { preparation: switchedOn(desired), reread: true } : {}
  return {
    preparation: {
      call: updateCall(desired, { active: false }),
      onlyIf: { primary: oneOfSeveral, active: true },
      after: { active: false },
    },
    // The promotion switches it on again in deployed services; the contract doesn't say so.
    restoration: switchedOn(desired),
    reread: true,
  }
}

function switchedOn(desired: Desired): Step {
  return { call: updateCall(desired, { active: true }), onlyIf: { active: false }, after: { active: true } }
}

/** The state that a run leaves if it ends between the two requests, and the manifest doesn't declare `active`. */
function isLeftOff({ fields }: Desired, live: Live | undefined): boolean {
  return (
    live?.fields['primary'] === oneOfSeveral &&
    live.fields['active'] === false &&
    fields['active'] === undefined
  )
}

export function updateCall(desired: Desired, { conditions, ...fields }: ValueMap) {
  return {
    operation: operations.updateIntegration,
    parameters: { integrationId: new IdOf('integration', desired.name) },
    // The contract clears conditions with an empty list; it has no null here.
    body: { ...fields, ...(conditions !== undefined && { conditions: conditions ?? [] }) },
  }
}
