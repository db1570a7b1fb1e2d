// How the time of a regular expression grows: the one growth that the tests don't see, because they count steps of code.
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { medians } from './measure.mjs'

const work = fileURLToPath(new URL('../test/core/secrets/filter-work.ts', import.meta.url))
const few = 5000
const many = 4 * few

/** A row of the bench's table: × 4 is linear, × 16 is quadratic. */
export async function measureGrowth(folder, samples) {
  const file = join(folder, 'filter-work.mjs')
  const bundle = await rolldown({ input: work, platform: 'node', external: /^node:/ })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  const { escapedQuotes } = await import(pathToFileURL(file).href)
  const [base, time] = await medians(samples, [escapedQuotes(few), escapedQuotes(many)])
  return [{ name: `a secret of ${many} escaped quotes`, time, against: `${few} of them`, base }]
}
