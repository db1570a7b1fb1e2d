// belfry apply --smoke: suites prove an apply once all of it is done, and nothing is written where they are wrong.
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandbox, productionApiKey, type Sandbox } from '../../../src/sandbox/index.ts'
import { folderWith } from '../../support/cli-process.ts'
import { runProgram, type Said } from '../../support/cli.ts'
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
  const env = { BELFRY_URL: sandbox.url, PRODUCTION_KEY: productionApiKey }
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
  const { exit, out } = await apply('--smoke smoke.yaml', {
    'smoke.yaml': files['smoke.yaml'].replace('trigger_not_active', 'processed').replace('ses-eu', 'ses-us'),
  })
  expect(exit).toBe(7)
  expect(writes()).toHaveLength(3)
  expect(out).toContain('expected  primary.email=ses-us')
  expect(out).toContain('seen      primary.email=ses-eu')
  expect(out).toContain('why       the service answered the trigger with status trigger_not_active')
})

test.each([
  ['a suite that is wrong', { 'smoke.yaml': 'cases: [{ name: first }]\n' }],
  ['a suite that is not there', { 'smoke.yml': '' }],
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
