// The dependencies of sending one change, and how long a write is repeated after a lost reply: a few tries in one budget.
import type { Change, Call } from '../../core/plan/change.ts'
import { ServiceError } from '../../service/errors.ts'
import type { Engine } from '../engine.ts'
import type { IdOf, Value } from '../../core/value.ts'
import type { Client, Exchange } from '../../service/client.ts'
import type { BasedOn } from '../plan/plan-request.ts'
import type { Sourced } from '../failure-problem.ts'
import type { Glance, Shown, StageReads } from './stage-reads.ts'
import type { KeyOf } from './section-context.ts'

const tries = 3
/** Milliseconds; a late effect should be visible by then. */
const floor = 250

interface Pursuit {
  /** Waits, and returns whether the change may be sent again after this failure. */
  readonly mayRepeat: (attempt: number, error: unknown) => Promise<boolean>
  /** Milliseconds that are left for all attempts and all reads in between; undefined without a limit. */
  readonly timeLeft: () => number | undefined
}

export function pursuit(
  change: Change,
  { patience, clock, stop, on }: Pick<Engine, 'patience' | 'clock' | 'stop' | 'on'>,
): Pursuit {
  if (patience === undefined) return { mayRepeat: () => Promise.resolve(false), timeLeft: () => undefined }
  const deadline = clock() + patience.budget
  const isStopped = (): boolean => stop?.aborted === true
  const mayRepeat: Pursuit['mayRepeat'] = async (attempt, error) => {
    const backoff = patience.random() * 1000 * 2 ** (attempt - 1)
    const milliseconds = Math.round(Math.max(floor, asked(error) ?? backoff))
    if (attempt === tries || isStopped() || clock() + milliseconds > deadline) return false
    const reason = error instanceof ServiceError ? String(error.status) : 'no reply'
    on?.({ type: 'waiting', change, wait: { milliseconds, reason, attempt, of: tries } })
    await patience.sleep(milliseconds, stop)
    return !isStopped()
  }
  return { mayRepeat, timeLeft: () => deadline - clock() }
}

/** Seconds only: a date would need the service's clock. */
function asked(error: unknown): number | undefined {
  const text = error instanceof ServiceError ? error.retryAfter : undefined
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) * 1000 : undefined
}

export interface Sending extends Sourced {
  readonly client: Client
  readonly harms?: BasedOn['harms']
  /** The current state to base the request on, or why it can't be read. */
  readonly read: () => Promise<Glance | Unread>
  readonly reread: () => Promise<Shown>
  readonly isFresh: StageReads['isFresh']
  /** Waits for the turn; returns the function that releases it. */
  readonly takeTurn: () => Promise<() => void>
  readonly idOf: (id: IdOf) => string
  /** Awaited before each attempt, counted from 1, with its body; if it rejects, nothing is sent. */
  readonly onSend: (attempt: number, body: Value | undefined, call: Call) => Promise<void>
  readonly onUnsent: () => void
  readonly onExchange: (exchange: Exchange) => void
  readonly pursuit: Pursuit
  readonly keyOf: KeyOf
  readonly isStopped: () => boolean
  /** Whether a request of the same change was sent before: then this one is also sent after an interruption. */
  readonly isBegun?: true
}

export interface Unread {
  readonly why: string
}
