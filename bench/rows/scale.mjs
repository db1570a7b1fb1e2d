// What many subscribers cost: an NDJSON file whose subscribers are all as in the service, or all different, against parsing
// the file and reading the pages bare; and how the cost grows with their number.
import { join } from 'node:path'
import { belfry } from '../../scripts/sandbox-process.mjs'
import { medians } from '../measure/medians.mjs'
import { node } from '../measure/process.mjs'
import { compared, growth } from '../measure/row.mjs'
import { writeProject } from '../service/project.mjs'

export async function measureScale(bench) {
  if (!bench.isFull) return (await measure(bench, 10_000, bench.fewSamples)).rows
  const steps = [
    await measure(bench, 10_000, bench.fewSamples),
    await measure(bench, 100_000, bench.fewSamples),
    await measure(bench, 1_000_000, 1, 'unchanged'),
  ]
  const all = [await measure(bench, 100, bench.fewSamples), ...steps]
  return [
    ...steps.flatMap(({ rows }) => rows),
    growth(
      'subscribers, no changes',
      all.map(({ count, unchanged }) => ({ count, cpu: unchanged.cpu })),
    ),
  ]
}

async function measure({ folder, service, bare: runBare }, count, samples, which = 'both') {
  const project = (name, version) =>
    writeProject(join(folder, `scale-${count}-${name}`), service.url, [{ from: 0, to: count, version }])
  const same = await project('same', 0)
  const other = which === 'both' ? await project('other', 1) : undefined
  await service.reset({ subscribers: count, pushTokens: { from: 0, to: count / 10 } })
  const [bare, unchanged, changed] = await medians(samples, [
    () => runBare('read', [service.url, join(same.cwd, 'people.ndjson')], { hasPeak: true }),
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
