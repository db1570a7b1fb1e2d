// How often laws run, in one place.
import { isFull } from '../form.ts'

/** Both forms of a law's count of runs. */
export interface Counts {
  readonly small: number
  readonly full: number
}

/** The count of the form that was asked for. */
export function runsOf({ small, full }: Counts): number {
  return isFull ? full : small
}

/** Milliseconds after which a law is stuck, in either form. */
export const lawTimeout = 1_200_000
