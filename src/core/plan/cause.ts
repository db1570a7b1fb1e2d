// Why a plan with a base has a change: the branch declares something else than its base, or the service drifted from it.

import type { Inferred } from '../given.ts'
import type { cause } from './shapes.ts'

/** `branch`, `drift` and `both` are of a plan with a base; `meant`, `unmeant` and `partly` of a comparison of two targets. */
export type Cause = NonNullable<Inferred<typeof cause>>

/** The cause of a whole; undefined if no part has one. */
export function combinedCause(causes: Iterable<Cause | undefined>): Cause | undefined {
  const found = new Set([...causes].filter((cause) => cause !== undefined))
  if (found.size > 1) return found.has('meant') ? 'partly' : 'both'
  return [...found][0]
}

/** How many changes there are of each cause: `both` is in neither of the others. */
export function causeCounts(changes: readonly { readonly cause?: Cause }[]) {
  const countOf = (cause: Cause): number => changes.filter((change) => change.cause === cause).length
  return { branch: countOf('branch'), drift: countOf('drift'), both: countOf('both') }
}
