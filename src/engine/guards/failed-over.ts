// Fields that a plan leaves as a failover set them, and the refusal of changes that were planned before the failover.
import { commandLine, option } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { memoized } from '../../core/lists.ts'
import { resourceKey, type Change } from '../../core/plan/change.ts'
import type { Difference } from '../../core/plan/compare-fields.ts'
import { notesIn, type Note } from '../../core/plan/notes.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import type { FailedOver, Kind, Refusal } from '../../kinds/kind.ts'
import { declaredIn, type Desired, type Live, type Observed } from '../../kinds/resource.ts'
import { pair, refusalProblem } from '../../kinds/renames.ts'
import type { BasedOn, Policy } from '../plan/plan-request.ts'

/** The field that stays as the failover set it; undefined without one, if the plan undoes it, or if two trees are compared. */
export function failoverOf(
  { failedOver }: Kind,
  observed: Observed,
  all: readonly Observed[],
  policy: Policy,
): FailedOver | undefined {
  const { failback, live } = policy
  if (failback === true || live !== undefined || failedOver === undefined) return undefined
  return failedOver(observed, policy.rolesElsewhere === undefined ? all : withRolesElsewhere(policy)(all))
}

const withRolesElsewhere = memoized(({ target = '', rolesElsewhere }: Policy) =>
  memoized((all: readonly Observed[]): readonly Observed[] => {
    const names = new Set(all.map(({ desired }) => desired?.name))
    const others = (rolesElsewhere?.(target) ?? []).filter(({ name }) => !names.has(name))
    return [...all, ...others.map((desired): Observed => ({ desired }))]
  }),
)

export function isKept({ path, answer }: Difference, failover: FailedOver): boolean {
  return path[0] === failover.field && answer === 'different'
}

export function failedOverNote(
  { kind, name, position }: Desired,
  failover: FailedOver,
  { target = '', isProtected, failedOverSince }: Policy,
): Note {
  const time = failedOverSince?.(target, failover.channel, failover.to)
  return { sort: 'failedOver', target, kind, name, position, ...failover, ...given({ isProtected }), ...time }
}

/** The refusal of a change that was planned before the failover. `plan` is the plan that contains the change. */
export function failbackRefusal(
  plan: 'the plan' | 'the saved plan' | 'the approved plan',
  { field, channel, to }: FailedOver,
  { kind, name }: Pick<Desired, 'kind' | 'name'>,
): Refusal {
  return {
    rule: 'failed-over',
    path: [field],
    message: `${plan} changes ${field} of ${kind} ${name}, but ${channel} failed over to ${to}`,
    hint: `To keep the standby, make a new plan. To return to the declared primary integration, run ${commandLine('failover CHANNEL --back -t TARGET')}, or make the plan with ${option('failback')}.`,
  }
}

/** One for each change of an approved plan that a new plan leaves out because of a failover. */
export function approvedFailbacks(approved: Plan, fresh: Plan): Problem[] {
  const notes = notesIn(fresh.sections, 'failedOver')
  return approved.sections
    .flatMap(({ changes }) => changes)
    .flatMap((change): Problem[] => {
      const note = notes.find((each) => resourceKey(each) === resourceKey(change) && isChanged(change, each))
      if (note === undefined) return []
      const { rule, message, hint } = failbackRefusal('the approved plan', note, note)
      const { target, position } = change
      return [errorOf(rule, message, hint, { target, position })]
    })
}

const failoverFields = ['active', 'primary']

/** Why a change must not be sent if another user switched the channel while `belfry apply` waited for an answer. */
export function failoverMeanwhile(
  change: Change,
  kind: Kind,
  { desired, all: planned }: { readonly desired: Desired; readonly all: readonly Observed[] },
  policy: Policy,
): BasedOn['harms'] {
  const mayUndo = kind.failedOver !== undefined && policy.failback !== true && change.action !== 'create'
  if (!mayUndo || !failoverFields.some((field) => isChanged(change, { field }))) return undefined
  return (all) => {
    const failover = failoverOf(kind, { desired }, declaredBy(planned)(all), policy)
    return failover !== undefined && isChanged(change, failover)
      ? [refusalProblem(failbackRefusal('the plan', failover, desired), desired)]
      : []
  }
}

/** Pairs what is in the service now with what was declared when the change was planned, also if it was deleted since. */
const declaredBy = memoized((planned: readonly Observed[]) =>
  memoized((all: readonly Live[]) => pair(declaredIn(planned), all)),
)

function isChanged({ differences }: Change, { field }: Pick<FailedOver, 'field'>): boolean {
  return differences.some(({ path }) => path[0] === field)
}
