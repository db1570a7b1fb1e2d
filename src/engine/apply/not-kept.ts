// Fields that the service accepted and that are missing in a new plan: the service doesn't keep them.
import { resourceKey, type Change } from '../../core/plan/change.ts'
import { grouped } from '../../core/grouped.ts'
import { counted } from '../../core/words.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { pendingChanges, type Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { at, type FieldPath, isMap, type Value } from '../../core/value.ts'

/** A warning for each such field of each kind, however many resources lost it. */
export function notKept(results: readonly Result[], after: Plan): Problem[] {
  const sent = grouped(results, ({ change }) => resourceKey(change))
  const isSent = (change: Change, [field]: FieldPath): boolean =>
    (sent.get(resourceKey(change)) ?? []).some(
      ({ change: { action, differences } }) =>
        action === 'create' || differences.some(({ path }) => path[0] === field),
    )
  const gone = pendingChanges(after).flatMap((change) =>
    change.differences
      .filter(({ path }) => isSent(change, path))
      .flatMap(({ path, before, after: wanted }) => goneIn(path, before, wanted))
      .map((path) => ({ change, path })),
  )
  const byField = grouped(gone, ({ change: { target, kind }, path }) =>
    JSON.stringify([target, kind, path.at(-1)]),
  )
  return [...byField.values()].map(warning)
}

function warning(gone: readonly { readonly change: Change; readonly path: FieldPath }[]): Problem {
  const [{ change, path }] = gone as [(typeof gone)[number]]
  const { target, kind, name, position } = change
  const others = new Set(gone.map((each) => resourceKey(each.change))).size - 1
  const more = others === 0 ? '' : ` and of ${counted(others, `other ${kind}`)}`
  return {
    rule: 'not-kept',
    severity: 'warning',
    ...(target !== undefined && { target }),
    position,
    message: `the service accepted ${path.join('.')} of ${kind} ${name}${more}, but later reads don't return this field`,
    hint: `If this is expected, add expectDropped: [${path.at(-1) ?? ''}] to the ${kind} in the manifest. If not, remove the field from the manifest. Until you make one of these edits, every plan contains this change again.`,
  }
}

/** Paths of what is wanted and not there, as deep as both are maps. */
function goneIn(path: FieldPath, before: Value | undefined, wanted: Value): FieldPath[] {
  if (wanted === null) return []
  if ((before ?? null) === null) return [path]
  if (!isMap(wanted) || !isMap(before)) return []
  return Object.entries(wanted).flatMap(([key, each]) => goneIn([...path, key], at(before, key), each))
}
