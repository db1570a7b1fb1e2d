// Shows the whole loop on the quickstart, from manifests to a delivered notification, against a sandbox of its own:
// no account, no key, nothing left behind.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { belfry, startSandbox } from './sandbox-process.mjs'

const quickstart = new URL('../examples/quickstart/', import.meta.url)

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

  say(
    "2. Show what apply would change in two targets, for all three kinds. plan doesn't write to the service.",
  )
  await run(['plan'], 0)

  say(
    '3. Make exactly these changes. apply first shows the plan again; only the output after the plan is shown here.',
  )
  await runAfterPlan(['apply', '--yes'], 0)

  say('4. A user edits Production by hand: mailgun-old is primary again, and the on-call phone changes.')
  await editByHand()

  say('5. The plan shows the drift. Exit code 2 means: changes are pending.')
  await run(['plan', '--detailed-exitcode', '-t', 'Production'], 2)

  say('6. Revert the drift.')
  await runAfterPlan(['apply', '--yes', '-t', 'Production'], 0)

  say(
    '7. Trigger a workflow and wait for the result: sendgrid-main sends the email, as the manifests declare.',
  )
  const payload = JSON.stringify({ product: 'belfry' })
  await run(
    ['trigger', 'welcome', '--to', 'user-0004', '--payload', payload, '--wait', '-t', 'Production'],
    0,
  )

  say(
    '8. Run a smoke suite, as after a deployment. The suite triggers workflows and checks the results: examples/quickstart/smoke.',
  )
  await run(['smoke', '--filter', 'a new user*'], 0)

  say('9. A user switches sendgrid-main off by hand: now email has no provider.')
  await breakPrimary()

  say('10. The suite shows what failed, why, and what to do. Exit code 7.')
  await run(['smoke', '--filter', 'a new user*'], 7)

  say('Done. The failure in step 10 is intended: step 9 caused it, and the demo worked.')
  console.log(`
What to try next:
  1. Install the command and start a sandbox: npm link && belfry sandbox
  2. In a second terminal: cd examples/quickstart && set -a && . ./sandbox.env && belfry plan
  3. Edit a manifest there, plan again, then belfry apply.
  4. Start a project of your own: docs/tutorial.md.`)
}

function say(text) {
  console.log(`\n# ${text}`)
}

/** Runs belfry; another exit code fails the demo. */
async function run(args, expected) {
  console.log(`$ ${commandLine(args)}`)
  await ended(start(args, 'inherit'), args, expected)
}

/** The same, without the plan at the start of what it prints. */
async function runAfterPlan(args, expected) {
  const child = start(args, 'pipe')
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  await ended(child, args, expected)
  const results = stdout.slice(stdout.search(/^done /m))
  console.log(`$ ${commandLine(args)} | tail -n ${results.split('\n').length - 1}`)
  process.stdout.write(results)
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
  const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`
  if (method !== 'GET') console.log(`  ${method} ${path}${sent} → ${response.status}`)
  return JSON.parse(text)
}
