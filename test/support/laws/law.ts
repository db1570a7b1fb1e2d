// Runs one law over many cases, prints what they were about, and holds it to a mix.
import { stdout } from 'node:process'
import * as fc from 'fast-check'
import type { Case } from './case.ts'
import { Mix } from './mix.ts'
import { runsOf, type Counts } from './runs.ts'

export interface Law {
  readonly name: string
  readonly cases: fc.Arbitrary<Case>
  readonly runs: Counts
  /** What the runs must have been about, at least 20 times each. */
  readonly mix: readonly string[]
  readonly holds: (live: Case, mix: Mix) => Promise<void>
}

/** The changes that all kinds of the registry make, and the plans without any. */
export const wholeMix: readonly string[] = [
  'empty plan',
  'new environment',
  'environment create',
  'environment update',
  'integration create',
  'integration update',
  'integration set-primary',
  'integration deactivate',
  'subscriber attributes',
  'subscriber channels',
]

const least = 20

/** What the runs were about too seldom; a case that breaks the law is thrown. */
export async function check({ name, cases, runs, mix: wanted, holds }: Law): Promise<string[]> {
  const mix = new Mix()
  const { numRuns, seed } = runsOf(runs)
  const started = performance.now()
  // A manifest that declares nothing is an error.
  const declaring = cases.filter(({ manifest }) => Object.values(manifest).some((items) => items.length > 0))
  const property = fc.asyncProperty(declaring, (live) => holds(live, mix))
  try {
    // Cases are large and shrink slowly; the seed brings one back.
    await fc.assert(property, { numRuns, seed, endOnFailure: true })
  } finally {
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    stdout.write(`${name}: ${numRuns} runs, ${seconds} s, BELFRY_LAWS_SEED=${seed}: ${mix.toString()}\n`)
  }
  return mix.missing(wanted, least)
}
