// belfry get: environments, integrations and subscribers as the service has them, and where manifests declare them.
import { describe, expect, test } from 'vitest'
import { profileNames, type Seed } from '../../../src/sandbox/index.ts'
import { activityWorld } from '../../support/activity-world.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { cliWorld, keys, project } from '../../support/cli-world.ts'
import { actingIn, hostileText } from '../../support/hostile-text.ts'
import { workflowCommands } from '../../support/workflow-commands.ts'

const environment = 'Production'
const slack = { providerId: 'slack', integrationIdentifier: 'slack-ops' } as const
const push = { providerId: 'fcm', integrationIdentifier: 'fcm-push' } as const
const webhook = 'https://hooks.slack.example/services/canary-live-webhook'
const token = 'canary-live-device-token'

const seed: Seed = {
  integrations: [
    {
      environment,
      identifier: 'twilio-eu',
      name: 'Twilio EU',
      providerId: 'twilio',
      channel: 'sms',
      active: true,
      credentials: { token: 'canary-live-credential', from: '+15005550006' },
      conditions: [
        {
          isNegated: false,
          type: 'GROUP',
          value: 'AND',
          children: [{ on: 'subscriber', field: 'locale', operator: 'EQUAL', value: 'de' }],
        },
      ],
    },
    {
      environment,
      identifier: 'slack-ops',
      name: 'Slack',
      providerId: 'slack',
      channel: 'chat',
      active: true,
    },
    { environment, identifier: 'fcm-push', name: 'Push', providerId: 'fcm', channel: 'push' },
  ],
  subscribers: ['ada', 'bob', 'cyd', 'dan', 'eve'].map((subscriberId) => ({
    environment,
    subscriberId,
    firstName: subscriberId === 'ada' ? 'Ada' : 'Somebody',
    email: `${subscriberId}@acme.example`,
    phone: '+491701234567',
    ...(subscriberId === 'ada' && {
      data: { tier: 'gold' },
      channels: [
        { ...slack, credentials: { webhookUrl: webhook } },
        { ...push, credentials: { deviceTokens: [token, `${token}-2`] } },
      ],
    }),
  })),
}

const manifest = `integrations:
  - identifier: twilio-eu
    targets: [Production]
    name: Twilio
    providerId: twilio
    channel: sms
    credentials: { token: '\${env:TWILIO_TOKEN}' }
  - identifier: fcm-mobile
    previously: fcm-push
    targets: [Production]
    name: Push
    providerId: fcm
    channel: push
    credentials: { serviceAccount: '\${env:FCM}' }
`

function idsIn(text: string): unknown[] {
  const { data } = envelopeIn(text) as unknown as { data: { subscriberId: unknown }[] }
  return data.map(({ subscriberId }) => subscriberId)
}

describe('get environments', () => {
  test('as a table and as JSON, and never with a key', async () => {
    const { run } = await activityWorld(seed, {
      'manifests/all.yaml': 'environments:\n  - name: Production\n',
    })
    expect(await run(['get', 'environments'])).toEqual({
      exit: 0,
      out: `NAME         IDENTIFIER    PARENT       TYPE  MANAGED
Development  sandbox-dev1               dev   unmanaged
Production   sandbox-prd1  Development  prod  manifests/all.yaml:2
`,
      err: '',
    })
    const { out } = await run(['get', 'environments', 'Prod*', '--format', 'json'])
    expect(envelopeIn(out)).toMatchObject({
      command: 'get environments',
      data: [{ name: 'Production', parent: 'Development', managed: { file: 'manifests/all.yaml', line: 2 } }],
    })
    expect(out).not.toMatch(/apiKeys|hash/)
  })
})

