// What flags and the environment pick: targets, resources, manifests, the service and its key.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { productionApiKey, type ProfileName } from '../../../src/sandbox/index.ts'
import { runProgram } from '../../support/cli.ts'
import { folderWith } from '../../support/cli-process.ts'
import { cliWorld, keys, people, unchanged } from '../../support/cli-world.ts'

const many = `integrations:
  - { identifier: twilio-sms, providerId: twilio, channel: sms, name: Texts, targets: [Production] }
  - { identifier: slack-ops, as: chat, providerId: slack, channel: chat, name: Talk, targets: [Production] }
subscribers:
  - { subscriberId: user-0001, lastName: One }
  - { subscriberId: user-0002, lastName: Two }
`

/** `Production subscriber/user-0001`, of every change that a plan shows. */
function changesIn(out: string): string[] {
  const { plan } = JSON.parse(out) as {
    readonly plan: { sections: { target?: string; changes: { kind: string; name: string }[] }[] }
  }
  return plan.sections.flatMap(({ target, changes }) =>
    changes.map(({ kind, name }) => `${target} ${kind}/${name}`),
  )
}

const integrations = ['Production integration/twilio-sms', 'Production integration/slack-ops']
const one = ['Development subscriber/user-0001', 'Production subscriber/user-0001']
const two = ['Development subscriber/user-0002', 'Production subscriber/user-0002']
const inProduction = (names: readonly string[]): string[] =>
  names.filter((name) => name.startsWith('Production'))

test.each([
  ['', [...integrations, ...one, ...two]],
  ['-t Production', inProduction([...integrations, ...one, ...two])],
  ['--target Prod* --target Dev*', [...integrations, ...one, ...two]],
  ['--only subscriber/user-0001', one],
  ['--only subscriber/*1 --only integration/slack-ops', ['Production integration/slack-ops', ...one]],
  ['--only integration/chat', ['Production integration/slack-ops']],
  ['--exclude subscriber/*', integrations],
  ['--only subscriber/* --exclude subscriber/user-0001 -t Production', inProduction(two)],
])('plan %s', async (flags, expected) => {
  const { run, writes } = await cliWorld({ 'manifests/many.yaml': many })
  const { exit, out } = await run(`plan --format json ${flags}`.trim())
  expect(exit).toBe(0)
  expect(changesIn(out).toSorted()).toEqual(expected.toSorted())
  expect(writes()).toEqual([])
})

test('apply --only makes the calls of these alone', async () => {
  const { run, writes } = await cliWorld({ 'manifests/many.yaml': many })
  expect(await run('apply --yes --only subscriber/user-0002 -t Production')).toMatchObject({ exit: 0 })
  expect(writes()).toEqual(['PATCH /v2/subscribers/user-0002'])
})

