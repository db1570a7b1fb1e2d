// How time grows: that of a regular expression, which the tests don't see because they count steps of code, and that of a plan
// in which all integrations change.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { belfry } from '../../scripts/sandbox-process.mjs'
import { bundled } from '../measure/bare.mjs'
import { cpuOf, medians } from '../measure/medians.mjs'
import { node } from '../measure/process.mjs'
import { compared, growth } from '../measure/row.mjs'
import { mailIntegrations } from '../service/data.mjs'
import { writeProject } from '../service/project.mjs'

const source = fileURLToPath(new URL('../../test/core/secrets/filter-work.ts', import.meta.url))
const few = 50_000
const many = 4 * few

/** × 4 is linear, × 16 is quadratic. */
export async function measureGrowth(bench) {
  return [await measureFilter(bench), await measureIntegrations(bench)]
}

async function measureFilter({ folder, samples }) {
  const { escapedQuotes } = await import(await bundled(source, join(folder, 'filter-work.mjs')))
  const [base, time] = await medians(
    samples,
    [few, many].map((size) => {
      const work = escapedQuotes(size)
      return () => cpuOf(work)
    }),
  )
  return compared('a secret of 200,000 escaped quotes', time, '50,000 of them', base)
}

async function measureIntegrations({ folder, service, fewSamples }) {
  const steps = []
  for (const count of [0, 500, 2000, 8000]) {
    const project = await writeProject(join(folder, `integrations-${count}`), service.url, [], {
      integrations: mailIntegrations(count, 1),
    })
    await service.reset({ integrations: count })
    const [plan] = await medians(fewSamples, [() => node([belfry, 'plan', '--summary'], project)])
    steps.push({ count, cpu: plan.cpu })
  }
  return growth('changed integrations', steps)
}
