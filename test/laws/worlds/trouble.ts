// What goes wrong in a case: which faults hit which writes and reads, so that in many cases each has its turn.
import * as fc from 'fast-check'
import { Mix } from './mix.ts'

const manners = ['500', 'reset', 'hang', 'half', 'html']
const writeFaults: readonly string[] = [
  ...manners.flatMap((manner) => [`${manner}-before`, `${manner}-after`]),
  'late',
  '429',
  '409',
]
const writeOperations: readonly string[] = [
  'createEnvironment',
  'updateEnvironment',
  'createIntegration',
  'updateIntegration',
  'setPrimaryIntegration',
  'updateSubscriber',
  'upsertSubscriberCredentials',
]

/** Each fault of a write with each operation that it may hit: what the full form must have seen. */
export const faultMix: readonly string[] = writeFaults.flatMap((fault) =>
  writeOperations.map((operation) => `${fault} ${operation}`),
)

/** What may go wrong with reads, in a run that has any of it. */
const readFaults = [
  'substring-ids:50%',
  'vanished-cursor:50%',
  '500-before:GET:10%',
  'reset-after:GET:5%',
  'half-after:GET:5%',
  'html-before=502:GET:5%',
  'hang-before:GET:5%',
  '429=date:GET:5%',
  '429=0:GET:5%',
  'pruned-tokens:PATCH:5%',
  'latency=120ms:30%',
]

const weights: Readonly<Record<string, number>> = {
  upsertSubscriberCredentials: 8,
  createEnvironment: 7,
  updateSubscriber: 3,
  setPrimaryIntegration: 3,
  updateEnvironment: 4,
}
const weighted = writeOperations.map((operation) => ({
  weight: weights[operation] ?? 1,
  arbitrary: fc.constant(operation),
}))

/** What goes wrong in one case. */
export interface Trouble {
  /** Writes that are hit. */
  readonly disturbed: readonly string[]
  /** So many of them, from 0 to 1. */
  readonly rate: number
  /** By any fault, or by those that had the fewest turns so far. */
  readonly faults: 'any' | 'rare'
  readonly reads: readonly string[]
}

export const someTrouble: fc.Arbitrary<Trouble> = fc.record({
  // The later ones are reached only where the earlier ones pass.
  disturbed: fc.uniqueArray(fc.oneof(...weighted), { minLength: 1, maxLength: 3 }),
  rate: fc.constantFrom(0.4, 0.7, 0.95),
  faults: fc.constantFrom('any', 'rare'),
  reads: fc.subarray(readFaults, { maxLength: 4 }),
})

/** How often each fault was chosen for an operation; which of them hit in the end no seed repeats. */
const turns = new WeakMap<Mix, Mix>()

export function specsOf({ disturbed, rate, faults, reads }: Trouble, mix: Mix): string[] {
  const chosenSoFar = turns.get(mix) ?? new Mix()
  turns.set(mix, chosenSoFar)
  return [
    ...reads,
    ...disturbed.flatMap((operation) => {
      const had = (fault: string): number => chosenSoFar.count(`${fault} ${operation}`)
      const rare = [...writeFaults].sort((left, right) => had(left) - had(right)).slice(0, 3)
      const chosen = faults === 'any' ? writeFaults : rare
      if (faults === 'rare') for (const fault of rare) chosenSoFar.add(`${fault} ${operation}`)
      const share = rate / chosen.length
      return chosen.map((fault, index) => {
        // The first that hits decides, so the later ones have less left to hit.
        const chance = (100 * share) / (1 - index * share)
        return `${fault}:${operation}:${chance.toFixed(3)}%`
      })
    }),
  ]
}
