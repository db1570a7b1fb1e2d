// How many requests a plan without changes sends, against the fewest that could show as much: over a grid of declared
// subscribers, subscribers in the service, sizes of pages, and with channels or without.
import { join } from 'node:path'
import { open } from '../../dist/index.js'
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
  const more = []
  for (const cell of cells) {
    const sent = await requestsOf(folder, service, cell)
    more.push({ ...cell, sent, fewest: fewest(cell), more: sent - fewest(cell) })
  }
  const over = more.filter((cell) => cell.more > 0)
  return [
    {
      name: `requests of a plan without changes, grid of ${isFull ? 'all' : 'most'} cells`,
      against: 'the fewest possible',
      figures: { 'cells over': over.length, 'most over': Math.max(...more.map((cell) => cell.more)) },
      measured: { cells: more.length, over },
    },
  ]
}

async function requestsOf(folder, service, { declared, stored, pageSize, hasChannels }) {
  // Spread over the whole directory, the oldest one among them.
  const step = Math.floor(stored / declared)
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

/** The environment of the key, the integrations of channels, and either each page or each subscriber. */
function fewest({ declared, stored, pageSize, hasChannels }) {
  return 1 + (hasChannels ? 1 : 0) + Math.min(declared, Math.ceil(stored / pageSize))
}