describe('get integrations', () => {
  test('each with its conditions and the line that declares it, without any secret variable', async () => {
    const { run } = await activityWorld(seed, { 'manifests/all.yaml': manifest })
    const { exit, out, err } = await run(['get', 'integrations', '{*-eu,fcm*,slack-ops}'])
    expect([exit, err]).toEqual([0, ''])
    expect(out)
      .toBe(`IDENTIFIER  NAME       CHANNEL  PROVIDER  ACTIVE  PRIMARY  WHEN                          MANAGED
slack-ops   Slack      chat     slack     yes                                            unmanaged
fcm-push    Push       push     fcm       no                                             manifests/all.yaml:8
twilio-eu   Twilio EU  sms      twilio    yes              subscriber.locale EQUAL "de"  manifests/all.yaml:2
`)
  })

  test('each of several primary integrations', async () => {
    const sms = { environment, name: 'SMS', providerId: 'twilio', channel: 'sms', primary: true } as const
    const integrations = ['one', 'two'].map((identifier) => ({ ...sms, identifier, active: true }))
    const { run } = await activityWorld({ ...seed, integrations, subscribers: [] })
    const { out } = await run(['get', 'integrations', '--format', 'ndjson'])
    expect(out.match(/"primary":true/g)).toHaveLength(2)
    expect((await run(['get', 'integrations'])).out.match(/yes {5}yes/g)).toHaveLength(2)
  })

  test('as JSON and NDJSON: conditions whole, credentials closed', async () => {
    const { run } = await activityWorld(seed, { 'manifests/all.yaml': manifest })
    const json = await run(['get', 'integrations', 'twilio-eu', '--format', 'json'])
    const { data } = envelopeIn(json.out) as unknown as { data: object[] }
    expect(data).toEqual([
      {
        _id: expect.any(String) as string,
        identifier: 'twilio-eu',
        name: 'Twilio EU',
        providerId: 'twilio',
        channel: 'sms',
        active: true,
        credentials: { token: '(secret live)', from: '+15005550006' },
        conditions: seed.integrations?.[0]?.conditions,
        when: 'subscriber.locale EQUAL "de"',
        managed: { file: 'manifests/all.yaml', line: 2, column: 5, length: 10 },
      },
    ])
    const lines = await run(['get', 'integrations', 'twilio-eu', '--format', 'ndjson'])
    expect(lines.out).toBe(`${JSON.stringify(data[0])}\n`)
  })

  test('a condition that manifests keep secret stays so', async () => {
    const { run } = await activityWorld(seed, {
      'manifests/all.yaml': `${manifest.slice(0, manifest.indexOf('  - identifier: fcm'))}    conditions:
      - { type: GROUP, isNegated: false, value: AND, children: [{ on: subscriber, field: locale, operator: EQUAL, value: '\${env:LOCALE}' }] }
`,
    })
    const { out } = await run(['get', 'integrations', 'twilio-eu', '--format', 'json'])
    expect(envelopeIn(out)).toMatchObject({ exit: 0, data: [{ when: '(secret live)' }] })
    expect(out).not.toContain('"de"')
  })

  test('wrong manifests are one warning, and the column is left out', async () => {
    const { run } = await activityWorld(seed, { 'manifests/all.yaml': `${manifest}    nmae: x\n` })
    const { exit, out, err } = await run(['get', 'integrations'])
    expect(exit).toBe(0)
    expect(out).not.toContain('MANAGED')
    expect(err).toBe(`warning  managed-unknown
  the manifests have 1 error, so belfry doesn't know which manifest declares each integration
  To list the errors, run belfry validate -t Production.
1 warning. belfry has read the list.
`)
  })

  test('a name that is not there', async () => {
    const { run } = await activityWorld(seed, { 'manifests/all.yaml': manifest })
    expect(await run(['get', 'integrations', 'twillio-eu'])).toEqual({
      exit: 3,
      out: '',
      err: `error  not-found
  no integration matches "twillio-eu"; did you mean "twilio-eu"? (target Production)
  To list all integrations, run belfry get integrations -t Production.
1 error. Nothing is shown.
More about a rule: belfry explain not-found
`,
    })
  })

  test('the key of another environment is refused', async () => {
    const text = project.replace('Production: {', 'Production: { environment: Staging,')
    const { run } = await activityWorld(seed, { 'belfry.yaml': text, 'manifests/all.yaml': manifest })
    const { exit, err } = await run(['get', 'integrations'])
    expect([exit, err.split('\n')[0]]).toEqual([4, 'error  wrong-environment'])
  })
})

