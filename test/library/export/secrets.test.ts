// No file of an export and nothing that it prints has a secret of the service, wherever else the service repeats it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { developmentApiKey, productionApiKey, type Seed } from '../../../src/sandbox/index.ts'
import { cliWorld } from '../../support/cli-world.ts'

const apiKey = 'canary-live-api-key-of-production'
const other = 'canary-"live"-\\key\\of-development-é'
const webhookUrl = 'https://hooks.example/canary-webhook-of-a-person'
const token = 'canary-device-token-of-a-person'
const secrets = [apiKey, other, webhookUrl, token]

/** A secret as it is and encoded in the usual ways. */
function forms(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64')
  return [secret, base64.replaceAll('=', ''), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
}

const person = { environment: 'Production', email: 'ada@acme.example' }
const chat = { environment: 'Production', providerId: 'slack', channel: 'chat' as const, active: true }

const seed: Seed = {
  environments: [
    { name: 'Development', type: 'dev', apiKey: developmentApiKey, dns: { inboundParseDomain: apiKey } },
    { name: 'Production', apiKey: productionApiKey, identifier: other },
  ],
  integrations: [
    {
      environment: 'Development',
      identifier: 'mail',
      name: `Mail ${apiKey}`,
      providerId: 'sendgrid',
      channel: 'email',
      credentials: { apiKey: other, senderName: token, from: Buffer.from(webhookUrl).toString('base64') },
    },
    {
      environment: 'Production',
      identifier: 'mail',
      name: `Mail ${encodeURIComponent(other)}`,
      providerId: 'sendgrid',
      channel: 'email',
      credentials: { apiKey, senderName: 'Acme' },
    },
    { environment: 'Production', identifier: `sms-${apiKey}`, name: 'SMS', providerId: 'twilio', channel: 'sms' },
    { ...chat, identifier: 'chat', name: webhookUrl },
  ],
  subscribers: [
    // Read before the secret that it repeats: its email is not valid, which a note says.
    { ...person, environment: 'Development', subscriberId: 'dan', firstName: webhookUrl, email: webhookUrl },
    { ...person, subscriberId: 'ada', firstName: `Ada ${token}`, lastName: apiKey, data: { [other]: 1 } },
    { ...person, subscriberId: `bob-${apiKey}`, firstName: 'Bob' },
    {
      ...person,
      subscriberId: 'cleo',
      data: { note: webhookUrl, list: [{ [token]: Buffer.from(apiKey).toString('base64') }] },
      channels: [{ providerId: 'slack', integrationIdentifier: 'chat', credentials: { webhookUrl, deviceTokens: [token] } }],
    },
  ],
} // prettier-ignore

test.each([
  ['kind', '--subscribers all --channels'],
  ['resource', '--subscribers all'],
  ['channel', '--only integration/* --exclude integration/chat'],
  ['file', '--only subscriber/* --subscribers all'],
] as const)('export --layout %s %s writes and prints no secret of the service', async (layout, args) => {
  for (const format of ['text', 'json']) {
    const { run, folder } = await cliWorld({}, seed)
    const { exit, out, err } = await run(`export --out out --layout ${layout} ${args} --format ${format}`)
    expect(exit).toBe(0)
    const files = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true })
    const texts = files.flatMap((file) => [
      file.name,
      ...(file.isFile() ? [readFileSync(join(file.parentPath, file.name), 'utf8')] : []),
    ])
    expect(texts.length).toBeGreaterThan(1)
    const shown = [...texts, out, err].join('\n')
    // What isn't read can't be known.
    const known = args.includes('--subscribers') ? secrets : [apiKey, other]
    expect(known.flatMap(forms).filter((form) => shown.includes(form))).toEqual([])
  }
})

test('of two resources of one name, only the one that is written has its variable listed', async () => {
  const mail = {
    environment: 'Production',
    identifier: 'both',
    name: 'Mail',
    providerId: 'sendgrid',
  } as const
  const sms = { ...mail, environment: 'Development', providerId: 'twilio', channel: 'sms' } as const
  const { run, folder } = await cliWorld(
    {
      'manifests/a.yaml': `integrations:
  - { identifier: old, name: Old, providerId: ses, channel: email, primary: true }
`,
    },
    {
      integrations: [
        { ...mail, channel: 'email', active: true, primary: true, credentials: { apiKey } },
        { ...sms, credentials: { token: other } },
      ],
    },
  )
  const { out } = await run('export --write --only integration/both')
  expect(out).toMatch(/both is added[^]*\n {2}integration both {2}the manifests would not be valid/)
  const names = readFileSync(join(folder, 'manifests/.env.example'), 'utf8').match(/^\w+=/gm)
  expect(names).toEqual(['BOTH_TOKEN='])
})
