// How often laws run, in one place.
import { isFull, isSample } from '../form.ts'

/** Both forms of a law's count of runs. */
export interface Counts {
  /** By default 5; more only for laws about a text, which take no time. */
  readonly small?: number
  readonly full: number
}

/** The count of the form that was asked for; at most 2 with `npm test`. */
export function runsOf({ small = 5, full }: Counts): number {
  if (isSample) return Math.min(small, 2)
  return isFull ? full : small
}

/** Milliseconds after which a law is stuck, in either form. */
export const lawTimeout = 1_200_000
