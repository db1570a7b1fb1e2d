// What many subscribers cost: an NDJSON file whose subscribers are all as in the service, or all different, against parsing
// the file and reading the pages bare; and how the cost grows with their number.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { belfry } from '../../scripts/sandbox-process.mjs'
import { medians } from '../measure/medians.mjs'
import { node } from '../measure/process.mjs'
import { compared } from '../measure/row.mjs'
import { writeProject } from '../service/project.mjs'

const read = fileURLToPath(new URL('../bare/read.mjs', import.meta.url))

export async function measureScale(bench) {
  if (!bench.isFull) return (await measure(bench, 10_000, bench.fewSamples)).rows
  const steps = [
    await measure(bench, 10_000, bench.fewSamples),
    await measure(bench, 100_000, bench.fewSamples),
    await measure(bench, 1_000_000, 1, 'unchanged'),
  ]
  return [...steps.flatMap(({ rows }) => rows), growthOf(await measure(bench, 100, bench.fewSamples), steps)]
}

async function measure({ folder, service }, count, samples, which = 'both') {
  const project = (name, version) =>
    writeProject(join(folder, `scale-${count}-${name}`), service.url, [{ from: 0, to: count, version }])
  const same = await project('same', 0)
  const other = which === 'both' ? await project('other', 1) : undefined
  await service.reset({ subscribers: count, pushTokens: { from: 0, to: count / 10 } })
  const [bare, unchanged, changed] = await medians(samples, [
    () => node([read, service.url, join(same.cwd, 'people.ndjson')], { hasPeak: true }),
    () => plan(same),
    ...(other === undefined ? [] : [() => plan(other, '--out', 'plan.json')]),
  ])
  const against = 'JSON.parse of each line and bare pages'
  const name = `plan of ${count.toLocaleString('en')} subscribers`
  return {
    count,
    unchanged,
    rows: [
      compared(`${name}, no changes`, unchanged, against, bare),
      ...(changed === undefined ? [] : [compared(`${name}, all changed, --out`, changed, against, bare)]),
    ],
  }
}

function plan({ cwd, env }, ...args) {
  return node([belfry, 'plan', '--summary', '--rate', '100%', ...args], { cwd, env, hasPeak: true })
}

/** The exponent of the CPU time between each number and the next, without what a plan of 100 takes: 1 is linear. */
function growthOf(empty, steps) {
  const own = steps.map(({ unchanged }) => unchanged.cpu - empty.unchanged.cpu)
  const exponents = steps
    .slice(1)
    .map(({ count }, index) => Math.log(own[index + 1] / own[index]) / Math.log(count / steps[index].count))
  return {
    name: `plan of ${steps.map(({ count }) => count.toLocaleString('en')).join(', ')} subscribers, no changes`,
    against: 'exponent of growth',
    figures: { exponent: Math.max(...exponents) },
    measured: { exponents },
  }
}
