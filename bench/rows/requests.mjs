// The number of requests of a plan without changes, for a grid of numbers of declared subscribers, numbers of subscribers in
// the service, page sizes, and with and without channels. Compared with the fewest possible requests, and with the fewest for
// a client that learns from the first page how many pages there are. And the requests of an apply for each subscriber that it
// creates or changes.
import { join } from 'node:path'
import { open } from '../../dist/index.js'
import { belfry } from '../../scripts/sandbox-process.mjs'
import { node } from '../measure/process.mjs'
import { writeProject } from '../service/project.mjs'

const declaredCounts = [1, 2, 10, 100, 1000]
const storedCounts = [10, 100, 1000, 10_000, 60_000]
const pageSizes = [100, 20]

export async function measureRequests({ folder, service, isFull }) {
  const cells = []
  for (const declared of declaredCounts)
    for (const stored of storedCounts.filter((count) => count >= declared))
      for (const pageSize of isFull ? pageSizes : [100])
        for (const hasChannels of [false, true]) cells.push({ declared, stored, pageSize, hasChannels })
  const sent = []
  for (const cell of cells) {
    sent.push({ ...cell, sent: await requestsOf(folder, service, cell) })
  }
  const name = `requests of a plan without changes, grid of ${isFull ? 'all' : 'most'} cells`
  return [
    against(`${name}, number of pages known`, 'the fewest possible', fewest, sent),
    against(`${name}, number of pages unknown`, 'the fewest after the first page', fewestUnknown, sent),
    await measureApply(folder, service, '1,000 creates', { stored: 0, people: [{ from: 0, to: 1000 }] }),
    await measureApply(folder, service, '1,000 push tokens', {
      stored: 1000,
      people: [{ from: 0, to: 1000, tokens: 'new' }],
    }),
    await measureApply(folder, service, '600 creates, 60 requests a second', {
      stored: 0,
      people: [{ from: 0, to: 600 }],
      limiter: { kind: 'window', perSecond: 60, window: 1 },
    }),
    await measureApply(folder, service, '600 changes of data, 60 requests a second', {
      stored: 600,
      people: [{ from: 0, to: 600, version: 1 }],
      limiter: { kind: 'window', perSecond: 60, window: 1 },
    }),
  ]
}

/** 16 at a time. The plan before it and the plan that verifies it count too. */
async function measureApply(folder, service, what, { stored, people, limiter }) {
  const { cwd, env } = await writeProject(join(folder, what), service.url, people, {
    manifests: ['people.yaml'],
    subscribers: { create: 'api' },
  })
  await service.reset({ subscribers: stored, pushTokens: { from: 0, to: stored }, limiter, replyTime: 5 })
  await node([belfry, 'apply', '--yes', '--concurrency', '16'], { cwd, env })
  const { requests } = await service.log()
  const writes = requests.filter(({ method }) => method !== 'GET').length
  if (writes !== people[0].to) throw new Error(`apply of ${what} sent ${writes} writes`)
  return {
    name: `requests of an apply of ${what}, 16 at a time`,
    against: 'one request for each',
    figures: { requests: requests.length / writes },
    measured: { requests: requests.length },
  }
}

function against(name, comparison, fewestOf, sent) {
  const more = sent.map((cell) => ({ ...cell, more: cell.sent - fewestOf(cell) }))
  return {
    name,
    against: comparison,
    figures: {
      'cells over': more.filter((cell) => cell.more > 0).length,
      'most over': Math.max(0, ...more.map((cell) => cell.more)),
    },
    measured: { cells: more.length, over: more.filter((cell) => cell.more > 0) },
  }
}

async function requestsOf(folder, service, { declared, stored, pageSize, hasChannels }) {
  const step = stepOf({ declared, stored })
  const range = { from: 0, to: step * declared, step, ...(hasChannels && { tokens: 'same' }) }
  await service.reset({
    subscribers: stored,
    pageSize,
    ...(hasChannels && { pushTokens: { from: 0, to: stored } }),
  })
  const name = `requests-${declared}-${stored}-${pageSize}-${hasChannels}`
  const { cwd, env } = await writeProject(join(folder, name), service.url, [range], {
    manifests: ['people.yaml'],
  })
  const project = await open({ cwd, env })
  const { changes } = await project.plan()
  if (changes?.length > 0) throw new Error(`${name} has changes`)
  return (await service.log()).requests.length
}

/** Declared subscribers are spread over the whole directory and include the oldest one. */
function stepOf({ declared, stored }) {
  return Math.floor(stored / declared)
}

/** The environment of the key, the integrations of channels, and either each page or each subscriber. */
function fewest({ declared, stored, pageSize, hasChannels }) {
  return 1 + (hasChannels ? 1 : 0) + Math.min(declared, Math.ceil(stored / pageSize))
}

/** As `fewest`, but after the first page, or without it if look-ups need at most one request more. */
function fewestUnknown(cell) {
  const { declared, stored, pageSize, hasChannels } = cell
  const indexes = Array.from({ length: declared }, (_, count) => count * stepOf(cell))
  const missing = indexes.filter((index) => index < stored - pageSize).length
  const found = declared <= 2 ? declared : Math.min(Math.ceil(stored / pageSize), 1 + missing)
  return 1 + (hasChannels ? 1 : 0) + found
}
