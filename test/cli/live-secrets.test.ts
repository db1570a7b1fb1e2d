// A service that shows a secret of the run in the open makes it no less secret.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { developmentApiKey, productionApiKey, type Seed } from '../../src/sandbox/index.ts'
import { cliWorld } from '../support/cli-world.ts'

const manifest = `targets: [Production]
integrations:
  - { identifier: mail, name: Mail, providerId: sendgrid, channel: email, active: true,
      credentials: { apiKey: '\${env:PROVIDER_KEY}', from: notify@acme.example, senderName: Acme } }
subscribers:
  - { subscriberId: ops, lastName: Duty, data: { note: none } }
`
const providerKey = 'a-key-of-a-provider'
const formerKey = 'a-former-key-of-a-provider'

const mail = {
  environment: 'Production',
  providerId: 'sendgrid',
  channel: 'email',
  identifier: 'mail',
  name: 'Mail',
  active: true,
  credentials: { apiKey: formerKey, from: 'notify@acme.example', senderName: 'Acme' },
} as const
const ops = { environment: 'Production', subscriberId: 'ops', lastName: 'Duty', data: { note: 'none' } }

const places: Readonly<Record<string, (text: string) => Seed>> = {
  'an unmanaged integration': (text) => ({
    integrations: [mail, { ...mail, identifier: `other-${text}`, name: text }],
    subscribers: [ops],
  }),
  'a declared name': (text) => ({ integrations: [{ ...mail, name: text }], subscribers: [ops] }),
  'a visible credential': (text) => ({
    integrations: [{ ...mail, credentials: { ...mail.credentials, senderName: `Acme ${text}` } }],
    subscribers: [ops],
  }),
  'an attribute of a subscriber': (text) => ({
    integrations: [mail],
    subscribers: [{ ...ops, lastName: text }],
  }),
  'data of a subscriber': (text) => ({
    integrations: [mail],
    subscribers: [{ ...ops, data: { note: Buffer.from(text).toString('base64') } }],
  }),
}
const secrets = { 'the API key': productionApiKey, 'a declared key': providerKey, 'a live key': formerKey }

const cases = Object.entries(places).flatMap(([place, seed]) =>
  Object.entries(secrets).map(([what, secret]) => [what, place, secret, seed(secret)] as const),
)

test.each(cases)('%s in %s is told by nothing, and stops nothing', async (_what, _place, secret, seed) => {
  const environments: Seed['environments'] = [
    { name: 'Development', type: 'dev', apiKey: developmentApiKey },
    { name: 'Production', type: 'prod', apiKey: productionApiKey },
  ]
  const world = await cliWorld({ 'manifests/all.yaml': manifest }, { environments, ...seed })
  const env = { ...world.env, PROVIDER_KEY: providerKey }
  const told: string[] = []
  const run = async (args: string): Promise<number> => {
    const { exit, out, err } = await world.run(args, { env })
    told.push(out, err)
    return exit
  }
  expect(await run('plan -t Production --out plan.json')).toBe(0)
  expect(await run('plan -t Production --format json')).toBe(0)
  // What was closed is compared all the same.
  expect(await run('apply plan.json')).toBe(0)
  expect(await world.run('plan -t Production --detailed-exitcode', { env })).toMatchObject({ exit: 0 })
  told.push(readFileSync(join(world.folder, 'plan.json'), 'utf8'))
  for (const form of [secret, Buffer.from(secret).toString('base64')])
    for (const text of told) expect(text).not.toContain(form)
})
