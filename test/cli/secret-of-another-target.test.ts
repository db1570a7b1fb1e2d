// What the manifests of a target that isn't selected declare makes no text of another target's service visible.
import { expect, test } from 'vitest'
import { developmentApiKey, productionApiKey, type Seed } from '../../src/sandbox/index.ts'
import { cliWorld } from '../support/cli-world.ts'
import { apiKey } from '../support/usual-secrets.ts'

const seed: Seed = {
  environments: [
    { name: 'Development', type: 'dev', apiKey: developmentApiKey },
    { name: 'Production', type: 'prod', apiKey: productionApiKey },
  ],
  integrations: [
    {
      environment: 'Production',
      identifier: 'mail',
      name: 'Mail',
      providerId: 'sendgrid',
      channel: 'email',
      active: true,
      credentials: { apiKey },
    },
  ],
  subscribers: [{ environment: 'Production', subscriberId: 'ops', firstName: apiKey }],
}
const manifest = `targets: [Production]
integrations:
  - { identifier: mail, name: Mail, providerId: sendgrid, channel: email, active: true,
      credentials: { apiKey: '\${env:KEY}', from: notify@acme.example, senderName: Acme } }
subscribers:
  - { subscriberId: ops, firstName: Olga }
`
const other = { subscriberId: 'other', firstName: apiKey }

test.each([
  ['a line with its own targets', '{ include: other.ndjson }', { ...other, targets: ['Development'] }],
  ['a line of an include', '{ include: other.ndjson, targets: [Development] }', other],
  ['an entry', JSON.stringify({ ...other, targets: ['Development'] }), {}],
])('%s', async (_, entry, line) => {
  const files = {
    'manifests/all.yaml': `${manifest}  - ${entry}\n`,
    'manifests/other.ndjson': `${JSON.stringify(line)}\n`,
  }
  const { run, env } = await cliWorld(files, seed)
  const { out, err } = await run('plan -t Production', { env: { ...env, KEY: apiKey } })
  expect(out).toContain('(secret in the service) → Olga')
  expect(out + err).not.toContain(apiKey)
})
