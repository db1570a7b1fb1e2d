// How long a write is pursued whose reply was lost: a few tries, with pauses that grow, inside one budget.
import type { Change } from '../../core/plan/change.ts'
import { ServiceError } from '../../service/errors.ts'
import type { Engine } from '../engine.ts'

const tries = 3
/** Milliseconds; what took effect late should have by then. */
const floor = 250

export interface Pursuit {
  /** Waits, and says whether the change may be sent again after the attempt that failed so. */
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
