// Which form of the tests runs: all cases with BELFRY_TESTS=full, as CI does, or a sample of them.
import { env, stdout } from 'node:process'

export const isFull = env['BELFRY_TESTS'] === 'full'

/** `npm test` without BELFRY_TESTS=full. */
export const isSample = !isFull && env['npm_lifecycle_event'] === 'test'

const isUpdate = (env['BELFRY_UPDATE'] ?? '') !== ''

/** All items in the full form, and if expected texts are updated; else the first of each `every`. */
export function sampled<Item>(items: readonly Item[], every: number): readonly Item[] {
  return isFull || isUpdate ? items : items.filter((_, index) => index % every === 0)
}

/** Prints what random tests did. `npm test` prints only failures: the same commit has the same seeds. */
export function printLine(line: string): void {
  if (!isSample) stdout.write(`${line}\n`)
}
