// How much of a rate limit an apply uses, and how often it is refused, with three kinds of limiters; and whether another client
// beside it is refused.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { belfry } from '../../scripts/sandbox-process.mjs'
import { node } from '../measure/process.mjs'
import { apiKey } from '../service/data.mjs'
import { headStart } from '../service/limiters.mjs'
import { writeProject } from '../service/project.mjs'

const otherPath = '/v2/subscribers?limit=1&name=other'
const names = {
  bucket: 'headers, token bucket',
  window: 'headers, fixed window',
  silent: 'no headers',
}

export async function measureRate(bench) {
  const [writes, perSecond] = bench.isFull ? [10000, 300] : [3000, 200]
  const project = await writeProject(join(bench.folder, 'rate'), bench.service.url, [
    { from: 0, to: writes, version: 1 },
  ])
  const rows = []
  for (const kind of Object.keys(names)) {
    const limiter = { kind, perSecond, window: 5 }
    const { refused, share } = await apply(bench, project, writes, limiter, 1)
    rows.push({
      name: `apply of ${writes.toLocaleString('en')} writes at --rate 100%: ${names[kind]}`,
      against: `the limit of ${perSecond} requests a second`,
      figures: { share, refused },
      measured: {},
    })
  }
  for (const kind of ['bucket', 'window']) {
    const limiter = { kind, perSecond, window: 5 }
    const beside = otherClient(bench.service.url, 0.15 * perSecond)
    const { share, refused } = await apply(bench, project, writes, limiter, 0.8)
    const other = await beside.stop()
    rows.push({
      name: `apply of ${writes.toLocaleString('en')} writes beside another client: ${names[kind]}`,
      against: '80% of the limit; the other client uses 15%',
      figures: { share, refused: refused - other.refused, 'other client refused': other.refused },
      measured: { otherClient: other.sent },
    })
  }
  return rows
}

/**
 * `share` is the used share of `part` of the limit, until the last write: 1 is all of it. The reads that verify the result
 * don't count, because each waits for the page before it and so never reaches the limit.
 */
async function apply({ service }, { cwd, env }, writes, limiter, part) {
  await service.reset({ subscribers: writes, limiter, replyTime: 20 })
  const rate = `${part * 100}%`
  await node([belfry, 'apply', '--yes', '--concurrency', '16', '--rate', rate], { cwd, env })
  const { requests, refused } = await service.log()
  const own = requests.filter(({ path }) => path !== otherPath)
  const lastWrite = own.findLastIndex(({ method }) => method !== 'GET')
  const times = own.slice(0, lastWrite + 1).map(({ at }) => at)
  return { refused, share: shareOf(times, limiter, part) }
}

function shareOf(times, { kind, perSecond: limit, window }, part) {
  const [first] = times
  const seconds = (times.at(-1) - first) / 1000
  if (kind !== 'window')
    return (times.length - part * headStart(kind, limit, window)) / (part * limit) / seconds
  // Whole windows only: the last one has no need to be full.
  const whole = Math.floor(seconds / window) * window
  return times.filter((at) => at - first < whole * 1000).length / (part * limit * whole)
}

/** Sends so many requests a second until it is stopped. */
function otherClient(url, rate) {
  const client = new Client(url)
  const stopping = new AbortController()
  const counts = { sent: 0, refused: 0 }
  const started = performance.now()
  const send = async () => {
    const headers = { authorization: `ApiKey ${apiKey}` }
    const { statusCode, body } = await client.request({ method: 'GET', path: otherPath, headers })
    await body.dump()
    counts.sent += 1
    if (statusCode === 429) counts.refused += 1
  }
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const due = ((performance.now() - started) / 1000) * rate
      if (counts.sent < due) await send()
      else await sleep(5)
    }
    await client.close()
  })()
  return {
    stop: async () => {
      stopping.abort()
      await loop
      return counts
    },
  }
}
