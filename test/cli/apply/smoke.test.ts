// belfry apply --smoke: suites prove an apply once all of it is done, and nothing is written where they are wrong.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandbox, productionApiKey, type Sandbox } from '../../../src/sandbox/index.ts'
import { createGate } from '../../support/cli-gate.ts'
import { folderWith } from '../../support/cli-process.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { beginProgram, runProgram, type Said } from '../../support/cli.ts'
import { beforeLedgerWrites } from '../../support/ledger-writes.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'

const files = {
  'belfry.yaml': `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
rules: { missing-credentials: off }
`,
  'manifests/email.yaml': `integrations:
  - { identifier: ses-eu, name: SES, providerId: ses, channel: email, active: true, primary: true }
`,
  // The status tells at once: nothing is waited for.
  'smoke.yaml': `primary: { email: ses-eu }
cases:
  - name: is retired
    workflow: retired-newsletter
    to: ops-oncall
    expect: { status: trigger_not_active }
`,
}

let sandbox: Sandbox
let cwd: string
beforeEach(async () => {
  sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  cwd = folderWith(files)
})

async function apply(args: string, changes: Readonly<Record<string, string>> = {}): Promise<Said> {
  if (Object.keys(changes).length > 0) cwd = folderWith({ ...files, ...changes })
  const env = { BELFRY_URL: sandbox.url, PRODUCTION_KEY: productionApiKey, SES_KEY: 'zebra-crossing-9' }
  return runProgram(['apply', '--yes', ...args.split(' ')], { cwd, env })
}

const writes = (): string[] =>
  sandbox.log.filter(({ method }) => method !== 'GET').map(({ operation }) => operation ?? '')

const timeless = (text: string): string => text.replaceAll(/\d+(?:\.\d)? m?s\b/g, 'N ms')

test('a suite that is met', async () => {
  const { exit, out } = await apply('--smoke smoke.yaml')
  expect(exit).toBe(0)
  expect(writes()).toEqual(['createIntegration', 'setPrimaryIntegration', 'triggerEvent'])
  expect(timeless(out)).toContain(`Applied: 2 done`)
  expect(timeless(out)).toContain(`
smoke  Production
  ok       ses-eu is primary for email  N ms
  ok       is retired                   N ms

2 cases: 2 ok, 0 failed. N ms
`)
})

test('it is run too where nothing was to be done', async () => {
  await apply('--smoke smoke.yaml')
  sandbox.clearLog()
  const { exit, out } = await apply('--smoke smoke.yaml --format json')
  expect([exit, writes()]).toEqual([0, ['triggerEvent']])
  expect(envelopeIn(out)).toMatchObject({
    exit: 0,
    smoke: { cases: [{ outcome: 'met' }, { outcome: 'met', attempts: [{ end: 'settled' }] }] },
  })
})

test('a suite that is not met ends with 7, all applied', async () => {
  const { exit, out } = await apply('--smoke smoke.yaml --journal journal.ndjson', {
    'belfry.yaml': files['belfry.yaml'].replace('off }', 'off, smoke-integration: off }'),
    'smoke.yaml': files['smoke.yaml'].replace('trigger_not_active', 'processed').replace('ses-eu', 'ses-us'),
  })
  expect(exit).toBe(7)
  expect(readFileSync(join(cwd, 'journal.ndjson'), 'utf8')).toMatch(/"exit":7\}\n$/)
  expect(writes()).toHaveLength(3)
  expect(out).toContain('expected  primary.email=ses-us')
  expect(out).toContain('seen      primary.email=ses-eu')
  expect(out).toContain('why       the service answered the trigger with status trigger_not_active')
})

test.each([
  ['another suite', ''],
  ['a suite of the project, which is checked twice', 'smoke: { suites: [smoke.yaml] }\n'],
])('%s: its warning is reported once', async (_, own) => {
  const { err } = await apply('--smoke smoke.yaml', {
    'belfry.yaml': files['belfry.yaml'].replace('off }', 'off, smoke-integration: warn }') + own,
    'smoke.yaml': files['smoke.yaml'].replace('ses-eu', 'ses-us'),
  })
  expect(err.match(/warning {2}smoke-integration$/gm)).toHaveLength(1)
})

