// belfry audit: each planted fault is found, nothing is found in a clean directory, and nothing is written or given away.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditRules } from '../../../src/core/rules.ts'
import type { ProfileName, Seed } from '../../../src/sandbox/index.ts'
import { cleanSeed, faultySeed, gone, secretsIn } from '../../support/audit-seed.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'

interface Finding {
  readonly rule: string
  readonly severity: string
  readonly message: string
  readonly target?: string
}

async function world(seed: Seed, settings = '', profile?: ProfileName): Promise<CliWorld> {
  const made = await cliWorld({ 'belfry.yaml': `${project}${settings}` }, seed, profile)
  if (JSON.stringify(seed).includes(`"${gone}"`)) made.sandbox.state.integrations.remove('Production', gone)
  return made
}

async function findings({ run }: CliWorld, args = ''): Promise<readonly Finding[]> {
  const { out } = await run(`audit --format ndjson${args}`)
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Finding)
}

test('nothing is found in a clean directory', async () => {
  const { run, writes } = await world(cleanSeed())
  expect(await run('audit --fail-on *')).toEqual({
    exit: 0,
    out: 'Audited target Development: 2 integrations and 0 subscribers.\nAudited target Production: 6 integrations and 40 subscribers.\nNo findings.\n',
    err: '',
  })
  expect(writes()).toEqual([])
})

test('each planted fault is found, once, and nothing else', async () => {
  const made = await world(faultySeed())
  const found = await findings(made)
  expect(
    found
      .map(({ rule, message }) => `${rule}: ${message.replace(/fingerprint [\w-]{12}/, 'fingerprint X')}`)
      .sort(),
  ).toEqual([
    'channel-state: push delivers nothing in Development: its only integration push-off is inactive',
    'channel-state: push is degraded in Production: integration push-without has no credentials',
    'dead-channel: the integration of channel fcm@fcm-gone is not in the service, and 1 subscriber has this channel: channel-gone',
    'dead-channel: the integration of channel fcm@fcm-old is inactive, and 1 subscriber has this channel: channel-inactive',
    'incomplete-channel: channel mattermost@mattermost-ops of subscriber chat-incomplete has no webhookUrl; mattermost needs this value',
    'incomplete-channel: channel whatsapp-business@whatsapp of subscriber whatsapp-incomplete has no phone number of the subscriber; whatsapp-business needs this value',
    'missing-credentials: integration sms-spare is active without the credentials token and from, which twilio requires',
    'several-primaries: email is degraded in Production: mail and mail-second are primary, and the service uses the newest active primary integration',
    'shared-credential: integration sms-shared of target Development and integration sms-shared of target Production have the same token (fingerprint X)',
    'shared-device-token: subscribers token-ada, token-bob and token-cleo have the same device token (fingerprint X)',
    'shared-email: subscribers mail-dora and mail-erik@people.example have the same email address (s***@people.example)',
    'shared-phone: subscribers phone-finn and phone-gala have the same phone number (+49…01)',
    'too-many-device-tokens: channel fcm@fcm-main of subscriber many-tokens has 101 device tokens, and the service allows 100',
    "unreachable-subscriber: subscriber nobody-reaches can't be reached, because no email address, phone number or channel is set that an active integration delivers to",
    'unused-integration: integration mail-idle is active, but it is not the primary integration for email and no conditions or rules select it',
  ])
  // Only a release before May 2026 has idle conditions: idle-conditions.test.ts.
  const known = auditRules.filter((rule) => rule !== 'idle-conditions')
  expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(known))
  expect(made.writes()).toEqual([])
})

test('names of channels are shown where personal data is masked', async () => {
  const seed = JSON.parse(JSON.stringify(faultySeed()).replaceAll('fcm-old', 'fcm-old.eu')) as Seed
  const { err } = await (await world(seed, 'privacy: mask\n')).run('audit -t Production')
  expect(err).toContain('the integration of channel fcm@fcm-old.eu is inactive')
  expect(err).toContain('m***@people.example')
})

