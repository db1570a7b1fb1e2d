// Which form of the tests runs: all cases with BELFRY_TESTS=full, as CI does, or a sample of them.
import { env } from 'node:process'

export const isFull = env['BELFRY_TESTS'] === 'full'

/** All items in the full form, else the first of each `every`. */
export function sampled<Item>(items: readonly Item[], every: number): readonly Item[] {
  return isFull ? items : items.filter((_, index) => index % every === 0)
}
