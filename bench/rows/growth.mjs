// How the time of a regular expression grows: the one growth that the tests don't see, because they count steps of code.
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { cpuOf, medians } from '../measure/medians.mjs'
import { compared } from '../measure/row.mjs'

const source = fileURLToPath(new URL('../../test/core/secrets/filter-work.ts', import.meta.url))
const few = 50_000
const many = 4 * few

/** × 4 is linear, × 16 is quadratic. */
export async function measureGrowth({ folder, samples }) {
  const file = join(folder, 'filter-work.mjs')
  const bundle = await rolldown({ input: source, platform: 'node', external: /^node:/ })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  const { escapedQuotes } = await import(pathToFileURL(file).href)
  const [base, time] = await medians(
    samples,
    [few, many].map((size) => {
      const work = escapedQuotes(size)
      return () => cpuOf(work)
    }),
  )
  return [compared('a secret of 200,000 escaped quotes', time, '50,000 of them', base)]
}