test.each(['--only', '--exclude', '--resend'])('%s that matches nothing is a mistake', async (flag) => {
  const { run, sandbox } = await cliWorld({ 'manifests/many.yaml': many })
  const { exit, err } = await run(`apply --yes ${flag} subscriber/user-9`)
  expect(exit).toBe(3)
  expect(err).toContain(`${flag} subscriber/user-9 matches no declared resource`)
  expect(sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('--resend sends what can not be compared, once', async () => {
  const { run, sandbox, writes } = await cliWorld({
    'manifests/hook.yaml': `integrations:
  - identifier: slack-ops
    providerId: slack
    channel: chat
    targets: [Production]
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: '\${env:SIGNING_KEY}' }
`,
  })
  const env = { SIGNING_KEY: 'key-to-sign-with' }
  const quiet = await run('apply --yes', { env })
  expect(quiet.out).toContain("fields that can't be compared and are not sent: integration slack-ops")
  expect(writes()).toEqual([])

  const said = await run('apply --yes --resend integration/slack-ops', { env })
  expect(said).toMatchObject({ exit: 0, err: '' })
  expect(said.out).toContain("? integration slack-ops  resend (can't be compared)")
  expect(writes()).toHaveLength(1)
  expect(sandbox.state.integrations.get('Production', 'slack-ops')?.configurations).toEqual({
    inboundWebhookEnabled: true,
    inboundWebhookSigningKey: env.SIGNING_KEY,
  })
})

describe('manifests', () => {
  test('-f - takes them from standard input', async () => {
    const { run } = await cliWorld({ 'manifests/many.yaml': many })
    const { exit, out } = await run('plan --format json -f -', { stdin: people })
    expect(exit).toBe(0)
    expect(changesIn(out)).toEqual(['Development subscriber/ops-oncall', 'Production subscriber/ops-oncall'])
  })

  test('-f takes files, folders and globs, from the working directory', async () => {
    const { run } = await cliWorld({
      'manifests/many.yaml': many,
      'a/b/c.yaml': people,
      'a/d.yaml': 'x-n: 1',
    })
    expect(await run('validate -f a/**/c.yaml')).toMatchObject({ exit: 0 })
    expect((await run('validate -f a -f manifests/many.yaml')).out).toContain('in 3 files')
  })

  test('--config names another project file', async () => {
    const { run } = await cliWorld({
      'elsewhere/other.yaml': 'service: { url: sandbox }\nmanifests: [people.yaml]\n',
      'elsewhere/people.yaml': people,
    })
    expect(await run('validate --config elsewhere/other.yaml', { env: { BELFRY_URL: '' } })).toMatchObject({
      exit: 0,
      out: 'Valid. 1 resource for 1 target in 1 file.\n',
    })
  })

  test('the project file is found upwards', async () => {
    const { run, folder } = await cliWorld({ 'manifests/deep/er/people.yaml': people })
    expect(await run('validate', { cwd: `${folder}/manifests/deep` })).toMatchObject({ exit: 0 })
  })
})

describe('without a project file', () => {
  test('BELFRY_URL, BELFRY_API_KEY and -f are enough', async () => {
    const { sandbox } = await cliWorld({})
    const cwd = folderWith({ 'people.yaml': people })
    const env = { BELFRY_URL: sandbox.url, BELFRY_API_KEY: keys.PRODUCTION_KEY }
    const said = await runProgram(['apply', '--yes', '-f', 'people.yaml'], { cwd, env })
    expect(said).toMatchObject({ exit: 0, err: '' })
    expect(sandbox.state.subscribers.get('Production', 'ops-oncall')?.lastName).toBe('Duty')
    expect(sandbox.state.subscribers.get('Development', 'ops-oncall')?.lastName).toBe('Call')
    const { err } = await runProgram(['plan', '-f', 'people.yaml', '--url', sandbox.url], { cwd })
    expect(err).toMatch(/with --dotenv FILE\.\n1 error/)
  })

  test('without -f there is no project', async () => {
    const { exit, err } = await runProgram(['validate'], { cwd: folderWith({}) })
    expect(exit).toBe(3)
    expect(err).toContain('neither this folder nor a folder above it contains belfry.yaml')
  })

  test.each([
    ['a file', ['--api-key-file', 'key'], ''],
    ['standard input', ['--api-key-file', '-'], `${keys.PRODUCTION_KEY}\n`],
  ])('the key may come from %s', async (_, flags, stdin) => {
    const { sandbox } = await cliWorld({})
    const cwd = folderWith({ 'people.yaml': people, key: `${keys.PRODUCTION_KEY}\n` })
    const args = ['plan', '-f', 'people.yaml', '--url', sandbox.url, ...flags]
    const { exit, out, err } = await runProgram(args, { cwd, stdin })
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toContain('1 to update')
  })

  test('a sandbox on another port needs no key, and is sent no other key', async () => {
    const { sandbox } = await cliWorld({})
    const url = `sandbox:${new URL(sandbox.url).port}`
    const cwd = folderWith({
      'belfry.yaml': `service: { url: ${url} }\ntargets: { Production: {} }\nmanifests: [people.yaml]\n`,
      'people.yaml': people,
    })
    const { exit, out, err } = await runProgram(['plan'], { cwd })
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toContain('1 to update')
    const before = sandbox.log.length
    const bound = folderWith({
      'belfry.yaml': `service: { url: ${url} }\nmanifests: [people.yaml]\n`,
      'people.yaml': people,
    })
    const both = await runProgram(['plan'], {
      cwd: bound,
      env: { BELFRY_URL: sandbox.url, BELFRY_API_KEY: 'a-real-key' },
    })
    expect(both.exit).toBe(3)
    expect(both.err).toContain("doesn't belong to the sandbox")
    const real = { BELFRY_API_KEY: 'a-real-key' }
    const refused = await runProgram(['plan', '-f', 'people.yaml', '--url', url], {
      cwd: folderWith({ 'people.yaml': people }),
      env: real,
    })
    expect(refused.exit).toBe(3)
    expect(refused.err).toContain("doesn't belong to the sandbox")
    expect(sandbox.log).toHaveLength(before)
  })

  test('a key that is not the sandbox’s own is not sent to the sandbox', async () => {
    const cwd = folderWith({ 'people.yaml': people })
    const env = { BELFRY_API_KEY: 'a-real-key' }
    const { exit, err } = await runProgram(['plan', '-f', 'people.yaml'], { cwd, env })
    expect(exit).toBe(3)
    expect(err).toContain("doesn't belong to the sandbox")
    expect(err).not.toContain('a-real-key')
  })
})

test('--url against another origin in the project file is refused', async () => {
  const { run } = await cliWorld({
    'belfry.yaml': 'service: { url: https://api.acme.example }\nmanifests: [manifests]\n',
    'manifests/people.yaml': people,
  })
  const { exit, err } = await run('plan --url http://127.0.0.1:9')
  expect(exit).toBe(3)
  expect(err).toContain('other-origin')
})

test('--insecure-http is of every command that sends keys, and of the next command too', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  for (const command of ['plan', 'apply', 'doctor', 'trigger', 'events list', 'messages get'])
    expect((await run(`${command} --help`)).out).toContain('--insecure-http')
  expect((await run('plan --insecure-http')).out).toMatch(
    /^Next: belfry plan --insecure-http .*, then belfry apply --insecure-http plan\.json$/m,
  )
})

test('a key file that others may read is warned of', async () => {
  const { run, folder } = await cliWorld({
    'belfry.yaml':
      'service: { url: "${env:BELFRY_URL}" }\ntargets: { Production: {} }\nmanifests: [manifests]\n',
    'manifests/people.yaml': people,
    'k&y': productionApiKey,
  })
  chmodSync(join(folder, 'k&y'), 0o644)
  const open = await run('plan --api-key-file k&y')
  expect(open.exit).toBe(0)
  expect(open.err).toBe(`warning  open-key-file
  --api-key-file k&y can be read by other users of this machine
  Run chmod 600 'k&y'.
1 warning. Nothing was written.
`)
  chmodSync(join(folder, 'k&y'), 0o600)
  expect((await run('plan --api-key-file k&y')).err).toBe('')
})

test.each(['0', '65', '1.5', 'many'])('--concurrency %s is refused', async (number) => {
  const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run(`plan --concurrency ${number}`)
  expect(exit).toBe(3)
  expect(err).toContain(`--concurrency ${number} is not a whole number from 1 to 64`)
  expect(sandbox.log).toEqual([])
})

test.each(['0', '0.5', '3601', 'long'])(
  '--freshness %s is refused before the first request',
  async (seconds) => {
    const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, err } = await run(`apply --yes --freshness=${seconds}`)
    expect(exit).toBe(3)
    expect(err).toContain(`--freshness ${seconds} is not a valid duration from 1s to 1h: write 5, 5s or 2m`)
    expect(sandbox.log).toEqual([])
  },
)

test('--check-credentials has credentials tried out when they are sent, and nothing else', async () => {
  const manifest = `integrations:
  - { identifier: twilio-sms, providerId: twilio, channel: sms, name: Texts, targets: [Production] }
  - { identifier: new, providerId: clicksend, channel: sms, credentials: { user: u, apiKey: '\${env:K}', from: f }, targets: [Production] }
`
  const { run, sandbox } = await cliWorld({ 'manifests/sms.yaml': manifest })
  const env = { K: 'key-of-clicksend' }
  const idle = await run('apply --yes --check-credentials integration/twilio-sms', { env })
  expect(idle.exit).toBe(3)
  expect(idle.err).toContain(
    '--check-credentials integration/twilio-sms matches no declared resource with credentials',
  )
  const said = await run('apply --yes --check-credentials integration/*', { env })
  expect(said.exit).toBe(0)
  expect(said.out).toContain(
    'side effect: the request sets check: true, so the service tests the credentials with the provider',
  )
  const asked = sandbox.log
    .filter(({ method }) => method !== 'GET')
    .map(({ body }) => body as { readonly check?: boolean; readonly credentials?: object })
    .map(
      ({ check, credentials }) => `${credentials === undefined ? 'without' : 'with'} credentials: ${check}`,
    )
  expect(asked.toSorted()).toEqual(['with credentials: true', 'without credentials: undefined'])
})

test.each([
  ['subscriber/ops-oncall', unchanged, true],
  ['subscriber/*', unchanged, true],
  ['subscriber/*', people, false],
])('--resend %s of fields that the service returns', async (selector, manifest, isSaid) => {
  const { run, writes } = await cliWorld({ 'manifests/people.yaml': `targets: [Production]\n${manifest}` })
  const { exit, err } = await run(`plan --resend ${selector}`)
  const words = `--resend ${selector.includes('*') ? `'${selector}'` : selector} sends nothing, because the service returns all declared fields`
  expect([exit, err.includes(words), writes()]).toEqual([0, isSaid, []])
})

describe('--check-credentials of credentials that no request contains', () => {
  const manifest = (name: string): string => `targets: [Production]
integrations: [{ identifier: new, name: ${name}, providerId: clicksend, channel: sms, configurations: { inboundWebhookEnabled: true }, credentials: { user: u, apiKey: '\${env:K}', from: f } }]
`
  const env = { K: 'key-of-clicksend' }
  const said =
    "integration new: credentials not checked, because this plan doesn't send them (target Production)"

  async function applied(profile: ProfileName) {
    const world = await cliWorld({ 'manifests/sms.yaml': manifest('New') }, {}, profile)
    const first = await world.run('apply --yes --check-credentials integration/new', { env })
    expect(first).toMatchObject({ exit: 0, err: expect.not.stringContaining('not-checked') })
    return world
  }

  test.each([
    ['novu-2026-09', 'New', 'To send and check the credentials, add --resend integration/new.'],
    ['novu-2026-09', 'Other', 'To send and check the credentials, add --resend integration/new.'],
    ['contract', 'New', 'The credentials are unchanged. To test the credentials in the service, send a'],
    ['contract', 'Other', 'The credentials are unchanged. To test the credentials in the service, send a'],
  ] as const)('%s, with the name %s', async (profile, name, hint) => {
    const { run, folder, writes } = await applied(profile)
    writeFileSync(join(folder, 'manifests/sms.yaml'), manifest(name))
    const before = writes().length
    for (const command of ['plan', 'apply --yes']) {
      const { exit, err } = await run(`${command} --check-credentials integration/*`, { env })
      expect(exit).toBe(0)
      expect(err.split('credentials not checked')).toHaveLength(2)
      expect(err).toContain(said)
      expect(err).toContain(hint)
    }
    expect(writes().length - before).toBe(name === 'New' ? 0 : 1)
  })

  test('they are checked if they are sent again', async () => {
    const { run, sandbox } = await applied('novu-2026-09')
    const options = '--resend integration/new --check-credentials integration/new'
    const { exit, err } = await run(`apply --yes ${options}`, { env })
    expect({ exit, err }).toEqual({ exit: 0, err: expect.not.stringContaining('not-checked') })
    const sent = sandbox.log.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    expect(sent).toMatchObject([{ credentials: { user: 'u' }, check: true }])
  })
})

test.each(['apply plan.json', 'apply --approved plan.json --check-credentials integration/*'])(
  'a plan with --check-credentials has it done by %s',
  async (command) => {
    const manifest = `targets: [Production]
integrations: [{ identifier: new, providerId: clicksend, channel: sms, credentials: { user: u, apiKey: '\${env:K}', from: f } }]
`
    const { run, sandbox } = await cliWorld({ 'manifests/sms.yaml': manifest })
    const env = { K: 'key-of-clicksend' }
    const said = await run('plan --out plan.json --check-credentials integration/*', { env })
    expect(said.out).toContain(
      'side effect: the request sets check: true, so the service tests the credentials with the provider',
    )
    expect(await run(command, { env })).toMatchObject({ exit: 0 })
    const sent = sandbox.log.filter(({ method }) => method !== 'GET').map(({ body }) => body)
    expect(sent).toMatchObject([{ identifier: 'new', check: true }])
  },
)

test('--input-limit raises and lowers what input may be', async () => {
  const { run } = await cliWorld({ 'manifests/many.yaml': many })
  expect(await run('validate --input-limit max-file-size=64')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('this file is larger than 64 bytes (max-file-size)'),
  })
  expect(await run('validate --input-limit max-file-size=1MiB')).toMatchObject({ exit: 0 })
  expect(await run('validate --input-limit max-size=1')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('--input-limit max-size=1 is not a valid limit'),
  })
})

test.each(['40', '40s', '1.5m', '500ms', '1h'])('--timeout %s and --freshness %s are times', async (time) => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const freshness = time === '500ms' ? '2s' : time
  expect((await run(`apply --yes --timeout ${time} --freshness ${freshness}`)).exit).toBe(0)
})

test.each(['0', '0s', '-1', 'long', '40x', '9999999'])(
  '--timeout %s is refused before the first request',
  async (time) => {
    const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, err } = await run(`plan --timeout=${time}`)
    expect([exit, sandbox.log]).toEqual([3, []])
    expect(err).toContain(
      `--timeout ${time} is not a valid duration above 0 and below 25 days: write 40, 40s or 2m`,
    )
  },
)
