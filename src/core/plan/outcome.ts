// The outcome of each change of an apply. Every change has exactly one.
import { present } from '../given.ts'
import { listText } from '../words.ts'
import type { Change } from './change.ts'
import { notesIn } from './notes.ts'
import { countsOf, inComparable, uncomparedWords, type Plan, type Requests } from './plan.ts'
import type { Position, Problem } from '../problem.ts'

export type Outcome =
  /** `already` if the service had it before anything was sent, or after a reply was lost. */
  | { readonly status: 'done'; readonly already?: true }
  | {
      readonly status: 'failed'
      readonly reason: string
      readonly hint?: string
      readonly fields?: readonly NamedField[]
    }
  /** Not sent, because what it needs failed, or the run was stopped. */
  | { readonly status: 'skipped'; readonly reason: string }
  /** Sent; it is not known whether it took effect. */
  | { readonly status: 'unknown'; readonly reason: string }
  /** Refused, because the service takes it only with the environment's own API key. */
  | { readonly status: 'waiting'; readonly reason: string }
  /** Not sent: the service has neither what the plan saw nor what it wants. */
  | { readonly status: 'stale'; readonly reason: string }

/** A declared field that the service names in a refusal. */
export interface NamedField {
  /** In the manifest's language, e.g. `credentials.apiKey`. */
  readonly path: string
  /** The service's own words. */
  readonly message: string
  readonly position: Position
}

export interface Result {
  readonly change: Change
  readonly outcome: Outcome
  /** Milliseconds from the start of the apply to the moment it was first sent; absent if it wasn't. */
  readonly startedAt?: number
  /** From the moment it was sent; 0 if it wasn't. */
  readonly milliseconds: number
}

export interface ApplyResult {
  /** All that were applied: the plan's, then one for each target that stopped waiting on the way. */
  readonly plans: readonly Plan[]
  readonly results: readonly Result[]
  /** What a new plan shows after the apply; undefined if some changes were not made, so that no plan was made. */
  readonly after?: Plan
  /** What keeps the apply from being verified, though the new plan has no change for it. */
  readonly unsettled?: readonly Problem[]
  /** Warnings of values that the service accepted and doesn't keep, and what kept the new plan from being complete. */
  readonly problems: readonly Problem[]
  /** Targets that still wait, with the steps that are left. */
  readonly waiting: readonly { readonly target: string; readonly steps: readonly string[] }[]
  /** Targets that stopped waiting: their key was shown by the service, and the next run needs it set. */
  readonly keyed: readonly { readonly target: string; readonly apiKeyFrom?: string }[]
  readonly requests: Requests
}

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

export function tally(results: readonly Result[]): Readonly<Record<Outcome['status'], number>> {
  const counts = { done: 0, failed: 0, stale: 0, skipped: 0, unknown: 0, waiting: 0 }
  for (const { outcome } of results) counts[outcome.status] += 1
  return counts
}
