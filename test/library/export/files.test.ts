// The files of one whole export, to the letter.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { developmentApiKey, productionApiKey, type Seed } from '../../../src/sandbox/index.ts'
import { cliWorld } from '../../support/cli-world.ts'

const email = { providerId: 'sendgrid', channel: 'email' as const, active: true }
const sms = { providerId: 'twilio', channel: 'sms' as const, active: true }
const development = { environment: 'Development' }
const production = { environment: 'Production' }

const seed: Seed = {
  environments: [
    { name: 'Development', apiKey: developmentApiKey, identifier: 'app-dev', type: 'dev' },
    { name: 'Production', apiKey: productionApiKey, identifier: 'app-prod', parent: 'Development' },
  ],
  integrations: [
    { ...development, ...email, identifier: 'mail', name: 'Mail', credentials: { apiKey: 'live-dev-key', from: 'dev@acme.example', senderName: 'Acme' } },
    { ...production, ...email, identifier: 'mail', name: 'Mail', primary: true, credentials: { apiKey: 'live-prod-key', from: 'hi@acme.example', senderName: 'Acme' } },
    { ...development, ...sms, identifier: '2-way', name: 'costs ${5}', credentials: { token: 'live-shared-token', accountSid: 'AC1' } },
    { ...production, ...sms, identifier: '2-way', name: 'costs ${5}', credentials: { token: 'live-shared-token', accountSid: 'AC1' } },
    { ...production, ...sms, identifier: 'ci', name: 'CI', active: false, credentials: { token: 'live-ci-token' } },
    { ...production, ...sms, identifier: 'belfry-secret', name: 'Ours', active: false, credentials: { token: 'live-belfry-token' } },
    { ...production, ...sms, identifier: '日本', name: '日本', active: false, credentials: { token: 'live-token-of-japan' } },
    { ...production, ...sms, identifier: '中国', name: '中国', active: false, credentials: { token: 'live-token-of-china' } },
  ],
  subscribers: [
    { ...development, subscriberId: 'same', firstName: 'Same' },
    { ...production, subscriberId: 'same', firstName: 'Same' },
    { ...development, subscriberId: 'other', firstName: 'Dev' },
    { ...production, subscriberId: 'other', firstName: 'Prod', data: { plan: '${gold}', tags: [], more: {} } },
  ],
} // prettier-ignore

test('an export in files', async () => {
  const { run, folder } = await cliWorld({}, seed)
  const { exit, out, err } = await run('export --out out --subscribers all --exclude integration/in_app')
  expect(exit).toBe(0)
  const names = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' }).toSorted()
  const files = names
    .filter((name) => name !== '.people')
    .map((name) => `--- ${name}\n${readFileSync(join(folder, 'out', name), 'utf8')}`)
  expect(files.join('')).toMatchInlineSnapshot(`
    "--- .env.example
    # The secrets that the manifests use. Copy these lines to .env, add the values, and run belfry with --dotenv .env.

    # integration mail: credentials.apiKey in Development
    DEVELOPMENT_MAIL_API_KEY=

    # integration mail: credentials.apiKey in Production
    PRODUCTION_MAIL_API_KEY=

    # integration 2-way: credentials.token
    INTEGRATION_2_WAY_TOKEN=

    # integration 2-way: credentials.accountSid
    INTEGRATION_2_WAY_ACCOUNT_SID=

    # integration ci: credentials.token
    INTEGRATION_CI_TOKEN=

    # integration belfry-secret: credentials.token
    INTEGRATION_BELFRY_SECRET_TOKEN=

    # integration 日本: credentials.token
    INTEGRATION_TOKEN=

    # integration 中国: credentials.token
    INTEGRATION_TOKEN_2=
    --- .people/subscribers.ndjson
    {"subscriberId":"same","firstName":"Same"}
    {"subscriberId":"other","firstName":"Dev","targets":["Development"]}
    {"subscriberId":"other","firstName":"Prod","data":{"plan":"$\${gold}","tags":[],"more":{}},"targets":["Production"]}
    --- .people/subscribers.yaml
    # yaml-language-server: $schema=../../.belfry/schemas/manifest.schema.json
    subscribers:
      - include: subscribers.ndjson
        references: true
    --- environments.yaml
    # yaml-language-server: $schema=../.belfry/schemas/manifest.schema.json
    environments:
      - name: Development
        identifier: app-dev
        # color, dns, bridge: not returned by the service

      - name: Production
        identifier: app-prod
        parent: Development
        # color, dns, bridge: not returned by the service
    --- integrations.yaml
    # yaml-language-server: $schema=../.belfry/schemas/manifest.schema.json
    integrations:
      - identifier: mail
        name: Mail
        providerId: sendgrid
        channel: email
        active: true
        credentials:
          senderName: Acme
        perTarget:
          Development:
            credentials:
              apiKey: \${env:DEVELOPMENT_MAIL_API_KEY}
              from: dev@acme.example
          Production:
            credentials:
              apiKey: \${env:PRODUCTION_MAIL_API_KEY}
              from: hi@acme.example
            primary: true

      - identifier: '2-way'
        name: costs $\${5}
        providerId: twilio
        channel: sms
        active: true
        credentials:
          token: \${env:INTEGRATION_2_WAY_TOKEN}
          accountSid: \${env:INTEGRATION_2_WAY_ACCOUNT_SID}

      - identifier: ci
        name: CI
        providerId: twilio
        channel: sms
        active: false
        credentials:
          token: \${env:INTEGRATION_CI_TOKEN}
        targets: [Production]

      - identifier: belfry-secret
        name: Ours
        providerId: twilio
        channel: sms
        active: false
        credentials:
          token: \${env:INTEGRATION_BELFRY_SECRET_TOKEN}
        targets: [Production]

      - identifier: 日本
        name: 日本
        providerId: twilio
        channel: sms
        active: false
        credentials:
          token: \${env:INTEGRATION_TOKEN}
        targets: [Production]

      - identifier: 中国
        name: 中国
        providerId: twilio
        channel: sms
        active: false
        credentials:
          token: \${env:INTEGRATION_TOKEN_2}
        targets: [Production]
    "
  `)
  expect(out + err).toMatchInlineSnapshot(`
    "Exported to out:
      out/.people/subscribers.ndjson  3 lines
      out/.people/subscribers.yaml    includes subscribers.ndjson
      out/environments.yaml           2 environments
      out/integrations.yaml           6 integrations
      out/.env.example                8 variables

    These fields were not written (comments in the files also list them):
      environment Development  color, dns, bridge: not returned by the service
      environment Production   color, dns, bridge: not returned by the service

    Next: belfry plan -f out/.people -f out --secrets=needed
    Next: copy 8 variables from out/.env.example to .env and fill in values, then run belfry plan -f out/.people -f out --dotenv .env
    warning  personal-data
      out/.people/subscribers.ndjson contains personal data of subscribers
      Add the line out/.people/ to .gitignore. Manifests don't include this folder, so a clone without it works. To plan the subscribers, use -f out/.people. If a manifest includes the file, write optional: true in the include.
    1 warning. The manifests were written.
    "
  `)
})