describe('get subscribers', () => {
  test('a page as a table, with what to copy for the next one', async () => {
    const { run } = await activityWorld(seed)
    const { out, err } = await run(['get', 'subscribers', '--order', 'asc', '--limit', '1'])
    expect(out).toBe(
      `SUBSCRIBER  NAME  EMAIL             PHONE          CHANNELS                           LOCALE  TIMEZONE
ada         Ada   ada@acme.example  +491701234567  slack@slack-ops, fcm@fcm-push (2)
`,
    )
    const [, cursor = ''] =
      /^There are more subscribers, 5 in total\. All of them: --all, without --after and --before\.\nNext page: --after (\S+)\n$/.exec(
        err,
      ) ?? []
    const next = await run(['get', 'subscribers', '--order', 'asc', '--limit', '2', '--after', cursor])
    expect(next.out).toContain('bob')
    const [, before = ''] = /^Previous page: --before (\S+)$/m.exec(next.err) ?? []
    const back = await run(['get', 'subscribers', '--order', 'asc', '--format', 'json', '--before', before])
    expect(idsIn(back.out)).toEqual(['ada'])
  })

  test('every parameter of the search is sent', async () => {
    const { run, sent } = await activityWorld(seed)
    const { exit } = await run([
      'get', 'subscribers', '--email', 'ACME', '--name', 'Ada', '--phone', '49', '--subscriber', 'ada', '--order-by', 'updatedAt',
      '--order', 'desc', '--after', '6b0000000000000000000001', '--include-cursor', '--limit', '7',
    ]) // prettier-ignore
    // Neither the cursor nor the filters fit the seed.
    expect(exit).toBe(3)
    expect(sent()).toEqual([
      'GET /v2/subscribers?email=ACME&name=Ada&phone=49&subscriberId=ada&orderBy=updatedAt&orderDirection=DESC&after=6b0000000000000000000001&includeCursor=true&limit=7',
    ])
  })

  test.each([
    [['--name', 'Ada'], ['ada']],
    [['--email', 'bob@'], ['bob']],
    [['ada'], ['ada']],
    [
      ['--all', '--limit', '2', '--order', 'asc'],
      ['ada', 'bob', 'cyd', 'dan', 'eve'],
    ],
    [
      ['--all', '--max', '2', '--order', 'asc'],
      ['ada', 'bob'],
    ],
  ])('%j finds', async (flags, ids) => {
    const { run } = await activityWorld(seed)
    expect(idsIn((await run(['get', 'subscribers', '--format', 'json', ...flags])).out)).toEqual(ids)
  })

  test('--max names what it ends', async () => {
    const { run } = await activityWorld(seed)
    const { err } = await run(['get', 'subscribers', '--all', '--max', '2'])
    expect(err).toBe(
      'The list ends after 2 subscribers, but there are more subscribers. Raise --max to list more.\n',
    )
  })

  test.each([
    ['--after', ['--after', 'cafe00000000000000000001']],
    ['--before', ['--before', 'cafe00000000000000000001']],
    ['--after', ['--all', '--after', 'cafe00000000000000000001']],
  ])('a cursor that the service does not know is an error: %s %j', async (name, args) => {
    const { run } = await activityWorld(seed)
    const { exit, err } = await run(['get', 'subscribers', ...args])
    expect(exit).toBe(3)
    expect(err).toContain(`the service doesn't know the cursor cafe00000000000000000001 of ${name}`)
  })

  test('after the last subscriber, the list is empty', async () => {
    const { run } = await activityWorld(seed)
    const last = '--order desc --limit 1 --include-cursor --format json'.split(' ')
    const { out } = await run(['get', 'subscribers', ...last])
    const { _id } = (JSON.parse(out) as { data: { _id: string }[] }).data[0] ?? { _id: '' }
    const { exit } = await run(['get', 'subscribers', '--order', 'asc', '--after', _id])
    expect(exit).toBe(0)
  })

  test('all from a cursor that is included, one on each page', async () => {
    const { run } = await activityWorld(seed)
    const first = await run(['get', 'subscribers', '--order', 'asc', '--limit', '2', '--format', 'json'])
    const { next } = envelopeIn(first.out) as unknown as { next: string }
    const flags = ['--order', 'asc', '--all', '--limit', '1', '--after', next, '--include-cursor']
    const { out } = await run(['get', 'subscribers', '--format', 'json', ...flags])
    expect(idsIn(out)).toEqual(['bob', 'cyd', 'dan', 'eve'])
  })

  test('without webhooks and tokens, in each format', async () => {
    const { run } = await activityWorld(seed)
    const json = await run(['get', 'subscribers', 'ada', '--format', 'json'])
    expect(envelopeIn(json.out)).toMatchObject({
      data: [
        {
          data: { tier: 'gold' },
          channels: [
            { credentials: { webhookUrl: '(secret live)' } },
            { credentials: { deviceTokens: ['(secret live)', '(secret live)'] } },
          ],
        },
      ],
    })
    for (const format of ['text', 'json', 'ndjson', 'yaml']) {
      const { out, err } = await run(['get', 'subscribers', '--all', '--format', format])
      expect(out + err).not.toMatch(/canary/)
    }
  })

  test('channels by the identifier of their integration, also of services that show only its id', async () => {
    const { run, sandbox } = await cliWorld({}, seed, 'novu-2026-04')
    const { out } = await run('get subscribers --all --limit 2 -t Production')
    expect(out).toContain('slack@slack-ops, fcm@fcm-p')
    expect(sandbox.log.filter(({ operation }) => operation === 'listIntegrations')).toHaveLength(1)
  })

  test('masked where the project says so', async () => {
    const { run } = await activityWorld(seed, { 'belfry.yaml': `${project}privacy: mask\n` })
    const masked = await run(['get', 'subscribers', 'ada', '--format', 'ndjson'])
    expect(masked.out).toContain('"email":"a***@acme.example"')
    expect(masked.out).not.toMatch(/ada@|1701234567|gold/)
    const open = await run(['get', 'subscribers', 'ada', '--show-personal-data'])
    expect(open.out).toContain('ada@acme.example')
  })

  test.each([
    [['--limit', '101'], '--limit 101 is not a whole number from 1 to 100'],
    [['--after', 'a', '--before', 'b'], "--before and --after can't be used together"],
    [['--all', '--before', 'b'], "--before and --all can't be used together"],
    [['ada', '--subscriber', 'bob'], "--email, --name, --phone and --subscriber can't be used with an ID"],
    [['ada', '--email', 'bob'], "--email, --name, --phone and --subscriber can't be used with an ID"],
    [['--email', ''], '--email is empty'],
    [[''], 'the ID is empty'],
    [['nobody'], 'the environment has no subscriber nobody'],
  ])('%j is refused', async (flags, message) => {
    const { run } = await activityWorld(seed)
    const { exit, err } = await run(['get', 'subscribers', ...flags])
    expect(exit).toBe(3)
    expect(err).toContain(message)
  })
})

