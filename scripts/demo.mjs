// Shows the whole loop on the quickstart, from manifests to a delivered notification, against a sandbox of its own:
// no account, no key, nothing left behind.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { belfry, startSandbox } from './sandbox-process.mjs'

const quickstart = new URL('../examples/quickstart/', import.meta.url)
const maxTries = 50

const sandbox = await startSandbox()
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
  process.once(signal, () => process.exit(code))
}
try {
  await demo()
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await sandbox.stop()
}

async function demo() {
  say(`A sandbox of the service runs at ${sandbox.url}; the manifests are in examples/quickstart.`)

  say('1. Check the manifests, offline.')
  await run(['validate'], 0)

  say('2. See what differs: two targets, all three kinds. plan cannot write.')
  await run(['plan'], 0)

  say('3. Make exactly those calls.')
  await run(['apply', '--yes'], 0)

  say('4. Plan again: nothing is left to do, so the exit code is 0.')
  await run(['plan', '--detailed-exitcode'], 0)

  say('5. Somebody edits Production by hand: mailgun-old is primary again, and the on-call phone changes.')
  await editByHand()

  say('6. The plan shows the drift. Exit code 2 means: changes are pending.')
  await run(['plan', '--detailed-exitcode'], 2)

  say('7. Put it back.')
  await run(['apply', '--yes'], 0)

  say('8. And it is back.')
  await run(['plan', '--detailed-exitcode'], 0)

  say('9. Does it deliver? Trigger a workflow. On stdout is the transaction id alone.')
  const payload = JSON.stringify({ product: 'belfry' })
  const trigger = ['trigger', 'welcome', '--to', 'user-0004', '--payload', payload, '-t', 'Production']
  console.log(`\n$ ${commandLine(trigger)}`)
  const transactionId = (await read(trigger, (text) => process.stdout.write(text))).trim()

  say('10. Find its event, once all of its steps are done.')
  const event = await finishedEvent(transactionId)

  say('11. What became of each step, and through which provider: email by sendgrid-main, as declared.')
  await run(['events', 'get', event, '-t', 'Production'], 0)

  say('12. A smoke suite triggers, waits and compares, after each deploy: examples/quickstart/smoke.')
  await run(['smoke'], 0)

  say('13. Somebody switches sendgrid-main off by hand: now email has no provider.')
  await breakPrimary()

  say('14. The suite says what is not as expected, why, and what to do. Exit code 7.')
  await run(['smoke'], 7)
}

function say(text) {
  console.log(`\n# ${text}`)
}

/** Runs belfry and insists on an exit code. */
async function run(args, expected) {
  console.log(`\n$ ${commandLine(args)}`)
  await ended(start(args, 'inherit'), args, expected)
}

/** Runs belfry and gives what it writes to stdout, all of which `onText` gets as it comes. */
async function read(args, onText) {
  const child = start(args, 'pipe')
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
    onText?.(text)
  })
  await ended(child, args, 0)
  return stdout
}

/** In the quickstart's folder. */
function start(args, stdout) {
  return spawn(process.execPath, [belfry, ...args], {
    cwd: quickstart,
    env: { ...process.env, ...environment() },
    stdio: ['ignore', stdout, 'inherit'],
  })
}

async function ended(child, args, expected) {
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exit, signal) => resolve(exit ?? signal))
  })
  if (code !== expected)
    throw new Error(`${commandLine(args)} ended with ${code} instead of exit code ${expected}`)
}

/** As typed into a shell. */
function commandLine(args) {
  return ['belfry', ...args.map((arg) => (/^[\w./:=-]+$/.test(arg) ? arg : `'${arg}'`))].join(' ')
}

/** The id of the event that a trigger made: a service answers a trigger first, and works through it afterwards. */
async function finishedEvent(transactionId) {
  const args = ['events', 'list', '--transaction-id', transactionId, '-t', 'Production']
  let statuses = []
  for (let tries = 0; tries < maxTries; tries++) {
    if (tries > 0) await sleep(100)
    const [event] = JSON.parse(await read([...args, '--format', 'json'])).data
    statuses = event?.jobs.map(({ status }) => status) ?? []
    if (statuses.length > 0 && statuses.every((status) => status === 'completed')) {
      await run(args, 0)
      return event._id
    }
  }
  throw new Error(
    `the steps of ${transactionId} are ${statuses.join(', ') || 'not there'} after ${maxTries} tries`,
  )
}

/** What the quickstart's `${env:…}` references need: made-up values, and this sandbox's address and keys. */
function environment() {
  return {
    ...parseEnv(readFileSync(new URL('sandbox.env', quickstart), 'utf8')),
    BELFRY_URL: sandbox.url,
    BELFRY_DEVELOPMENT_API_KEY: sandbox.keys.Development,
    BELFRY_PRODUCTION_API_KEY: sandbox.keys.Production,
  }
}

/** What a person does in a dashboard, done through the service's API. */
async function editByHand() {
  const integrations = await call('GET', '/v1/integrations')
  const old = integrations.find(({ identifier }) => identifier === 'mailgun-old')
  await call('POST', `/v1/integrations/${old._id}/set-primary`)
  await call('PATCH', '/v2/subscribers/ops-oncall', { phone: '+4915100000000' })
}

async function breakPrimary() {
  const integrations = await call('GET', '/v1/integrations')
  // The list is the organisation's; mailgun-old is in Production alone.
  const { _environmentId: production } = integrations.find(({ identifier }) => identifier === 'mailgun-old')
  const main = integrations.find(
    ({ identifier, _environmentId }) => identifier === 'sendgrid-main' && _environmentId === production,
  )
  await call('PUT', `/v1/integrations/${main._id}`, { active: false })
}

async function call(method, path, body) {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: {
      authorization: `ApiKey ${sandbox.keys.Production}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
  console.log(
    `  ${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`} → ${response.status}`,
  )
  return JSON.parse(text)
}