test('one target is audited alone, and what is compared between targets then is not', async () => {
  const found = await findings(await world(faultySeed()), ' -t Production')
  expect(found).toHaveLength(13)
  expect(new Set(found.map(({ target }) => target))).toEqual(new Set(['Production']))
})

describe('the exit code', () => {
  test.each([
    ['audit', '', 0],
    ['audit --fail-on shared-*', '', 2],
    ['audit --fail-on several-primaries --fail-on shared-email', '', 2],
    ['audit --fail-on shared-email', 'rules: { shared-email: off }\n', 0],
    ['audit', 'rules: { shared-email: error }\n', 2],
    ['audit --fail-on share-email', '', 3],
    ['audit --fail-on=', '', 3],
  ])('%s, with %j in the project file: %s', async (command, settings, exit) => {
    const said = await (await world(faultySeed(), settings)).run(command)
    expect(said.exit).toBe(exit)
    expect(said.out.includes('Audited')).toBe(exit !== 3)
  })

  test('a service that fails half-way: what was found stays, and the exit code is 1', async () => {
    const { run, sandbox } = await world(faultySeed(200))
    const url = await startProxy(sandbox.url, ({ path }) =>
      path.includes('after=') ? failure(500, 'no more') : undefined,
    )
    const said = await run('audit -t Production --timeout 1 --fail-on *', {
      env: { BELFRY_URL: url },
      pass: () => undefined,
    })
    expect(said).toMatchObject({
      exit: 1,
      out: 'Not read completely: the subscribers of target Production.\n4 findings, but the audit is not complete.\n',
    })
    expect(said.err).toContain('several-primaries')
    expect(said.err).toContain('no more')
  })
})

test.each([
  ['the service is unreachable', () => 'http://127.0.0.1:9', 1],
  ['a key is not valid', (url: string) => startProxy(url, () => failure(401, 'no key')), 3],
])('an audit is not complete if %s', async (_, serviceFor, exit) => {
  const { run, folder, sandbox } = await world(cleanSeed())
  const url = await serviceFor(sandbox.url)
  const said = await run('audit --timeout 1 --report html=a.html --report json=a.json', {
    env: { BELFRY_URL: url },
    pass: () => undefined,
  })
  expect(said).toMatchObject({
    exit,
    out: `Not read completely: the integrations and subscribers of target Development.
Not read completely: the integrations and subscribers of target Production.
The audit is not complete.
`,
  })
  const html = readFileSync(join(folder, 'a.html'), 'utf8')
  expect(html).toContain('<title>The audit is not complete')
  expect(html).not.toContain('No findings')
  const kinds = ['integration', 'subscriber']
  expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'))).toMatchObject({
    unread: [
      { target: 'Development', kinds },
      { target: 'Production', kinds },
    ],
  })
})

describe('no secret and no personal data is given away', () => {
  const commands = ['', ' --format json', ' --format ndjson', ' --format html', ' --debug']
  test.each(commands)('audit%s', async (options) => {
    const seed = faultySeed()
    const { run, folder } = await world(seed)
    const { out, err } = await run(`audit --report sarif=a.sarif --report json=a.json${options}`)
    const written = ['a.sarif', 'a.json'].map((file) => readFileSync(join(folder, file), 'utf8'))
    const text = [out, err, ...written].join('\n')
    expect(text).toContain('shared-device-token')
    expect(secretsIn(seed).filter((secret) => text.includes(secret))).toEqual([])
    expect(text.toLowerCase()).not.toContain('somebody@')
    expect(text).not.toContain('5550001')
  })

  test('IDs that are addresses are masked for others, and with privacy: mask for all', async () => {
    const { run, folder } = await world(faultySeed())
    expect((await run('audit --report sarif=a.sarif --report html=a.html')).err).toContain('mail-erik@')
    for (const file of ['a.sarif', 'a.html']) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(text).toContain('m***@people.example')
      expect(text).not.toContain('mail-erik@')
      expect(text).toContain('channel mattermost@mattermost-ops of subscriber')
      expect(text).toContain('channel fcm@fcm-old is inactive')
    }
    const masked = await (await world(faultySeed(), 'privacy: mask\n')).run('audit --format ndjson')
    expect(masked.out).not.toContain('mail-erik@')
  })

  test('an ID that repeats its own device token is shown without it', async () => {
    const token = 'canary-token-in-an-id-0001'
    const seed = cleanSeed()
    const channels = ['a', 'b'].map(() => ({
      providerId: 'fcm' as const,
      integrationIdentifier: 'fcm-main',
      credentials: { deviceTokens: [token] },
    }))
    const subscribers = ['a', 'b'].map((name, index) => ({
      environment: 'Production',
      subscriberId: `device-${name}-${token}`,
      channels: channels.slice(index, index + 1),
    }))
    const { run } = await world({ ...seed, subscribers })
    const { err } = await run('audit')
    expect(err).toContain('device-a-(secret in the service)')
    expect(err).not.toContain(token)
  })
})

