// What a service repeats of a secret, also in part, is printed by no command and is in no file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { developmentApiKey, productionApiKey, type Seed } from '../../src/sandbox/index.ts'
import { failure, startProxy, type Answer } from '../support/cli-proxy.ts'
import { cliWorld, project } from '../support/cli-world.ts'
import { tries } from '../support/secret-tries.ts'
import { apiKey, keyLines, passphrase, pem, serviceAccountText, webhook } from '../support/usual-secrets.ts'

/** No provider takes all of them. */
const anyCredentials = `${project}rules: { foreign-credential: off }\n`
const manifest = `targets: [Production]
integrations:
  - { identifier: push, name: Push, providerId: fcm, channel: push, active: true, credentials: { serviceAccount: '\${env:ACCOUNT}' } }
  - { identifier: mail, name: Mail, providerId: sendgrid, channel: email, active: true,
      credentials: { apiKey: '\${env:KEY}', secretKey: '\${env:PEM}', password: '\${env:PHRASE}', from: notify@acme.example, senderName: Acme } }
  - { identifier: slack-ops, name: Slack, providerId: slack, channel: chat, active: true }
subscribers:
  - subscriberId: ops
    lastName: Duty
    channels:
      - { providerId: slack, integrationIdentifier: slack-ops, credentials: { webhookUrl: '\${env:HOOK}' } }
`
const secrets = { ACCOUNT: serviceAccountText, KEY: apiKey, PEM: pem, HOOK: webhook, PHRASE: passphrase }
const [first = '', second = ''] = keyLines
const privateKey = (JSON.parse(serviceAccountText) as { private_key: string }).private_key
const parts = [
  first,
  second.slice(10, 40),
  privateKey.split('\n')[2] ?? '',
  apiKey.slice(0, 20),
  new URL(webhook).pathname,
]
const telling = [
  first.slice(8, 30),
  second.slice(12, 30),
  parts[2]?.slice(8, 30) ?? '',
  apiKey.slice(2, 19),
  webhook.slice(-45, -20),
]

const environments: Seed['environments'] = [
  { name: 'Development', type: 'dev', apiKey: developmentApiKey },
  { name: 'Production', type: 'prod', apiKey: productionApiKey },
]

test.each(['plan', 'plan --format json', 'plan --format html', 'apply --yes --format json'])(
  'names in the service: %s',
  async (command) => {
    const seed: Seed = {
      environments,
      integrations: parts.map((part, index) => ({
        environment: 'Production',
        identifier: `other-${index} ${part}`,
        name: part,
        providerId: 'twilio',
        channel: 'sms' as const,
      })),
      subscribers: [{ environment: 'Production', subscriberId: 'ops' }],
    }
    const { run, env } = await cliWorld(
      { 'belfry.yaml': anyCredentials, 'manifests/all.yaml': manifest },
      seed,
    )
    const { out, err } = await run(`${command} -t Production`, { env: { ...env, ...secrets } })
    expect(out + err).toContain('other-0 (secret env:PEM)')
    expect(telling.filter((each) => (out + err).includes(each))).toEqual([])
  },
)

const former = `was ${apiKey.slice(0, 20)}`
const formerOps = {
  environment: 'Production',
  subscriberId: 'ops',
  lastName: former,
  data: { note: [former] },
}
const fields = `targets: [Production]
integrations:
  - { identifier: mail, name: Mail, providerId: sendgrid, channel: email, active: true, primary: true,
      credentials: { apiKey: '\${env:KEY}', from: notify@acme.example, senderName: Acme } }
subscribers:
  - { subscriberId: ops, lastName: Duty, data: { note: [none] } }
`

test('visible fields in the service that a plan replaces', async () => {
  const seed: Seed = {
    environments,
    integrations: [
      {
        environment: 'Production',
        identifier: 'mail',
        name: former,
        providerId: 'sendgrid',
        channel: 'email',
        active: true,
        primary: true,
        credentials: { apiKey, from: 'notify@acme.example', senderName: former },
      },
    ],
    subscribers: [formerOps],
  }
  const { run, env, folder } = await cliWorld(
    { 'belfry.yaml': anyCredentials, 'manifests/all.yaml': fields },
    seed,
  )
  const shown: string[] = []
  const exitOf = async (args: string): Promise<number> => {
    const { exit, out, err } = await run(args, { env: { ...env, ...secrets } })
    shown.push(out, err)
    return exit
  }
  for (const format of ['text', 'json', 'html', 'markdown'])
    expect(await exitOf(`plan -t Production --format ${format}`)).toBe(0)
  expect(shown[0]).toMatch(/name +\(secret in the service\) → Mail/)
  expect(await exitOf('plan -t Production --out plan.json')).toBe(0)
  shown.push(readFileSync(join(folder, 'plan.json'), 'utf8'))
  // The apply compares with the values in the service as it would without labels.
  expect(await exitOf('apply plan.json')).toBe(0)
  expect(await exitOf('plan -t Production --detailed-exitcode')).toBe(0)
  expect(telling.filter((each) => shown.some((text) => text.includes(each)))).toEqual([])
})

