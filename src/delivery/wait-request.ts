// The request to wait for a trigger, what waiting needs (a clock, a signal), and which failed reads are repeated until the timeout.
import type { Delivery } from '../core/delivery/delivery.ts'
import type { ValueMap } from '../core/value.ts'
import type { Client } from '../service/client.ts'
import type { Recipients } from './trigger.ts'
import { ReplyError, ServiceError, TransportError } from '../service/errors.ts'

export interface WaitRequest {
  /** It only reads. */
  readonly client: Client
  readonly transactionId: string
  readonly recipients: Recipients
  /** Milliseconds. */
  readonly timeout: number
  /** When the trigger was sent, by the clock of the waiting. */
  readonly sentAt?: number
  /** Milliseconds after the trigger at which belfry reads in any case, to know what is done by then. */
  readonly checksAt?: readonly number[]
  /** Ends at the first event, not when all steps are finished. */
  readonly upTo?: 'event'
  /** For steps that the workflow delays: wait for them, or treat them as done. */
  readonly delayed: 'wait' | 'skip'
  /** What the service answered, without its secrets. */
  readonly shown: (item: object) => ValueMap
}

/** Milliseconds; `clock` has any origin, `random` is from 0 to 1. */
export interface Waiting {
  readonly clock: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly random: () => number
  readonly signal?: AbortSignal
  readonly on?: (progress: Progress) => void
}

/** After each read. */
export interface Progress {
  readonly deliveries: readonly Delivery[]
  /** Since the waiting began. */
  readonly milliseconds: number
}

/** Whether a repeat may succeed. Throws errors that only a bug causes. */
export function isPassing(error: unknown): boolean {
  if (error instanceof TransportError) return !['INVALID_KEY', 'ABORTED'].includes(error.code)
  if (error instanceof ServiceError) return error.status >= 500 || [408, 409, 429].includes(error.status)
  if (error instanceof ReplyError) return true
  throw error
}
