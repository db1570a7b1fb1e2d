// Throws cases at a property for a given time, from a seed that is printed, and holds the process to its memory.
import { env } from 'node:process'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { isFull, isSample, printLine } from '../support/form.ts'
import { seedOf } from '../support/seed.ts'
import { startWatchdog } from './watchdog.ts'

export interface Fuzz<Case> {
  readonly name: string
  readonly cases: fc.Arbitrary<Case>
  /** Seconds; a fifth of them in the default form, twelve times as many with BELFRY_TESTS=full. */
  readonly seconds: number
  /** How many runs there have to be at least, however slow the machine; with `npm test` two are all. */
  readonly least: number
  readonly holds: (each: Case) => Promise<void>
}

/** What may stay in use after all runs: caches that fill once, and no more. */
const mayStay = 96 * 2 ** 20

/** BELFRY_FUZZ_SEED repeats the runs of a seed, BELFRY_FUZZ_SECONDS gives them another time. */
export async function fuzz<Case>({ name, cases, seconds, least: usual, holds }: Fuzz<Case>): Promise<void> {
  const least = isSample ? 2 : usual
  const seed = seedOf(`fuzz ${name}`, 'BELFRY_FUZZ_SEED')
  const time = (Number(env['BELFRY_FUZZ_SECONDS']) || (isFull ? 12 : isSample ? 0 : 0.2) * seconds) * 1000
  const dog = startWatchdog()
  let runs = 0
  let before = 0
  let underWay: Promise<unknown> = Promise.resolve()
  const property = fc.asyncProperty(cases, async (each) => {
    // What the first runs load stays.
    if (runs === 10) before = dog.heap()
    const run = dog.watch(() => holds(each))
    underWay = run.catch(() => undefined)
    await run
    runs += 1
  })
  const started = performance.now()
  try {
    const until = started + time
    // Rounds, each with a seed of its own: fast-check prints the one that brings a failure back.
    const isOver = (): boolean => runs >= least && performance.now() >= until
    for (let round = seed; !isOver(); round += 1) {
      const left = runs < least ? {} : { interruptAfterTime: Math.max(1, until - performance.now()) }
      await fc.assert(property, { numRuns: Math.min(least, 50), seed: round, endOnFailure: true, ...left })
      // The last run of a round that was interrupted is not waited for by fast-check.
      await underWay
    }
    const stays = before === 0 ? 0 : dog.heap() - before
    const took = ((performance.now() - started) / 1000).toFixed(1)
    printLine(
      `fuzz ${name}: ${runs} runs in ${took} s, ${mebibytes(stays)} MiB more in use, ${mebibytes(dog.grown())} MiB at most`,
    )
    expect(runs).toBeGreaterThanOrEqual(least)
    expect(stays).toBeLessThan(mayStay)
  } finally {
    await underWay
    await dog.close()
  }
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
