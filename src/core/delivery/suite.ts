// Smoke suites as data: what is triggered, for whom, and the expected result, by target.
import type { Position } from '../problem.ts'
import type { Value, ValueMap } from '../value.ts'

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
