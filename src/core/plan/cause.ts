// Why a plan with a base has a change: the branch declares something else than its base, or the service drifted from it.

/**
 * `branch`: the base declares something else, or nothing. `drift`: the base declares the same, so the service was
 * changed by hand, or the base was never applied; an apply undoes the drift. `both`: the branch declares something else,
 * and the service has neither the value of the base nor that of the branch. A change is `both` also if some of its
 * details are `branch` and others `drift`.
 */
export type Cause = BaseCause | TargetCause

type BaseCause = 'branch' | 'drift' | 'both'

/**
 * Of a comparison of two targets. `meant`: a manifest declares the field differently for these targets, with `perTarget` or a
 * variable. `partly`: some fields of a change are `meant`, and others are not.
 */
type TargetCause = 'meant' | 'unmeant' | 'partly'

/** The cause of a whole; undefined if no part has one. */
export function combinedCause(causes: Iterable<Cause | undefined>): Cause | undefined {
  const found = new Set([...causes].filter((cause) => cause !== undefined))
  if (found.size > 1) return found.has('meant') ? 'partly' : 'both'
  return [...found][0]
}

/** How many changes there are of each cause: `both` is in neither of the others. */
export type CauseCounts = Readonly<Record<BaseCause, number>>

export function causeCounts(changes: readonly { readonly cause?: Cause }[]): CauseCounts {
  const countOf = (cause: Cause): number => changes.filter((change) => change.cause === cause).length
  return { branch: countOf('branch'), drift: countOf('drift'), both: countOf('both') }
}
