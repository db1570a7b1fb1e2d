// Smoke suites as data: what is triggered and expected, and the results case by case, for every report format.
import type { Explanation, Judgement } from './delivery.ts'
import { duration } from '../words.ts'
import type { Position } from '../problem.ts'
import type { Value, ValueMap } from '../value.ts'

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

/** Not before the end: a message can still appear after a timeout, for example where `none` is expected. */
export function isMet({
  judgements,
  end,
}: Pick<SmokeAttempt, 'judgements'> & { readonly end: string }): boolean {
  return end === 'settled' && judgements.every((judgement) => judgement.isMet)
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

/** What a suite has for one target. */
interface OfSuite {
  readonly suite: string
  readonly target: string
  readonly tags: readonly string[]
  readonly position: Position
}

/** One trigger and what is expected of it. */
export interface SmokeCase extends OfSuite {
  readonly name: string
  /** The trigger's body, but for its transaction id; secrets stay closed. */
  readonly body: ValueMap & { readonly name: string; readonly to: readonly Value[] }
  /** Channels and fields with what is expected of them. */
  readonly expect: ValueMap
  readonly positionOf: (path: readonly string[]) => Position
  /** Milliseconds. */
  readonly timeout: number
  /** How often it is repeated if it isn't met. */
  readonly retries: number
  /** Whether a trigger may create recipients that are not in the service. */
  readonly createRecipients: boolean
  /** If a case has this, the others are skipped. */
  readonly only: boolean
  /** Why it is skipped; absent if it runs. */
  readonly skip?: string
}

/** What a suite expects of a target's configuration: the integration that is primary for a channel. */
export interface SmokePrimary extends OfSuite {
  readonly channel: string
  readonly identifier: string
}

export interface Suites {
  readonly cases: readonly SmokeCase[]
  readonly primaries: readonly SmokePrimary[]
}
