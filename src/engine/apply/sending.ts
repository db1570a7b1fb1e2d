// What it takes to send one change, with the rule how often its write is repeated after a lost reply.
import type { Change, Call } from '../../core/plan/change.ts'
import { ServiceError } from '../../service/errors.ts'
import type { Engine } from '../engine.ts'
import type { IdOf, Value } from '../../core/value.ts'
import type { Client, Exchange } from '../../service/client.ts'
import type { BasedOn } from '../plan/plan-request.ts'
import type { Sourced } from '../failure-problem.ts'
import type { Glance, Shown, StageReads } from './stage-reads.ts'
import type { KeyOf } from './section-context.ts'

export interface Sending extends Sourced {
  readonly client: Client
  readonly harms?: BasedOn['harms']
  /** The current state to base the request on, or why it can't be read. */
  readonly read: () => Promise<Glance | Unread>
  /** A new read for this change alone. Rejects with the error of the read. */
  readonly reread: () => Promise<Shown>
  readonly isFresh: StageReads['isFresh']
  /** Waits for the turn; returns the function that releases it. */
  readonly takeTurn: () => Promise<() => void>
  readonly idOf: (id: IdOf) => string
  /** Awaited before each attempt, counted from 1, with its body; if it rejects, nothing is sent. */
  readonly onSend: (attempt: number, body: Value | undefined, call: Call) => Promise<void>
  /** After `onSend`: the request was not sent after all. */
  readonly onUnsent: () => void
  readonly onExchange: (exchange: Exchange) => void
  readonly repetition: Repetition
  readonly keyOf: KeyOf
  readonly isStopped: () => boolean
  /** Whether a request of the same change was sent before: then this one is also sent after an interruption. */
  readonly isBegun?: true
}

export interface Unread {
  /** The reason why the resource can't be read. */
  readonly why: string
}

const mostAttempts = 3
/** Milliseconds before a write is repeated; a late effect of the lost one should be visible by then. */
const shortestWait = 250

/** Of the requests of one change, which share one budget of time. */
interface Repetition {
  /** Waits after the failure of an attempt, counted from 1, and returns whether the change may be sent again. */
  readonly mayRepeat: (attempt: number, error: unknown) => Promise<boolean>
  /** Milliseconds that are left for all attempts and all reads in between; undefined without a limit. */
  readonly timeLeft: () => number | undefined
}

/** Its budget begins now. Without `patience`, nothing is repeated. */
export function repetition(
  change: Change,
  { patience, clock, stop, on }: Pick<Engine, 'patience' | 'clock' | 'stop' | 'on'>,
): Repetition {
  if (patience === undefined) return { mayRepeat: () => Promise.resolve(false), timeLeft: () => undefined }
  const deadline = clock() + patience.budget
  const isStopped = (): boolean => stop?.aborted === true
  const mayRepeat: Repetition['mayRepeat'] = async (attempt, error) => {
    const backoff = patience.random() * 1000 * 2 ** (attempt - 1)
    const milliseconds = Math.round(Math.max(shortestWait, retryAfter(error) ?? backoff))
    if (attempt === mostAttempts || isStopped() || clock() + milliseconds > deadline) return false
    const reason = error instanceof ServiceError ? String(error.status) : 'no reply'
    on?.({ type: 'waiting', change, wait: { milliseconds, reason, attempt, of: mostAttempts } })
    await patience.sleep(milliseconds, stop)
    return !isStopped()
  }
  return { mayRepeat, timeLeft: () => deadline - clock() }
}

/** Milliseconds of the header Retry-After, if it has seconds: a date would need the service's clock. */
function retryAfter(error: unknown): number | undefined {
  const text = error instanceof ServiceError ? error.retryAfter : undefined
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) * 1000 : undefined
}
