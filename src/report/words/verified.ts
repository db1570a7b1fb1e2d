// What is verified after an apply; not yet made visible.
import { present } from '../../core/given.ts'
import { notesIn } from '../../core/plan/notes.ts'
import type { ApplyResult } from '../../core/plan/outcome.ts'
import { countsOf } from '../../core/plan/plan.ts'
import { listText } from '../../core/words.ts'
import { inComparable, uncomparedWords } from './uncompared.ts'

/** What is declared and was not applied, in words, such as `target Staging, …`; undefined if there is nothing of this sort. */
export function exceptWords({ results, plans, after }: ApplyResult): string | undefined {
  // A saved plan leaves out what waited when it was made, and so does its check.
  const problems = plans.flatMap((plan) => plan.problems)
  const left = problems.filter(({ rule }) => rule === 'own-key' || rule === 'not-in-plan')
  const targets = left.flatMap(({ resource, target }) => (resource === undefined ? (target ?? []) : []))
  const hasFields =
    results.some(({ outcome }) => outcome.status === 'waiting') ||
    (after !== undefined && notesIn(after.sections, 'ownKey').length > 0) ||
    left.length > targets.length
  const words = present(
    hasFields && "fields that belfry can't send without the environment's own API key",
    targets.length > 0 &&
      `${targets.length === 1 ? 'target' : 'targets'} ${listText(targets)}, because the saved plan does not contain ${targets.length === 1 ? 'this target' : 'these targets'}`,
  )
  return words.length === 0 ? undefined : words.join(', and ')
}

/** What the plan after an apply shows if all is well. */
export function verifiedWords({ plans = [], after }: Partial<Pick<ApplyResult, 'plans' | 'after'>>): string {
  const isApproved = plans[0]?.left !== undefined
  const shown = isApproved ? 'the service shows what was approved' : 'a new plan shows no changes'
  return [
    `${shown}${after ? inComparable(after.sections) : ''}`,
    ...uncomparedWords(after && countsOf(after.sections).uncompared),
  ].join(', ')
}