describe('--format yaml', () => {
  test.each(profileNames)('a manifest that %s has nothing to change for', async (profile) => {
    const { run } = await cliWorld({}, seed, profile)
    for (const kind of ['environments', 'integrations']) {
      const written = await run(`get ${kind} --format yaml -t Production`)
      expect([written.exit, written.err]).toEqual([0, ''])
      expect(written.out).not.toMatch(/canary/)
      const plan = await run('plan -f - --secrets=defer --detailed-exitcode -t Production', {
        stdin: written.out,
      })
      expect([kind, plan.exit, plan.exit === 0 ? '' : plan.out + plan.err]).toEqual([kind, 0, ''])
    }
  })

  test('subscribers with their channels, and secrets as references', async () => {
    const { run } = await activityWorld(seed)
    expect(await run(['get', 'subscribers', 'ada', '--format', 'yaml'])).toEqual({
      exit: 0,
      out: `subscribers:
  - subscriberId: ada
    firstName: Ada
    email: ada@acme.example
    phone: '+491701234567'
    data:
      tier: gold
    channels:
      - providerId: slack
        integrationIdentifier: slack-ops
        credentials:
          webhookUrl: \${env:ADA_WEBHOOK_URL}
      - providerId: fcm
        integrationIdentifier: fcm-push
        credentials:
          deviceTokens: ['\${env:ADA_DEVICE_TOKENS}', '\${env:ADA_DEVICE_TOKENS_2}']
    targets: [Production]
`,
      err: '',
    })
    const none = await run(['get', 'subscribers', '--name', 'nobody', '--format', 'yaml'])
    expect(none).toEqual({ exit: 0, out: 'subscribers: []\n', err: '' })
  })

  test('not data that repeats a webhook', async () => {
    const [ada, ...others] = seed.subscribers ?? []
    const repeating = { ...ada, data: { hook: webhook } } as NonNullable<Seed['subscribers']>[number]
    const { run } = await activityWorld({ ...seed, subscribers: [repeating, ...others] })
    const { exit, out } = await run(['get', 'subscribers', 'ada', '--format', 'yaml'])
    expect(exit).toBe(0)
    expect(out).toContain('# data: the value contains a secret of another field')
    expect(out).not.toContain(webhook)
  })

  test('is refused where personal data is masked', async () => {
    const { run, sent } = await activityWorld(seed, { 'belfry.yaml': `${project}privacy: mask\n` })
    const { exit, out, err } = await run(['get', 'subscribers', '--format', 'yaml'])
    expect([exit, out, sent()]).toEqual([3, '', []])
    expect(err).toContain("--format yaml can't mask personal data")
    const open = await run(['get', 'subscribers', '--format', 'yaml', '--show-personal-data'])
    expect([open.exit, open.out.includes('ada@acme.example')]).toEqual([0, true])
  })
})

test('what wants to act in the service only stands in lists', async () => {
  const hostile = `::error::first ${hostileText}`.replaceAll(/\p{Cs}/gu, '')
  const { run } = await activityWorld({
    environments: [{ name: 'Production', apiKey: keys.PRODUCTION_KEY }, { name: hostile }],
    integrations: [
      { environment, identifier: hostile, name: hostile, providerId: 'twilio', channel: 'sms', active: true },
    ],
    subscribers: [{ environment, subscriberId: hostile, firstName: hostile, email: hostile }],
  })
  for (const kind of ['environments', 'integrations', 'subscribers'])
    for (const format of ['text', 'json', 'ndjson', 'yaml']) {
      const { out, err } = await run(['get', kind, '--format', format])
      // What no manifest can hold is a warning in place of YAML.
      expect([kind, format, `${out}${err}`.includes('error::first')]).toEqual([kind, format, true])
      expect(actingIn(out + err)).toEqual([])
      expect(workflowCommands(out).filter(({ name }) => name !== 'add-mask')).toEqual([])
    }
})
