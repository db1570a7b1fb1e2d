// What belfry costs, as ratios within one run, so that the numbers mean the same on every machine.
//
//   npm run bench                 a short run, half a minute or less
//   npm run bench -- --full       more samples and more changes
//   npm run bench -- --check      also fails where a ratio with a limit is over it, in each of several tries
//
// Ratios of medians; the two sides of a ratio take turns. Of whole processes:
//   --version, --help, and validate and a no-op plan of the quickstart
//                  against `node -e 0`: what start-up costs
//   no-op plan     against `node -e 0`: the price of "nothing to do", the most frequent run of a pipeline
//   apply          against a bare loop of undici.request that sends the same bytes to the same sandbox, as many at
//                  a time: the price of planning, checking and reading back. Both start a process and load undici.
//   freshness      the requests with which a slow apply reads again, against its calls; a count, not a time
// Of a search for secrets:
//   escaped quotes a secret of 20,000 against one of 5,000: × 4 is linear, × 16 is quadratic
// And of the web page of a plan of 10,000 changes, in Chromium where there is one:
//   load, filter   against the load of a still page of as many bytes, until it is painted
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { belfry, startSandbox } from '../scripts/sandbox-process.mjs'
import { measureGrowth } from './growth.mjs'
import { medians } from './measure.mjs'
import { node } from './node.mjs'
import { measurePage } from './page.mjs'
import { projectFor, seedOf } from './people.mjs'
import { startRecorder } from './recorder.mjs'

const flags = new Set(process.argv.slice(2))
const unknown = [...flags].find((flag) => !['--full', '--check'].includes(flag))
const isFull = flags.has('--full')
const samples = isFull ? 31 : 9
const heavySamples = isFull ? 15 : 3
const changes = isFull ? 2000 : 200
const pageChanges = 10_000
const tries = 5
const parallel = 4

if (unknown === undefined) process.exitCode = await bench()
else {
  console.error(`${unknown}: the only flags are --full and --check`)
  process.exitCode = 3
}

async function bench() {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-bench-'))
  let sandbox
  let plain
  try {
    const seed = join(folder, 'seed.json')
    writeFileSync(seed, JSON.stringify(seedOf(changes)))
    sandbox = await startSandbox(['--seed', seed])
    plain = await startSandbox()
    const starts = await startsIn(plain)
    const rows = [
      ...(await measureStarts(starts)),
      ...(await measureService(folder, sandbox)),
      ...(await measureGrowth(folder, samples)),
      ...(await measurePage(folder, heavySamples, pageChanges)),
    ]
    console.log(table(rows))
    return flags.has('--check') ? await check(rows, starts) : 0
  } finally {
    await sandbox?.stop()
    await plain?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs whose time is mostly that of starting, each with the most that it may take; the quickstart is applied before. */
async function startsIn(sandbox) {
  const cwd = fileURLToPath(new URL('../examples/quickstart', import.meta.url))
  const variables = parseEnv(readFileSync(join(cwd, 'sandbox.env'), 'utf8'))
  const env = { ...process.env, ...variables, BELFRY_URL: sandbox.url }
  await node([belfry, 'apply', '--yes'], { cwd, env })
  return [
    { args: ['--version'], limit: 1.2 },
    { args: ['--help'], limit: 1.5 },
    { args: ['validate'], limit: 3.6, of: ', quickstart' },
    { args: ['plan', '--detailed-exitcode'], limit: 6.8, of: ', quickstart, no changes' },
  ].map((start) => ({ ...start, cwd, env }))
}

async function measureStarts(starts) {
  const [base, ...times] = await medians(samples, [
    () => node(['-e', '0']),
    ...starts.map(
      ({ args, cwd, env }) =>
        () =>
          node([belfry, ...args], { cwd, env }),
    ),
  ])
  return starts.map(({ args, of = '', limit }, index) => ({
    name: `belfry ${args[0]}${of}`,
    time: times[index],
    against: 'node -e 0',
    base,
    limit,
  }))
}

/** The no-op plan and the apply, on a project whose subscribers move back and forth between two states. */
async function measureService(folder, sandbox) {
  const project = (round) => projectFor(folder, round, changes)
  const [even, odd] = [project(0), project(1)]
  const env = { ...process.env, BELFRY_URL: sandbox.url, BELFRY_KEY: sandbox.keys.Development }
  const apply = (cwd, url = sandbox.url, ...more) =>
    node([belfry, 'apply', '--yes', '--concurrency', String(parallel), ...more], {
      cwd,
      env: { ...env, BELFRY_URL: url },
    })

  await apply(odd)
  const recorded = await record(sandbox.url, (url) => apply(even, url))
  const [plainNode, plan] = await medians(heavySamples, [
    () => node(['-e', '0']),
    () => node([belfry, 'plan', '--detailed-exitcode'], { cwd: even, env }),
  ])

  const file = join(folder, 'requests.json')
  writeFileSync(file, JSON.stringify(recorded))
  const bare = fileURLToPath(new URL('bare.mjs', import.meta.url))
  // Live is at `even` before each apply of `odd`, because the bare loop sends what brought it there.
  const [bareTime, applyTime] = await medians(heavySamples, [
    () => node([bare, sandbox.url, file, String(parallel)]),
    () => apply(odd),
  ])
  const writes = recorded.length - reads(recorded)
  if (writes !== changes) throw new Error(`the apply sent ${writes} writes instead of ${changes}`)
  // A page of 100 changes takes as long as a look is good for.
  const slow = await record(sandbox.url, (url) => apply(even, url, '--freshness', '1', '--rate', '100/s'))
  return [
    { name: `plan, no changes, ${changes} subscribers`, time: plan, against: 'node -e 0', base: plainNode },
    {
      name: `apply of ${changes} changes`,
      time: applyTime,
      against: `bare loop, ${recorded.length} requests`,
      base: bareTime,
    },
    {
      name: `apply of ${changes} changes at 100/s, --freshness 1`,
      time: reads(slow) - reads(recorded),
      unit: 'reads more',
      against: 'its calls',
      base: writes,
    },
  ]
}

function reads(requests) {
  return requests.filter(({ method }) => method === 'GET').length
}

async function record(target, run) {
  const recorder = await startRecorder(target)
  try {
    await run(recorder.url)
    return recorder.requests
  } finally {
    await recorder.close()
  }
}

/** Machines are noisy: one try within the limit is enough. */
async function check(rows, starts) {
  const over = starts.filter((_, index) => ratio(rows[index]) > rows[index].limit)
  let failed = 0
  for (const start of over) failed += (await isWithin(start)) ? 0 : 1
  return failed === 0 ? 0 : 1
}

async function isWithin(start) {
  for (let count = 1; count < tries; count++) {
    const [row] = await measureStarts([start])
    console.log(`${row.name} again: ${ratio(row).toFixed(2)}`)
    if (ratio(row) <= row.limit) return true
  }
  console.error(`belfry ${start.args[0]} is over its limit of ${start.limit} × node -e 0 in ${tries} tries`)
  return false
}

function ratio({ time, base }) {
  return time / base
}

function table(rows) {
  const cells = rows.map((row) => [
    row.name,
    `${row.time.toFixed(0)} ${row.unit ?? 'ms'}`,
    `${row.against}: ${row.base.toFixed(0)} ${row.unit === undefined ? 'ms' : ''}`,
    `× ${ratio(row).toFixed(2)}`,
    row.limit === undefined ? '' : `limit ${row.limit}`,
  ])
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('   ')
        .trimEnd(),
    )
    .join('\n')
}
