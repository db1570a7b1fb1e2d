// What a run of smoke suites found, case by case: plain data for every report format.
import type { Explanation, Judgement } from './delivery.ts'
import type { SmokeCase } from './suite.ts'
import { duration } from '../words.ts'

/** One try of a case. */
export interface SmokeAttempt {
  /** Empty if nothing was triggered. */
  readonly transactionId: string
  readonly milliseconds: number
  readonly judgements: readonly Judgement[]
  /** For each expectation that wasn't met. */
  readonly explanations: readonly Explanation[]
  /** Personal data that its sentences may quote: used for masking, and not printed by any format. */
  readonly quotable?: readonly string[]
  /** `settled`: its result was read. `unknown`: its result could not be read. */
  readonly end: 'settled' | 'timeout' | 'unknown'
  /** How long there was no event after the trigger, in milliseconds. Undefined without an event. */
  readonly appearedAfter?: number
}

export interface SmokeResult extends Pick<SmokeCase, 'suite' | 'name' | 'target' | 'tags' | 'position'> {
  /** `unknown`: its reply was lost and nothing appeared, it was interrupted, or the service could not be read. */
  readonly outcome: 'met' | 'unmet' | 'skipped' | 'unknown'
  /** Why it was skipped. */
  readonly reason?: string
  /** In order; the last one decides. None if it was skipped. */
  readonly attempts: readonly SmokeAttempt[]
  /** Of all attempts. */
  readonly milliseconds: number
}

export interface SmokeRun {
  /** In the order of the suites. */
  readonly results: readonly SmokeResult[]
  readonly milliseconds: number
}

export function isMet({ judgements, end }: SmokeAttempt): boolean {
  return end !== 'unknown' && judgements.every((judgement) => judgement.isMet)
}

/** Slower events are reported, in milliseconds. */
const slow = 5000

/** Of the attempt whose events were the slowest; undefined if none were slow. */
export function slowEvents({ results }: SmokeRun): string | undefined {
  const times = results.flatMap(({ attempts }) => attempts.map(({ appearedAfter = 0 }) => appearedAfter))
  const longest = Math.max(0, ...times)
  return longest > slow
    ? `Events appear more than ${duration(longest)} after the trigger; check the queue and the worker of the service`
    : undefined
}

export function countOf({ results }: SmokeRun, outcome: SmokeResult['outcome']): number {
  return results.filter((result) => result.outcome === outcome).length
}
