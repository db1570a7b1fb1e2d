// What a new plan after an apply shows that this apply couldn't fix: fields that the service doesn't keep, or several primary
// integrations of a channel.
import { resourceKey, type Change } from '../../core/plan/change.ts'
import { grouped } from '../../core/lists.ts'
import { counted } from '../../core/words.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { pendingChanges, type Plan } from '../../core/plan/plan.ts'
import { exits, type Problem, warningOf } from '../../core/problem.ts'
import { at, type FieldPath, isMap, type Value } from '../../core/value.ts'
import { doubtProblems } from '../guards/limits-and-forecast.ts'
import type { Planned, PlanRequest } from '../plan/plan-request.ts'

/** A warning for each such field of each kind, however many resources lost it. */
export function notKept(results: readonly Result[], after: Plan): Problem[] {
  const sent = grouped(results, ({ change }) => resourceKey(change))
  const isSent = (change: Change, [field]: FieldPath): boolean =>
    (sent.get(resourceKey(change)) ?? []).some(
      ({ change: { action, differences } }) =>
        action === 'create' || differences.some(({ path }) => path[0] === field),
    )
  // A late read may not show a new resource yet, which says nothing about its fields.
  const shown = pendingChanges(after).filter(({ action }) => action !== 'create')
  const gone = shown.flatMap((change) =>
    change.differences
      .filter(({ path }) => isSent(change, path))
      .flatMap(({ path, before, after: wanted }) => missingIn(path, before, wanted))
      .map((path) => ({ change, path })),
  )
  const byField = grouped(gone, ({ change: { target, kind }, path }) =>
    JSON.stringify([target, kind, path.at(-1)]),
  )
  return [...byField.values()].map(notKeptWarning)
}

/** `gone` are the same field of one kind, of at least one resource. */
function notKeptWarning(gone: readonly { readonly change: Change; readonly path: FieldPath }[]): Problem {
  const [{ change, path }] = gone as [(typeof gone)[number]]
  const { target, kind, name, position } = change
  const others = new Set(gone.map((each) => resourceKey(each.change))).size - 1
  const more = others === 0 ? '' : ` and of ${counted(others, `other ${kind}`)}`
  return warningOf(
    'not-kept',
    `the service accepted ${path.join('.')} of ${kind} ${name}${more}, but a later read didn't return this field`,
    `If the next plan contains this change again, the service doesn't store the field: remove it from the manifest, or if this is expected, add expectDropped: [${path.at(-1) ?? ''}] to the ${kind}.`,
    { target, position },
  )
}

/** Paths of wanted values that are missing, as deep as both sides are maps. */
function missingIn(path: FieldPath, before: Value | undefined, wanted: Value): FieldPath[] {
  if (wanted === null) return []
  if ((before ?? null) === null) return [path]
  if (!isMap(wanted) || !isMap(before)) return []
  return Object.entries(wanted).flatMap(([key, each]) => missingIn([...path, key], at(before, key), each))
}

/** Channels with several primary integrations. If only a part was requested, without those that existed before the apply. */
export function unsettled(after: Planned, before: Planned, request: PlanRequest): readonly Problem[] {
  const { only, exclude } = request.selection
  const found = doubtsIn(after, request)
  if (only.length + exclude.length === 0) return found
  const known = new Set(doubtsIn(before, request).map(({ target, message }) => `${target} ${message}`))
  return found.filter(({ target, message }) => !known.has(`${target} ${message}`))
}

function doubtsIn({ plan, forecasts }: Planned, { rules, targets }: PlanRequest): readonly Problem[] {
  return plan.sections.flatMap((section) => {
    const doubts = forecasts.get(section)?.doubts.filter(({ isUnverified }) => isUnverified === true)
    const target = targets.find(({ alias }) => alias === section.target)
    const found = doubtProblems(doubts ?? [], { target, rules, selection: { only: [], exclude: [] } })
    // After an apply, nothing is refused.
    return found.map((problem) => ({ ...problem, severity: 'warning' as const, exit: exits.unsettled }))
  })
}
