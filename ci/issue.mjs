// Keeps one issue about drift: opened when it is found, brought up to date, and closed when it is gone.
import { readFileSync } from 'node:fs'
import { bodyOf } from './body.mjs'
import { commandsFor, longestCommands } from './commands.mjs'
import { annotation, call, listed, runOf } from './github.mjs'

const { env } = process
const label = 'belfry-drift'

try {
  const run = runOf(env)
  console.log(await report(run))
} catch (error) {
  console.log(annotation('error', `The issue could not be written: ${error.message}`))
  process.exitCode = 1
}

/** @param {import('./github.mjs').Run} run */
async function report(run) {
  const { INPUT_EXIT: exit, INPUT_REPORT: file = '', INPUT_ID: id } = env
  // A plan that failed shows neither drift nor its end.
  if (exit !== '0' && exit !== '2') return 'The issue is unchanged because this plan failed.'
  const { marker, body: table } = bodyOf(file, {
    id,
    marker: 'belfry:drift',
    url: run.url,
    room: longestCommands,
  })
  const { plan } = JSON.parse(readFileSync(env.INPUT_JSON, 'utf8'))
  const body = exit === '2' ? `${table}\n${commandsFor(plan, table)}` : table
  const open = (await listed(run, `/issues?state=open&labels=${label}`)).find(
    (each) => each.user?.login === env.INPUT_AUTHOR && each.body?.split(/\r?\n/)[0] === marker,
  )
  if (exit === '0') {
    // What is missing doesn't keep the issue open: no apply of this project creates it.
    const { missing } = plan.counts
    const result = missing === 0 ? 'No drift.' : `Nothing to send, ${missing} missing.`
    if (open === undefined) return result
    await call(run, 'PATCH', `/issues/${open.number}`, { state: 'closed', state_reason: 'completed' })
    return `${result} Closed issue ${open.number}.`
  }
  if (open !== undefined) {
    await call(run, 'PATCH', `/issues/${open.number}`, { body })
    return `Updated issue ${open.number}.`
  }
  const title = 'belfry: the service differs from the manifests'
  const made = await call(run, 'POST', '/issues', { title, body, labels: [label] })
  return `Opened issue ${made.number}.`
}
