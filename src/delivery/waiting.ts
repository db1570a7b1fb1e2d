// What waiting for a trigger is asked with, and what it is done with.
import type { Delivery } from '../core/delivery/delivery.ts'
import type { ValueMap } from '../core/value.ts'
import type { Client } from '../service/client.ts'
import type { Recipients } from './recipients.ts'

export interface WaitRequest {
  /** It only reads. */
  readonly client: Client
  readonly transactionId: string
  readonly recipients: Recipients
  /** Milliseconds. */
  readonly timeout: number
  /** Ends with the first event that appears, and not when all is over. */
  readonly upTo?: 'event'
  /** What a digest or a delay means that waits by design: go on waiting for it, or take it for done. */
  readonly delayed: 'wait' | 'skip'
  /** What the service answered, without its secrets. */
  readonly shown: (item: object) => ValueMap
}

/** What waiting is done with; milliseconds, `clock` from any origin, `random` from 0 to 1. */
export interface Waiting {
  readonly clock: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly random: () => number
  readonly signal?: AbortSignal
  readonly on?: (progress: Progress) => void
}

/** After each look. */
export interface Progress {
  readonly deliveries: readonly Delivery[]
  /** Since the waiting began. */
  readonly milliseconds: number
}