const withKeys = `targets: [Production]
integrations:
  - { identifier: mail, name: Mail, providerId: sendgrid, channel: email, active: true,
      credentials: { apiKey: '\${env:KEY}', from: notify@acme.example, senderName: Acme } }
subscribers:
  - { subscriberId: ops, exact: [data], data: { team: ops, more: { a: '1' } } }
`

test.each(['text', 'json', 'html', 'markdown'])(
  'keys of maps in the service that a plan replaces: %s',
  async (format) => {
    const key = apiKey.slice(0, 20)
    const [other, upper] = [`${key}!`, key.toUpperCase()]
    const { run, env, sandbox } = await cliWorld(
      { 'belfry.yaml': anyCredentials, 'manifests/all.yaml': withKeys },
      {
        environments,
        integrations: [
          {
            environment: 'Production',
            identifier: 'mail',
            name: 'Mail',
            providerId: 'sendgrid',
            channel: 'email',
            active: true,
            credentials: { apiKey, from: 'notify@acme.example', senderName: 'Acme', [key]: 'one' },
          },
        ],
        subscribers: [
          {
            environment: 'Production',
            subscriberId: 'ops',
            data: { [key]: 1, [upper]: 2, [other]: 3, more: { [key]: 4 }, gone: { [key]: 5 } },
          },
        ],
      },
    )
    const world = { env: { ...env, ...secrets } }
    const { exit, out, err } = await run(`plan -t Production --format ${format}`, world)
    expect(exit).toBe(0)
    const all = out + err
    expect(telling.filter((each) => all.includes(each))).toEqual([])
    for (const place of ['data.', 'data.more.', 'credentials.'])
      expect(all.replaceAll(/<[^>]*>/g, '')).toContain(`${place}(secret env:KEY)`)
    // Both keys with one label are listed, and both are removed.
    expect(all).toContain('data.(secret env:KEY)!')
    expect(all).toContain('data.(secret env:KEY) 2')
    expect(await run('apply -t Production --yes', world)).toMatchObject({ exit: 0 })
    expect(sandbox.state.subscribers.get('Production', 'ops')).toMatchObject({
      data: { team: 'ops', more: { a: '1' } },
    })
  },
)

test.each(['text', 'json'])('refusals and request ids, as %s', async (format) => {
  const { run, env, folder, sandbox } = await cliWorld(
    { 'belfry.yaml': anyCredentials, 'manifests/all.yaml': manifest },
    { environments, subscribers: [{ environment: 'Production', subscriberId: 'ops' }] },
  )
  let count = 0
  const refusal = (): Answer => {
    const part = parts[count++ % parts.length] ?? ''
    const id =
      [apiKey.slice(0, 20), pem.replaceAll('\n', ' '), first.replaceAll(/[+/]/g, '')][count % 3] ?? ''
    return {
      status: 422,
      body: JSON.stringify({
        message: `wrong: ${part}`,
        errors: { credentials: { messages: [part.toLowerCase()] } },
      }),
      headers: { 'x-request-id': id },
    }
  }
  const url = await startProxy(sandbox.url, ({ method }) => (method === 'GET' ? undefined : refusal()))
  const { exit, out, err } = await run(
    `apply --yes --keep-going --journal journal.ndjson --format ${format}`,
    {
      env: { ...env, ...secrets, BELFRY_URL: url },
    },
  )
  expect(exit).toBe(5)
  const all = `${out}${err}${readFileSync(join(folder, 'journal.ndjson'), 'utf8')}`
  expect(all).toMatch(/wrong: \(secret env:(?:PEM|ACCOUNT|KEY|HOOK)\)/)
  expect(all).toContain('"requestId":"(secret env:KEY)"')
  for (const each of telling) expect(all.toLowerCase()).not.toContain(each.toLowerCase())
})

interface Applied {
  readonly results: readonly { readonly id: string; readonly reason?: string }[]
}

test('every try of a service to repeat a part of a secret', async () => {
  const names = tries.map((_, index) => `try-${index}`)
  const { run, env, sandbox } = await cliWorld(
    {
      'belfry.yaml': anyCredentials,
      'manifests/all.yaml': `${manifest}${names.map((name) => `  - { subscriberId: ${name}, lastName: New }\n`).join('')}`,
    },
    {
      environments,
      subscribers: ['ops', ...names].map((subscriberId) => ({ environment: 'Production', subscriberId })),
    },
  )
  const url = await startProxy(sandbox.url, ({ method, path }) => {
    const [, index] = /\/try-(\d+)$/.exec(path) ?? []
    return method === 'GET' || index === undefined
      ? undefined
      : failure(422, `refused: ${tries[Number(index)]?.[1]} is wrong`)
  })
  const { exit, out } = await run('apply --yes --keep-going --format json -t Production', {
    env: { ...env, ...secrets, BELFRY_URL: url },
  })
  expect(exit).toBe(5)
  const { results } = JSON.parse(out) as Applied
  const shown = tries.map(([name], index) => {
    const id = `Production/subscriber/try-${index}/update`
    return [name, results.find((result) => result.id === id)?.reason]
  })
  const refused = 'updateSubscriber was refused with status 422: refused:'
  expect(shown).toEqual(tries.map(([name, , text]) => [name, `${refused} ${text} is wrong`]))
})