test.each([
  ['a suite that is wrong', { 'smoke.yaml': 'cases: [{ name: first }]\n' }],
  ['a suite that is not there', { 'smoke.yml': '' }],
  [
    'a suite whose primary integration no manifest declares',
    { 'smoke.yaml': files['smoke.yaml'].replace('ses-eu', 'ses-us') },
  ],
])('%s: nothing is written', async (_, changes) => {
  const { exit } = await apply(`--smoke ${'smoke.yml' in changes ? 'nowhere.yaml' : 'smoke.yaml'}`, changes)
  expect([exit, writes()]).toEqual([3, []])
})

test('an apply that fails proves nothing', async () => {
  sandbox.faults.set(['500-before:setPrimaryIntegration'])
  const { exit, out } = await apply('--smoke smoke.yaml')
  expect(exit).toBe(5)
  expect(writes()).not.toContain('triggerEvent')
  expect(out).not.toContain('2 cases')
})

test('somebody unknown: it was written already, so the code is that of what is not proven', async () => {
  const { exit, err } = await apply('--smoke smoke.yaml', {
    'smoke.yaml': files['smoke.yaml'].replace('ops-oncall', 'ops-oncal'),
  })
  expect(exit).toBe(7)
  expect(writes()).not.toContain('triggerEvent')
  expect(err).toContain('unknown-recipient')
})

test('what is unknown and also a secret has its label in the problem', async () => {
  const { exit, err } = await apply('--smoke smoke.yaml', {
    'manifests/email.yaml': files['manifests/email.yaml'].replace(
      'active:',
      "credentials: { secretKey: '${env:SES_KEY}' }, active:",
    ),
    'smoke.yaml': files['smoke.yaml'].replace('ops-oncall', 'zebra-crossing-9'),
  })
  expect([exit, err]).toEqual([7, expect.stringContaining('unknown-recipient')])
  expect(err).not.toContain('zebra-crossing-9')
})

test.each([
  ['no suite is run', '--smoke smoke.yaml'],
  ['the exit code says so', '--concurrency 2'],
])('a signal after the check of the apply, while the ledger is saved: %s', async (_, option) => {
  cwd = folderWith({
    ...files,
    'belfry.yaml': `${files['belfry.yaml']}unreadable: ledger\n`,
    'manifests/email.yaml': `${files['manifests/email.yaml']}  - identifier: inbound
    name: Inbound
    providerId: nodemailer
    channel: email
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: '\${env:SIGNING_KEY}' }
`,
  })
  // The first write checks that there can be one, and the second claims the fields.
  beforeLedgerWrites((count) => {
    if (count === 3) running.kill('SIGINT')
  })
  const running = beginProgram(['apply', '--yes', ...option.split(' ')], {
    cwd,
    env: {
      BELFRY_URL: sandbox.url,
      PRODUCTION_KEY: productionApiKey,
      SIGNING_KEY: 'canary-of-the-signing-key',
    },
  })
  const { exit, out, err } = await running.ended
  expect(err).toContain('Interrupted. belfry sends no new requests')
  expect(out).toContain('Applied: 3 done')
  expect(exit).toBe(130)
  expect(writes()).not.toContain('triggerEvent')
})

test('a signal while the suites are prepared: it says that the changes are applied', async () => {
  const reached = createGate()
  let isApplied = false
  const url = await startProxy(sandbox.url, async ({ path }) => {
    // Only suites read a recipient.
    if (!path.includes('ops-oncall')) return undefined
    isApplied = writes().length === 2
    reached.open()
    await createGate().opened
    return undefined
  })
  const running = beginProgram('apply --yes --journal j.ndjson --smoke smoke.yaml --format json'.split(' '), {
    cwd,
    env: { BELFRY_URL: url, PRODUCTION_KEY: productionApiKey },
  })
  await reached.opened
  expect(isApplied).toBe(true)
  running.kill('SIGINT')
  const { exit, out, err } = await running.ended
  expect(exit).toBe(130)
  expect(err).toContain('Interrupted before the smoke suites. All changes are applied.\n')
  expect(err).not.toContain('nothing was written')
  expect(readFileSync(join(cwd, 'j.ndjson'), 'utf8')).toMatch(/"type":"end",.*"exit":0\}\n$/)
  expect(envelopeIn(out)).toMatchObject({
    exit: 130,
    problems: [
      {
        rule: 'interrupted',
        message: 'the command was interrupted before the smoke suites; all changes are applied',
      },
    ],
  })
})

test('suites without a case for the target are refused before anything is written', async () => {
  const { exit, err } = await apply('--smoke smoke.yaml', { 'smoke.yaml': '# later\n' })
  expect([exit, err]).toEqual([3, expect.stringContaining('no case runs for Production')])
  expect(writes()).toEqual([])
})
