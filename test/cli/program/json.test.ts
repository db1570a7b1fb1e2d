// Every `--format json` is one envelope on stdout, valid against its published schema, in failure too.
import { describe, expect, test } from 'vitest'
import { runProgram, type Said } from '../../support/cli.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { envelopeIn, type Envelope } from '../../support/cli-schemas.ts'
import { cliWorld, people, project, unchanged } from '../../support/cli-world.ts'
import { folderWith } from '../../support/cli-process.ts'

const everyKind = {
  'belfry.yaml': `${project}rules: { foreign-credential: off }\n`,
  'manifests/all.yaml': `environments: [{ name: Development, color: '#ff8547' }]
integrations:
  - identifier: ses-eu
    targets: [Production]
    name: SES Europe
    providerId: ses
    channel: email
    active: true
    credentials: { apiKey: '\${env:SES_KEY}', secretKey: '\${env:SES_KEY}', region: eu, from: a@b.example, senderName: A }
  - identifier: twilio-sms
    targets: [Production]
    providerId: twilio
    channel: sms
    credentials: { appSid: '\${env:SES_KEY}' }
subscribers:
  - { subscriberId: ops-oncall, lastName: Duty, data: { team: null, on: [1, { deep: true }] } }
  - { subscriberId: nobody, firstName: No }
`,
}
const env = { SES_KEY: 'made-up-key-of-ses' }

function envelope({ exit, out }: Said): Envelope {
  const found = envelopeIn(out)
  expect(found).toMatchObject({ formatVersion: 1, exit })
  return found
}

describe('validate', () => {
  test('valid', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const said = await run('validate --format json')
    expect(said.err).toBe('')
    expect(envelope(said)).toMatchObject({ command: 'validate', exit: 0, files: 1, resources: 2 })
  })

  test('invalid: positions, hints, and no secret', async () => {
    const { run } = await cliWorld({
      'manifests/a.yaml':
        'integrations:\n- { identifier: a, providerId: sendgrid, chanel: email, credentials: { apiKey: canary } }\n',
    })
    const said = await run('validate --format=json')
    expect(said.err).toBe('')
    expect(said.out).not.toContain('canary')
    const { problems } = envelope(said)
    expect(problems.map(({ rule }) => rule)).toEqual(['unknown-field', 'literal-secret'])
    expect(problems[0]).toMatchObject({
      severity: 'error',
      message: 'unknown field "chanel" in an integration; did you mean "channel"?',
      position: { file: 'manifests/a.yaml', line: 2, column: 42, length: 6 },
    })
  })
})

describe('plan', () => {
  test('changes of every kind', async () => {
    const { run } = await cliWorld(everyKind)
    const said = await run('plan --format json --detailed-exitcode', { env })
    expect(said.err).toBe('')
    expect(said.out).not.toContain(env.SES_KEY)
    expect(envelope(said)).toMatchObject({
      command: 'plan',
      exit: 2,
      plan: { counts: { create: 1, missing: 2 }, requests: { writes: 0 } },
    })
  })

  test('nothing to do', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': unchanged })
    const said = await run('plan --format json')
    expect(envelope(said)).toMatchObject({ command: 'plan', exit: 0, problems: [] })
  })

  test.each([
    ['the service refuses the key', 3, 'service-refused', { PRODUCTION_KEY: 'unknown' }],
    ['nobody listens', 1, 'no-reply', { BELFRY_URL: 'http://127.0.0.1:9' }],
    ['the address is none', 3, 'bad-service-url', { BELFRY_URL: 'none' }],
    ['there is no key', 3, 'missing-key', { PRODUCTION_KEY: '' }],
  ])('%s', async (_, exit, rule, wrong) => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const said = await run('plan --format json', { env: wrong })
    expect(said).toMatchObject({ exit, err: '' })
    expect(envelope(said).problems.map((problem) => problem.rule)).toContain(rule)
  })
})

describe('apply', () => {
  test('done', async () => {
    const { run } = await cliWorld(everyKind)
    const said = await run('apply --yes --format json', { env })
    expect(said.out).not.toContain(env.SES_KEY)
    expect(envelope(said)).toMatchObject({ command: 'apply', exit: 0, waiting: [] })
  })

  test('nothing to do', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': unchanged })
    expect(envelope(await run('apply --format json'))).toMatchObject({
      command: 'apply',
      exit: 0,
      results: [],
    })
  })

  test('not confirmed', async () => {
    const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
    const found = envelope(await run('apply --format json'))
    expect(found).toMatchObject({ command: 'apply', exit: 4, results: [] })
    expect(found.problems.map(({ rule }) => rule)).toEqual(['not-confirmed'])
    expect(writes()).toEqual([])
  })

  test('a failed write', async () => {
    const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
    const url = await startProxy(sandbox.url, ({ method }) =>
      method === 'PATCH' ? failure(422, 'no') : undefined,
    )
    const said = await run('apply --yes --format json', { env: { BELFRY_URL: url } })
    expect(envelope(said)).toMatchObject({
      command: 'apply',
      exit: 5,
      results: [{ status: 'failed' }, { status: 'skipped' }],
    })
  })
})

describe('before any command is known', () => {
  test.each([
    ['a wrong flag', 'plan --format json --detailed'],
    ['a wrong command', 'plna --format json'],
    ['a flag without its value', 'plan --format json --only'],
    ['a bad number', 'plan --concurrency many --format json'],
    ['a bad port', 'sandbox --port many --format json'],
  ])('%s', async (_, args) => {
    const { run } = await cliWorld({})
    const said = await run(args)
    expect(said.exit).toBe(3)
    expect(envelope(said).problems.map(({ rule }) => rule)).toEqual(['bad-flag'])
  })
})

test('the sandbox says where it is on one line, while it runs', async () => {
  const { start } = await cliWorld({})
  const running = start('sandbox --port 0 --format json')
  const line = await running.says('\n')
  const found = envelopeIn(line)
  expect(found).toMatchObject({
    command: 'sandbox',
    exit: 0,
    environments: [{ name: 'Development' }, { name: 'Production' }],
  })
  const { url } = found as unknown as { readonly url: string }
  expect((await fetch(`${url}/v1/environments`)).status).toBe(401)
  running.kill('SIGTERM')
  expect(await running.ended).toEqual({ exit: 0, signal: null, out: line, err: '' })
})

test('a resource without an identity has no name in JSON', async () => {
  const { exit, out } = await runProgram(['validate', '--format', 'json', '-f', 'a.yaml'], {
    cwd: folderWith({ 'a.yaml': 'integrations: [{ name: Inbox, providerId: sendgrid, channel: email }]\n' }),
  })
  expect(exit).toBe(3)
  expect(out).toContain('required field \\"identifier\\" is missing')
  expect(out).not.toMatch(/undefined|"resource"/)
})

test('a command that does not exist is no format', async () => {
  const { run } = await cliWorld({})
  const said = await run('json')
  expect(said.out).toBe('')
  expect(said.err).toContain('unknown command "json"')
})