test('SARIF and HTML have the findings', async () => {
  const { run, folder } = await world(faultySeed())
  const { out } = await run('audit --format html --report sarif=a.sarif')
  expect(out).toContain('<h1>15 findings</h1>')
  expect(out).not.toContain('of 11 rules')
  // An audit makes no plan.
  expect(out).toContain('The service has several primary integrations for the same channel.')
  const page = out.replaceAll(/<style>.*?<\/style>|<script.*?<\/script>/gs, '')
  expect(page.match(/[^<>]*\bplan\b[^<>]*/g)).toBeNull()
  const log = JSON.parse(readFileSync(join(folder, 'a.sarif'), 'utf8')) as {
    readonly runs: readonly {
      readonly results: readonly { readonly ruleId: string; readonly level: string }[]
    }[]
  }
  expect(log.runs[0]?.results).toHaveLength(15)
  expect(new Set(log.runs[0]?.results.map(({ level }) => level))).toEqual(new Set(['warning']))
})

/** So many subscribers with an email address, and no integration that delivers email. */
const withoutEmail = (size: number): Seed => {
  const { integrations = [], ...seed } = cleanSeed()
  const subscribers = Array.from({ length: size }, (_, index) => ({
    environment: 'Production',
    subscriberId: `user-${index}`,
    email: `user-${index}@acme.example`,
  }))
  return { ...seed, subscribers, integrations: integrations.filter(({ channel }) => channel !== 'email') }
}
const smsOfDevelopment = {
  environment: 'Development',
  identifier: 'sms-dev',
  providerId: 'twilio',
  channel: 'sms' as const,
  active: true,
  primary: true,
  credentials: { accountSid: 'AC3', token: 'canary-twilio-0003', from: '+1' },
}
const byEmail = "can't be reached by email, because no active integration delivers email"

test('equal findings are one in text, with the first names, and each its own in JSON and NDJSON', async () => {
  const made = await world(withoutEmail(42))
  const { err, out } = await made.run('audit')
  expect(err).toBe(`warning  unreachable-subscriber
  42 subscribers ${byEmail} (target Production)
  subscriber user-0, subscriber user-1, subscriber user-2 and 39 more
  Set an email address, a phone number or a channel that an active integration delivers to.
42 warnings. Nothing was written.
`)
  expect(out).toContain('42 findings.')
  const { problems } = JSON.parse((await made.run('audit --format json')).out) as { readonly problems: readonly object[] } // prettier-ignore
  expect(problems).toHaveLength(42)
  expect(Object.keys(problems[7] ?? {}).sort()).toEqual([
    'hint',
    'message',
    'resource',
    'rule',
    'severity',
    'target',
  ])
  expect((await findings(made)).map(({ message }) => message)).toContain(`subscriber user-41 ${byEmail}`)
})

test.each([
  ['a single one is not folded', 1, `subscriber user-0 ${byEmail} (target Production)`],
  ['two are', 2, `2 subscribers ${byEmail} (target Production)\n  subscriber user-0, subscriber user-1\n`],
  ['more than are kept are counted', 1003, '1003 subscribers'],
])('%s', async (_, size, text) => {
  const { err } = await (await world(withoutEmail(size))).run('audit')
  expect(err).toContain(text)
  expect(err).toContain(`\n${size} warning${size === 1 ? '' : 's'}. Nothing was written.`)
  expect(err).not.toContain('more finding')
})

