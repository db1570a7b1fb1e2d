// What an apply costs, against a bare loop that sends the same requests in the same stages, as many at a time: 200 subscribers
// are created, 200 get other attributes, and 1,000 get other push tokens. Small: a tenth of that.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { belfry } from '../../scripts/sandbox-process.mjs'
import { medians } from '../measure/medians.mjs'
import { node } from '../measure/process.mjs'
import { compared } from '../measure/row.mjs'
import { writeProject } from '../service/project.mjs'

const replay = fileURLToPath(new URL('../bare/replay.mjs', import.meta.url))
const parallel = '4'
/** Of a service at 0 ms: a new stage begins when no request is under way, so replies take a little. */
const recordedReplyTime = 5

export async function measureApply(bench) {
  const large = { created: 200, updated: 200, tokens: 1000 }
  const small = { created: 20, updated: 20, tokens: 100 }
  return [
    await measure(bench, large, 0, bench.fewSamples),
    await measure(bench, small, 20, bench.fewSamples),
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
  return [await measure(bench, { created: 0, updated: 0, tokens: 1000 }, 0, bench.fewSamples)]
}

async function measure({ folder, service }, { created, updated, tokens }, replyTime, samples) {
  const stored = tokens + updated
  const writes = created + updated + tokens
  const name =
    created === 0
      ? `apply of ${tokens.toLocaleString('en')} push tokens, replies in ${replyTime} ms`
      : `apply of ${created} creates, ${updated} updates and ${tokens.toLocaleString('en')} push tokens, replies in ${replyTime} ms`
  const { cwd, env } = await writeProject(
    join(folder, `apply-${writes}-${replyTime}`),
    service.url,
    [
      { from: 0, to: tokens, tokens: 'new' },
      { from: tokens, to: stored, version: 1 },
      { from: stored, to: stored + created },
    ],
    { subscribers: { create: 'api' } },
  )
  const reset = (time) =>
    service.reset({ subscribers: stored, pushTokens: { from: 0, to: tokens }, replyTime: time })
  const apply = () => node([belfry, 'apply', '--yes', '--concurrency', parallel], { cwd, env, hasPeak: true })

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
      return node([replay, service.url, file, parallel])
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
