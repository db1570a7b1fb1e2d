// Runs one law over many cases, prints what they were about, and holds it to a mix.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFull, printLine } from '../../support/form.ts'
import { seedOf } from '../../support/seed.ts'
import type { Case } from '../../support/laws/case.ts'
import { Mix } from './mix.ts'
import { lawTimeout, runsOf, type Counts } from '../../support/laws/runs.ts'

export interface Law<Live = Case> {
  readonly name: string
  readonly cases: fc.Arbitrary<Live>
  readonly runs: Counts
  /** What the runs of the full form must have been about. The small form is too short for all of it, but not for none. */
  readonly mix: readonly string[]
  /** How many times each; by default 20. */
  readonly least?: number
  /** `turn` counts the runs from 0: a rare case is forced in every few of them. */
  readonly holds: (live: Live, mix: Mix, turn: number) => Promise<void>
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

/** So many times the runs, at most, until the mix is complete: a test must not fail for want of luck. */
const mostRounds = 5

/** A test of one law. */
export function law<Live>(title: string, row: Law<Live>): void {
  test.each([title])('%s', { timeout: lawTimeout }, async () => {
    expect(await check(row)).toEqual([])
  })
}

/** What the runs were about too seldom; a case that breaks the law is thrown. */
export async function check<Live>({
  name,
  cases,
  runs,
  mix: wanted,
  least = 20,
  holds,
}: Law<Live>): Promise<string[]> {
  const mix = new Mix()
  const numRuns = runsOf(runs)
  const seed = seedOf(name, 'BELFRY_LAWS_SEED')
  const started = performance.now()
  const missing = (): string[] => {
    const unseen = mix.missing(wanted, isFull ? least : 1)
    return isFull || unseen.length === wanted.length ? unseen : []
  }
  let turn = 0
  const property = fc.asyncProperty(cases.filter(declaresAny), (live) => holds(live, mix, turn++))
  try {
    for (let round = 0; round < mostRounds; round += 1) {
      // Cases are large and shrink slowly; the seed brings one back.
      await fc.assert(property, { numRuns, seed: seed + round, endOnFailure: true })
      if (missing().length === 0) break
    }
  } finally {
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    printLine(`${name}: ${turn} runs, ${seconds} s: ${mix.toString()}`)
  }
  return missing()
}

/** A manifest that declares nothing is an error. */
function declaresAny(live: unknown): boolean {
  const { manifest } = live as Partial<Case>
  return manifest === undefined || Object.values(manifest).some((items) => items.length > 0)
}
