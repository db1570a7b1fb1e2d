// What an apply costs, against a bare loop that sends the same requests in the same stages, as many at a time: 200 subscribers
// are created, 200 get other attributes, and 1,000 get other push tokens. Small: a tenth of that. Half: 700 requests, more of
// them at a time.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { belfry } from '../../scripts/sandbox-process.mjs'
import { medians } from '../measure/medians.mjs'
import { node } from '../measure/process.mjs'
import { compared } from '../measure/row.mjs'
import { mailIntegrations } from '../service/data.mjs'
import { writeProject } from '../service/project.mjs'

/** Of a service at 0 ms: a new stage begins when no request is under way, so replies take a little. */
const recordedReplyTime = 5

export async function measureApply(bench) {
  const large = { created: 200, updated: 200, tokens: 1000 }
  const half = { created: 100, updated: 100, tokens: 500 }
  const small = { created: 20, updated: 20, tokens: 100 }
  return [
    await measure(bench, large, 0, bench.fewSamples),
    await measure(bench, large, 0, bench.fewSamples, { style: 'block' }),
    await measure(bench, large, 0, bench.fewSamples, { style: 'flow' }),
    await measure(bench, small, 20, bench.fewSamples),
    await measure(bench, half, 20, bench.fewSamples, { parallel: 16 }),
    await measure(bench, half, 20, bench.fewSamples, { parallel: 64 }),
    await measure(bench, { integrations: 200 }, 0, bench.fewSamples),
    ...(bench.isFull
      ? [
          await measure(bench, large, 20, bench.fewSamples),
          await measure(bench, large, 100, bench.fewSamples),
        ]
      : []),
  ]
}

/** Only push tokens, a thousand of them. */
export async function measureTokens(bench) {
  return [await measure(bench, { tokens: 1000 }, 0, bench.fewSamples)]
}

async function measure({ folder, service, bare: runBare }, changes, replyTime, samples, options = {}) {
  const { parallel = 4, style = 'NDJSON' } = options
  const { created = 0, updated = 0, tokens = 0, integrations = 0 } = changes
  const stored = tokens + updated
  const writes = created + stored + integrations
  const parts = Object.entries({ creates: created, updates: updated, 'push tokens': tokens, integrations })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
  const list = [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')
  const together = parallel === 4 ? '' : `, ${parallel} requests at a time`
  const written = style === 'NDJSON' ? '' : `, in ${style} style YAML`
  const name = `apply of ${list}${written}, replies in ${replyTime} ms${together}`
  const { cwd, env } = await writeProject(
    join(folder, `apply-${writes}-${replyTime}-${parallel}-${style}`),
    service.url,
    [
      { from: 0, to: tokens, tokens: 'new' },
      { from: tokens, to: stored, version: 1 },
      { from: stored, to: stored + created },
    ],
    { subscribers: { create: 'api' }, style, integrations: mailIntegrations(integrations, 1) },
  )
  const reset = (time) =>
    service.reset({ subscribers: stored, pushTokens: { from: 0, to: tokens }, integrations, replyTime: time })
  const apply = () =>
    node([belfry, 'apply', '--yes', '--concurrency', String(parallel)], { cwd, env, hasPeak: true })

  await reset(Math.max(replyTime, recordedReplyTime))
  await apply()
  const { requests } = await service.log()
  const sent = requests.filter(({ method }) => method !== 'GET').length
  if (sent !== writes) throw new Error(`${name} sent ${sent} writes instead of ${writes}`)
  const file = join(cwd, 'stages.json')
  writeFileSync(file, JSON.stringify(stagesOf(requests)))

  const [bare, time] = await medians(samples, [
    async () => {
      await reset(replyTime)
      return runBare('replay', [service.url, file, String(parallel)])
    },
    async () => {
      await reset(replyTime)
      return apply()
    },
  ])
  return compared(name, time, `bare loop of the same ${requests.length} requests`, bare)
}

/** A stage begins with a request that waited for all before it. */
function stagesOf(requests) {
  const stages = []
  for (const { isAlone, method, path, body } of requests) {
    if (isAlone) stages.push([])
    stages.at(-1).push({ method, path, body })
  }
  return stages
}
