// What belfry costs, as ratios within one run, so that the numbers mean the same on every machine. docs/performance.md has the
// last figures, and how to read them.
//
//   npm run bench                     a short run of at most two minutes
//   npm run bench -- apply start      only these families of rows
//   npm run bench -- --full           more samples and larger projects; takes an hour
//   npm run bench -- --json           prints JSON
//   npm run bench -- --check          fails if a figure is worse than 1.25 times the published one, in each of several tries
//   npm run bench -- --full --publish writes bench/figures.json; then npm run generate
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bareIn } from './measure/bare.mjs'
import { overLimit, published, publish } from './measure/figures.mjs'
import { asJson, asTable } from './measure/table.mjs'
import { measureApply, measureTokens } from './rows/apply.mjs'
import { measureFormats } from './rows/formats.mjs'
import { measureGrowth } from './rows/growth.mjs'
import { measureRate } from './rows/rate.mjs'
import { measureRequests } from './rows/requests.mjs'
import { measureScale } from './rows/scale.mjs'
import { measureStart } from './rows/start.mjs'
import { measureValidate } from './rows/validate.mjs'
import { startService } from './service/start.mjs'

const families = {
  start: measureStart,
  validate: measureValidate,
  requests: measureRequests,
  apply: measureApply,
  tokens: measureTokens,
  scale: measureScale,
  rate: measureRate,
  formats: measureFormats,
  growth: measureGrowth,
}
const tries = 5

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
  },
})
const chosen = positionals.length > 0 ? positionals : Object.keys(families)
const unknown = chosen.find((name) => !Object.hasOwn(families, name))
if (unknown === undefined) process.exitCode = await run()
else {
  console.error(`${unknown}: the families of rows are ${Object.keys(families).join(', ')}`)
  process.exitCode = 3
}

async function run() {
  const rows = []
  const failed = []
  for (const name of chosen) {
    let measured = await measure(name)
    rows.push(...measured)
    if (!flags.json) console.log(asTable(measured, published()))
    let over = flags.check ? overLimit(measured) : []
    // Machines are noisy: a figure fails only if each try is over its limit.
    for (let count = 1; over.length > 0 && count < tries; count++) {
      measured = await measure(name)
      const again = new Set(overLimit(measured).map(keyOf))
      over = over.filter((each) => again.has(keyOf(each)))
    }
    failed.push(...over)
  }
  if (flags.json) console.log(asJson(rows))
  if (flags.publish) publish(rows, flags.full && positionals.length === 0)
  for (const { name, figure, limit } of failed)
    console.error(`${name}: ${figure} is beyond its limit of ${limit} in ${tries} tries`)
  return failed.length === 0 ? 0 : 1
}

async function measure(name) {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-bench-'))
  const service = await startService()
  try {
    const [samples, fewSamples] = flags.full ? [9, 9] : [9, 3]
    const bare = await bareIn(folder)
    return await families[name]({ folder, service, bare, isFull: flags.full, samples, fewSamples })
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function keyOf({ name, figure }) {
  return `${name}: ${figure}`
}
