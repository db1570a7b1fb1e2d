// subscribers.create: api, from the plan to the exit code: what is shown, what refuses it, and that no secret of it gets out.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProfileName } from '../../../src/sandbox/index.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'

const production = project.replace(/ {2}Development.*\n/, '')
const env = {
  FIRST_NAME: 'canary-first-name',
  HOOK: 'https://hooks.example/canary-hook',
  TOKEN: 'canary-token',
}
const secrets = Object.values(env)
const manifest = `integrations:
  - { identifier: slack-new, name: Slack, providerId: slack, channel: chat, active: true }
  - { identifier: fcm-new, name: FCM, providerId: fcm, channel: push, active: true }
subscribers:
  - subscriberId: jane.doe@acme.example
    firstName: \${env:FIRST_NAME}
    email: jane.doe@acme.example
    phone: null
    locale: de
    data: { shoe: size-43 }
    channels:
      - { providerId: slack, integrationIdentifier: slack-new, credentials: { webhookUrl: '\${env:HOOK}' } }
      - { providerId: fcm, integrationIdentifier: fcm-new, credentials: { deviceTokens: ['\${env:TOKEN}'] } }
`
const rules = 'unmanaged: ignore\nrules: { missing-credentials: off }\n'

const open = (more = '', profile: ProfileName = 'novu-2026-09', text = manifest): Promise<CliWorld> =>
  cliWorld(
    {
      'belfry.yaml': `${production}${rules}subscribers: { create: api }\n${more}`,
      'manifests/all.yaml': text,
    },
    {},
    profile,
  )

const created = [
  'POST /v2/subscribers?failIfExists=true',
  'PUT /v1/subscribers/jane.doe%40acme.example/credentials',
]
const ofSubscribers = (world: CliWorld): string[] =>
  world.writes().filter((line) => line.includes('subscribers'))

test('the plan shows all fields of it, and apply makes the next plan empty', async () => {
  const world = await open()
  const { out } = await world.run('plan --only subscriber/*', { env })
  expect(out.slice(out.indexOf('\n\n') + 2).replace(/\d+ reads, .*/, 'READS')).toBe(`Production
+ subscriber jane.doe@acme.example                        manifests/all.yaml:5
    + firstName  (secret env:FIRST_NAME)
    + email      jane.doe@acme.example
    + locale     de
    + data.shoe  size-43
~ subscriber jane.doe@acme.example slack@slack-new        manifests/all.yaml:5
    + webhookUrl  (secret env:HOOK)
~ subscriber jane.doe@acme.example fcm@fcm-new            manifests/all.yaml:5
    + deviceTokens  (secret env:TOKEN)

Plan: 1 to create, 2 to update.   3 writes · READS
Next: belfry plan --only 'subscriber/*' --out plan.json, then belfry apply plan.json
`)
  expect(await world.run('apply --yes', { env })).toMatchObject({ exit: 0, err: '' })
  expect(ofSubscribers(world)).toEqual([created[0], created[1], created[1]])
  expect(await world.run('plan --detailed-exitcode', { env })).toMatchObject({ exit: 0 })
})

test.each([
  ['--max-changes subscriber=0', '', '1 subscriber would change, but --max-changes allows at most 0'],
  ['', 'creates: 0', '1 subscriber would be created, but limits.subscriber.creates allows at most 0'],
])('a limit refuses it: %s %s', async (flags, limit, message) => {
  const world = await cliWorld(
    {
      'belfry.yaml': `${production.replace("KEY}' }", `KEY}', limits: { subscriber: { ${limit} } } }`)}${rules}subscribers: { create: api }\n`,
      'manifests/all.yaml': manifest,
    },
    {},
    'novu-2026-09',
  )
  const said = await world.run(`apply --yes ${flags}`.trim(), { env })
  expect(said.exit).toBe(4)
  expect(said.err).toContain(message)
  expect(world.writes()).toEqual([])
})

test.each([
  ['a saved plan', 'plan --out plan.json', 'apply plan.json'],
  ['an approved plan', 'plan --secrets=defer --out plan.json', 'apply --approved plan.json'],
])('%s is applied with it', async (_, plan, apply) => {
  const world = await open()
  expect(await world.run(plan, { env })).toMatchObject({ exit: 0 })
  expect(await world.run(apply, { env })).toMatchObject({ exit: 0 })
  expect(ofSubscribers(world)).toEqual([created[0], created[1], created[1]])
})

