// Which changes of a plan with a base come from the branch and which revert drift, the same in every format.
import type { Cause } from '../../core/plan/shapes.ts'
import { type Change, causeCounts } from '../../core/plan/change.ts'
import type { Detail } from '../../core/plan/compare-fields.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { present } from '../../core/given.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { counted } from '../../core/words.ts'

/** Changes that are shown together, in the order of the plan. */
export interface CausedChanges {
  /** Absent in a plan without a base: then there is one list with all changes. */
  readonly title?: string
  readonly changes: readonly Change[]
}

/** Changes with both causes are among those of the branch, with marks at their fields: see `causeMark`. */
export function changesByCause(changes: readonly Change[]): readonly CausedChanges[] {
  if (changes.every(({ cause }) => cause === undefined)) return changes.length === 0 ? [] : [{ changes }]
  return lists
    .map(({ title, causes }) => ({ title, changes: changes.filter(({ cause }) => causes.includes(cause)) }))
    .filter((list) => list.changes.length > 0)
}

const lists: readonly { readonly title: string; readonly causes: readonly (Cause | undefined)[] }[] = [
  { title: 'Changed by this branch', causes: ['branch', 'both'] },
  { title: 'Drift that apply would undo', causes: ['drift'] },
  { title: 'Differs', causes: ['unmeant', 'partly'] },
  { title: 'Declared differently on purpose (perTarget or a variable)', causes: ['meant'] },
  { title: "Sent again, because these fields can't be compared", causes: [undefined] },
]

/**
 * The mark of a field. In changes of the branch: `drift` if only the service differs from the base, `also drift` if the branch
 * changes the field and the service differs from the base too. In a comparison: `on purpose`. For a secret that wasn't compared,
 * which has no cause: `sent again, not compared`. Undefined for other fields.
 */
export function causeMark({ cause: whole }: Change, { cause, after }: Detail): string | undefined {
  if (whole === 'partly') return cause === 'meant' ? 'on purpose' : undefined
  const isUncompared = whole !== undefined && cause === undefined && after instanceof Secret
  if (isUncompared) return 'sent again, not compared'
  if (whole !== 'both') return undefined
  if (cause === 'both') return 'also drift'
  return cause === 'drift' ? 'drift' : undefined
}

type CausedPlan = Pick<Plan, 'sections' | 'declaredSince' | 'compared'>

/**
 * `3 changed by this branch (1 also undoes drift), 2 undo drift`, or of a comparison `3 changes, 1 on purpose`. Undefined for other
 * plans, and without changes.
 */
export function causeWords({ sections, declaredSince, compared }: CausedPlan) {
  if (compared === undefined && declaredSince === undefined) return undefined
  const changes = sections.flatMap((section) => section.changes)
  if (compared !== undefined && changes.length > 0) {
    const meant = changes.filter(({ cause }) => cause === 'meant').length
    return `${counted(changes.length, 'change')}, ${meant} on purpose`
  }
  if (declaredSince === undefined || changes.length === 0) return undefined
  const { branch, both, drift } = causeCounts(changes)
  const again = changes.length - branch - both - drift
  const also = both === 0 ? '' : ` (${both} also ${both === 1 ? 'undoes' : 'undo'} drift)`
  const words = present(
    branch + both > 0 && `${branch + both} changed by this branch${also}`,
    drift > 0 && `${drift} ${drift === 1 ? 'undoes' : 'undo'} drift`,
    again > 0 && `${again} sent again`,
  )
  return words.join(', ')
}
