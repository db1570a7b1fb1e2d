// belfry compare: selectors that match nothing, and what differs on purpose.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Seed } from '../../src/sandbox/index.ts'
import { cliWorld, people } from '../support/cli-world.ts'

test.each(['Production Production', 'Production Development --declared'])(
  '%s refuses a selector that matches nothing',
  async (wish) => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, out, err } = await run(`compare ${wish} --only integration/sendgird-main`)
    expect({ exit, out }).toEqual({ exit: 3, out: '' })
    const among = wish.endsWith('--declared') ? 'declared resource' : 'resource of '
    expect(err).toContain(`--only integration/sendgird-main matches no ${among}`)
    expect(err).toContain('1 error. Nothing was written.')
    // The service has more resources than the manifests declare.
    const rest = await run(`compare ${wish} --exclude subscriber/ops-oncall`)
    expect(rest.exit).toBe(wish.endsWith('--declared') ? 3 : 0)
    const isAll = rest.err.includes('the selection leaves out every resource')
    expect(isAll).toBe(wish.endsWith('--declared'))
  },
)

test.each(['Production Development', 'Development Production'])(
  '%s warns of a selector that matches only manifests, because the service has nothing to compare',
  async (wish) => {
    const { run } = await cliWorld({ 'belfry.yaml': variables, 'manifests/mail.yaml': mail })
    const { exit, err } = await run(`compare ${wish} --only integration/mail --detailed-exitcode`)
    expect(exit).toBe(0)
    expect(err).toContain('--only integration/mail matches no resource in the service of Development and Production, only in the manifests') // prettier-ignore
  },
)

const variables = `variables: { same: x }
service: { url: '\${env:BELFRY_URL}' }
targets:
  Development: { apiKey: '\${env:DEVELOPMENT_KEY}', variables: { own: a } }
  Production: { apiKey: '\${env:PRODUCTION_KEY}', variables: { own: b } }
manifests: [manifests]
`

const mail = `integrations:
  - identifier: mail
    name: Mail \${var:own}
    providerId: mailgun
    channel: email
    active: false
    credentials: { domain: '\${var:same}', from: d@acme.example }
    perTarget: { Production: { credentials: { from: p@acme.example } } }
`

const pair = 'compare Development Production --only integration/mail --detailed-exitcode'

test('values that the manifests declare for each target differ on purpose', async () => {
  const { run } = await cliWorld({ 'belfry.yaml': variables, 'manifests/mail.yaml': mail })
  expect((await run('apply --yes')).exit).toBe(0)
  for (const command of [pair, `${pair} --declared`])
    expect({ command, exit: (await run(command)).exit }).toEqual({ command, exit: 0 })
  expect((await run(pair)).out).toContain('on purpose')
})

test('a resource that no manifest declares has no place in a file', async () => {
  const { run } = await cliWorld({ 'belfry.yaml': variables, 'manifests/mail.yaml': mail })
  const { out } = await run('compare Production Development --only integration/mailgun-old')
  expect(out).toMatch(/^\+ integration mailgun-old$/m)
})

test('what only the second target has is not in the first', async () => {
  const own = mail.replace('    name', '    targets: [Production]\n    name')
  const { run } = await cliWorld({ 'belfry.yaml': variables, 'manifests/mail.yaml': own })
  expect((await run(`${pair} --declared`)).out).toContain('integration mail is not in Development')
})

test('an edit in the service is not on purpose, though the manifest uses a variable or perTarget', async () => {
  const { run, folder } = await cliWorld({ 'belfry.yaml': variables, 'manifests/mail.yaml': mail })
  const edits = [
    mail.replace(/'\$\{var:same\}'/, 'edited'),
    mail.replace(/Mail \$\{var:own\}/, 'Edited'),
    mail.replace('p@acme.example', 'edited@acme.example'),
  ]
  for (const edit of edits) {
    writeFileSync(join(folder, 'manifests/mail.yaml'), mail)
    expect((await run('apply --yes')).exit).toBe(0)
    writeFileSync(join(folder, 'manifests/mail.yaml'), edit)
    expect((await run('apply --yes -t Production')).exit).toBe(0)
    writeFileSync(join(folder, 'manifests/mail.yaml'), mail)
    expect({ edit, pair: (await run(pair)).exit }).toEqual({ edit, pair: 2 })
  }
})

test('fields that the service does not return are listed as not known', async () => {
  const { run } = await cliWorld(
    { 'belfry.yaml': variables, 'manifests/mail.yaml': mail },
    {},
    'novu-2026-09',
  )
  expect((await run('apply --yes')).exit).toBe(0)
  const { out } = await run(pair)
  expect(out).toMatch(/it is not known whether they differ: integration mail \(credentials\.apiKey,/)
})

const ofTarget = (environment: string, identifier: string, more: object = {}) => ({ environment, identifier, name: 'Mail', providerId: 'mailgun', channel: 'email' as const, active: true, ...more }) // prettier-ignore
const shown: Seed = {
  integrations: [
    ofTarget('Development', 'twice'),
    ofTarget('Development', 'twice'),
    ofTarget('Production', 'twice', { name: 'Other' }),
    ofTarget('Development', 'same', { name: 'New' }),
    ofTarget('Production', 'same'),
  ],
  subscribers: [
    { environment: 'Development', subscriberId: 'ada', firstName: 'Ada' },
    { environment: 'Production', subscriberId: 'ada', firstName: 'Eva' },
    { environment: 'Production', subscriberId: 'bob', firstName: 'Bob' },
    { environment: 'Production', subscriberId: 'eve', firstName: 'Eve' },
  ],
}
const several = `subscribers:
  - { subscriberId: ada, targets: [Production] }
  - { subscriberId: bob, targets: [Development] }
integrations:
  - { identifier: same, providerId: mailgun, channel: email, targets: [Production] }
  - { identifier: same, providerId: mailgun, channel: email, targets: [Development] }
`

test('only declared subscribers and built-in integrations are compared, and nothing that is there twice', async () => {
  const { run } = await cliWorld({ 'manifests/all.yaml': several }, shown)
  const { out } = await run('compare Development Production')
  expect(out.slice(out.indexOf('\nProduction\n'), out.indexOf('\nCompared')).replace(/\(6b.*\)/, '(IDS)'))
    .toBe(`
Production
Differs:
~ integration same                                        manifests/all.yaml:6
    ~ name  Mail → New
~ subscriber ada                                          manifests/all.yaml:2
    ~ firstName  Eva → Ada

! integration twice is in the service 2 times (IDS); not compared, left unchanged
! subscriber bob is not in Development
`)
  expect(out).toMatch(/1 duplicated in the service\. {3}7 reads, (?!0 ms)/)
  const inApp = `${several}  - { channel: in_app, providerId: novu, active: false, targets: [Production] }\n`
  const world = await cliWorld({ 'manifests/all.yaml': inApp }, shown)
  const full = await world.run('compare Production Development --only integration/in_app --full')
  expect(full.out).toContain('= integration in_app ')
})

test('a fixed field is reported where a manifest declares the resource', async () => {
  const moved = [ofTarget('Development', 'same', { providerId: 'ses' }), ofTarget('Production', 'same')]
  const { run } = await cliWorld({ 'manifests/all.yaml': several }, { integrations: moved })
  const { err } = await run('compare Development Production')
  expect(err).toMatch(/^manifests\/all\.yaml:6:\d+ {2}warning {2}cannot-change\n/)
})