test('findings with another reason or target are another line, and errors are folded too', async () => {
  const seed = withoutEmail(3)
  const more = ['a', 'b'].flatMap((subscriberId) => [
    { environment: 'Production', subscriberId },
    { environment: 'Development', subscriberId, email: `${subscriberId}@acme.example` },
  ])
  const { err, exit } = await (
    await world(
      {
        ...seed,
        subscribers: [...(seed.subscribers ?? []), ...more],
        integrations: [...(seed.integrations ?? []), smsOfDevelopment],
      },
      'rules: { unreachable-subscriber: error }\n',
    )
  ).run('audit')
  expect(exit).toBe(2)
  expect(err).toContain(`3 subscribers ${byEmail} (target Production)`)
  expect(err).toContain(`2 subscribers ${byEmail} (target Development)`)
  expect(err).toContain("2 subscribers can't be reached, because")
  expect(err).toContain('7 errors.')
})

test('where channel-state is off, missing credentials are said by their own rule', async () => {
  const found = await findings(await world(faultySeed(), 'rules: { channel-state: off }\n'))
  expect(found).toContainEqual(expect.objectContaining({ rule: 'missing-credentials', message: 'integration push-without is active without the credential apiKey, which expo requires' })) // prettier-ignore
})

test('of many findings of one rule the first are listed, and all are in NDJSON', async () => {
  const size = 1003
  const subscribers = Array.from({ length: size }, (_, index) => ({
    environment: 'Production',
    subscriberId: `user-${index}`,
  }))
  const made = await world({ ...cleanSeed(), subscribers })
  const { out } = await made.run('audit --format json')
  const { problems, findings: count } = JSON.parse(out) as {
    readonly problems: readonly Finding[]
    readonly findings: number
  }
  expect(count).toBe(size)
  expect(problems).toHaveLength(1001)
  expect(problems.at(-1)).toMatchObject({ rule: 'unreachable-subscriber', message: '3 more findings' })
  expect(await findings(made)).toHaveLength(size)
})

test('a service that returns no credentials: they are not checked, and the output says so', async () => {
  const { run } = await world(faultySeed(), '', 'novu-2026-09')
  const { out, err } = await run('audit -t Production')
  expect(out).toBe(
    "Audited target Production: 12 integrations and 53 subscribers. The service doesn't return credentials, so belfry didn't check them.\n11 findings.\n",
  )
  expect(err).not.toContain('missing-credentials')
  expect(err).toContain('several-primaries')
})

test('--fix is gone: the message says what to do', async () => {
  const { run } = await world(faultySeed())
  const said = await run('audit -t Production --fix tokens=newest')
  expect([said.exit, said.out]).toEqual([3, ''])
  expect(said.err).toContain('unknown option "--fix"')
  expect(said.err).toContain(
    "belfry doesn't correct manifests. The line below each problem says what to write.",
  )
})

test('as the manual says, a manifest takes a shared token from a subscriber; where a service only adds tokens, apply shows what stays', async () => {
  const { run, folder } = await world(faultySeed())
  const manifest = `subscribers:
  - subscriberId: token-ada
    targets: [Production]
    channels:
      - providerId: fcm
        integrationIdentifier: fcm-main
        credentials: { deviceTokens: ['\${env:ADA_DEVICE_TOKEN}'] }
        exact: [deviceTokens]
`
  writeFileSync(join(folder, 'fix.yaml'), manifest)
  const env = { ADA_DEVICE_TOKEN: 'canary-token-of-ada-0002' }
  const applied = await run('apply -f fix.yaml --yes', { env })
  expect(applied.exit).toBe(6)
  expect(applied.out.slice(applied.out.indexOf('Not converged')))
    .toBe(`Not converged: a new plan still shows 1 change.
  ~ subscriber token-ada fcm@fcm-main: channels.fcm@fcm-main.deviceTokens
    - deviceTokens  (secret in the service)
The service accepted the requests, but a later read returned different values. Either the read returned an earlier state, or another client changed the values, or the service adds entries to these lists and removes none.
Next: run belfry plan -f fix.yaml to see the current values.
`)
})
