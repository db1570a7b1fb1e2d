// What became of a try of a smoke case that nobody saw to its end, in the one sentence that every format tells.
import type { SmokeAttempt } from '../core/delivery/smoke.ts'

/** Undefined where all was seen; without an attempt none was begun. */
export function endingOf(attempt: SmokeAttempt | undefined): string | undefined {
  switch (attempt?.end) {
    case undefined:
      return 'it was not begun: the run was interrupted before'
    case 'timeout':
      return 'the time was over before all was seen'
    case 'unknown':
      return 'its result is not known: the reply was lost, the run was interrupted, or the service could not be read'
    case 'settled':
      return undefined
  }
}