test('a saved plan is refused once another process has created it otherwise', async () => {
  const world = await open()
  await world.run('plan --out plan.json', { env })
  const key = world.env['PRODUCTION_KEY'] ?? ''
  await fetch(`${world.sandbox.url}/v2/subscribers`, {
    method: 'POST',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ subscriberId: 'jane.doe@acme.example', locale: 'fr' }),
  })
  world.sandbox.clearLog()
  const said = await world.run('apply plan.json', { env })
  expect(said.exit).toBe(4)
  expect(said.err).toContain(
    'subscriber jane.doe@acme.example: the resource was created in the service since the plan was made',
  )
  expect(world.writes()).toEqual([])
})

test('an approved plan without it approves no creation', async () => {
  const world = await open('', 'novu-2026-09', manifest.replace(/subscribers:[^]*/, ''))
  await world.run('plan --out plan.json', { env })
  writeFileSync(join(world.folder, 'manifests/all.yaml'), manifest)
  const said = await world.run('apply --approved plan.json --unapproved=refuse', { env })
  expect(said.exit).toBe(4)
  expect(said.err).toContain("the approved plan doesn't create this resource")
  const left = await world.run('apply --approved plan.json', { env })
  expect(left.exit).toBe(0)
  expect(left.err).toContain('not in the approved plan, so belfry left')
  expect(world.writes().filter((line) => line.includes('subscribers'))).toEqual([])
})

test('a service without the operation: said once, and exit 5', async () => {
  const people = Array.from({ length: 30 }, (_, index) => `  - { subscriberId: person-${index} }\n`).join('')
  const world = await open('', 'contract', `subscribers:\n${people}`)
  const said = await world.run('apply --yes')
  expect(said.exit).toBe(5)
  expect(said.out.slice(said.out.indexOf('failed ')).replaceAll(/\d+ m?s\b/g, 'TIME')).toBe(
    `failed   Production    + subscriber person-0   TIME
         this service has no operation to create a subscriber: createSubscriber was refused with status 404: Cannot POST /v2/subscribers?failIfExists=true
         Create subscribers in your application, and set "subscribers.create" to "never" in the project file.
skipped  Production    29 changes: this service has no operation to create a subscriber
Applied: 0 done, 1 failed, 29 skipped, 0 unknown.   1 write, 0 reads, TIME
Next: fix the failed changes, then run belfry apply again. The new run sends only the missing changes.
`,
  )
  expect(world.writes()).toEqual(['POST /v2/subscribers?failIfExists=true'])
})

test.each(['text --report markdown=report.md --report html=report.html', 'json'])(
  'no secret of it is in what is printed or reported as %s, in a plan file, in the ledger or in the journal',
  async (format) => {
    const world = await open('unreadable: ledger\n')
    const reports = format === 'json' ? [] : ['report.md', 'report.html']
    const files = ['plan.json', 'journal.ndjson', '.belfry/ledger.json', ...reports]
    // It quotes what it was sent, once.
    let isQuoted = false
    const url = await startProxy(world.sandbox.url, ({ method, path, body }) => {
      if (method !== 'POST' || !path.startsWith('/v2/subscribers') || isQuoted) return undefined
      isQuoted = true
      return { status: 422, body: JSON.stringify({ message: `no: ${body}` }) }
    })
    const told: string[] = []
    for (const [command, exit] of [
      [`plan --out plan.json --format ${format}`, 0],
      [`apply --yes --debug --journal journal.ndjson --format ${format}`, 5],
      [`apply --yes --debug --journal journal.ndjson --format ${format}`, 0],
    ] as const) {
      const said = await world.run(command, { env: { ...env, BELFRY_URL: url } })
      expect(said.exit).toBe(exit)
      told.push(said.out, said.err)
    }
    told.push(...files.map((name) => readFileSync(join(world.folder, name), 'utf8')))
    expect(isQuoted).toBe(true)
    for (const secret of secrets) expect(told.filter((text) => text.includes(secret))).toEqual([])
  },
)

test('none is missing, also where missing: fail is set', async () => {
  const world = await cliWorld({
    'belfry.yaml': `${production}subscribers: { missing: fail, create: api }\n`,
    'manifests/all.yaml': 'subscribers: [{ subscriberId: nobody }]',
  })
  const said = await world.run('plan --detailed-exitcode')
  expect(said.exit).toBe(2)
  expect(said.out).toContain('+ subscriber nobody')
})

test('privacy: mask hides the person in the new change', async () => {
  const world = await open('privacy: mask\n')
  const { out } = await world.run('plan --format json', { env })
  const text = JSON.stringify(envelopeIn(out))
  expect(['jane.doe', 'size-43'].filter((each) => text.includes(each))).toEqual([])
  expect(text).toContain('"operation":"createSubscriber"')
})
