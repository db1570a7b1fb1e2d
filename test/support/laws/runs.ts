// How often and from which seed laws run, in one place: BELFRY_TESTS=full for the full form, BELFRY_LAWS_SEED for a seed.
import { env } from 'node:process'

export interface Runs {
  readonly numRuns: number
  readonly seed: number
}

/** Both forms of a law's count of runs. */
export interface Counts {
  readonly small: number
  readonly full: number
}

/** The count of the form that was asked for, and a seed: the one that was set, else a new one. */
export function runsOf({ small, full }: Counts): Runs {
  const wanted = Number(env['BELFRY_LAWS_SEED'])
  return {
    numRuns: env['BELFRY_TESTS'] === 'full' ? full : small,
    seed: Number.isInteger(wanted) && wanted !== 0 ? wanted : Date.now() & 0x7f_ff_ff_ff,
  }
}

/** Milliseconds after which a law is stuck, in either form. */
export const lawTimeout = 1_200_000
