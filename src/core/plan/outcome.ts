// The outcome of each change of an apply. Every change has exactly one.
import type { Change } from './change.ts'
import type { Plan, Requests } from './plan.ts'
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
  /** Not sent, for example because an earlier target or what it needs failed, or the run was stopped. */
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
  /** The plan that was applied, then one for each target that stopped waiting on the way, even if it was not approved. */
  readonly plans: readonly Plan[]
  readonly results: readonly Result[]
  /** What a new plan shows after the apply; undefined if some changes were not made, or if the run was interrupted. */
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

export function tally(results: readonly Result[]): Readonly<Record<Outcome['status'], number>> {
  const counts = { done: 0, failed: 0, stale: 0, skipped: 0, unknown: 0, waiting: 0 }
  for (const { outcome } of results) counts[outcome.status] += 1
  return counts
}
