// Integrations that the service shows with `credentials: {}`: empty if the same list shows credentials, else withheld.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'

const key = 'SG.wiped-0123456789abcdef'
const manifest = `integrations:
  - identifier: wiped
    name: wiped
    providerId: sendgrid
    channel: email
    active: true
    primary: true
    credentials: { apiKey: '\${env:SENDGRID_KEY}', from: a@acme.example, senderName: Acme }
`
const row = { environment: 'Production', active: true, primary: true }
const open = (credentials: Readonly<Record<string, string>>): Promise<CliWorld> =>
  cliWorld(
    {
      'belfry.yaml': project.replace(/ {2}Development.*\n/, ''),
      'manifests/email.yaml': manifest,
    },
    {
      integrations: [
        {
          ...row,
          name: 'wiped',
          identifier: 'wiped',
          providerId: 'sendgrid',
          channel: 'email',
          credentials: {},
        },
        { ...row, name: 'other', identifier: 'other', providerId: 'twilio', channel: 'sms', credentials },
      ],
      subscribers: [],
      workflows: [],
      notifications: [],
      messages: [],
    },
    'novu-2026-04',
  )
const shown = { accountSid: 'AC0123456789', token: 'other-token-0123', from: '+15005550006' }
const env = { SENDGRID_KEY: key }
const more = (world: CliWorld): { env: Record<string, string> } => ({ env: { ...world.env, ...env } })

test('credentials that are gone are a difference, and apply sends them', async () => {
  const world = await open(shown)
  const plan = await world.run('plan --detailed-exitcode', more(world))
  expect([plan.exit, plan.out]).toEqual([2, expect.stringContaining('+ credentials.apiKey')])
  expect((await world.run('apply --yes', more(world))).exit).toBe(0)
  const stored = world.sandbox.state.integrations
    .list('Production')
    .find(({ identifier }) => identifier === 'wiped')
  expect(stored?.credentials).toMatchObject({ apiKey: key })
  expect((await world.run('plan --detailed-exitcode', more(world))).exit).toBe(0)
})

test('audit agrees with the plan', async () => {
  const world = await open(shown)
  const audit = await world.run('audit')
  expect(`${audit.out}${audit.err}`.replaceAll(/\s+/g, ' ')).toContain(
    'email delivers nothing in Production: integration wiped has no credentials',
  )
})

test('an apply after which the list shows credentials for the first time ends with 6; the next one settles it', async () => {
  const world = await open({})
  const sms =
    "  - { identifier: new, name: new, providerId: twilio, channel: sms, active: true, credentials: { accountSid: AC0123456789, token: '${env:SENDGRID_KEY}', from: '+15005550006' } }\n"
  writeFileSync(join(world.folder, 'manifests/sms.yaml'), `integrations:\n${sms}`)
  const first = await world.run('apply --yes', more(world))
  expect([first.exit, first.out]).toEqual([
    6,
    expect.stringContaining('Not converged: a new plan still shows 1 change'),
  ])
  expect(first.err).not.toContain('not-kept')
  expect((await world.run('apply --yes', more(world))).exit).toBe(0)
  expect((await world.run('plan --detailed-exitcode', more(world))).exit).toBe(0)
})

test('credentials that no integration of the list shows are withheld', async () => {
  const world = await open({})
  const plan = await world.run('plan --detailed-exitcode', more(world))
  expect(plan.out).not.toContain('+ credentials.apiKey')
})
