// A project that manages a part of an environment: what is outside of `owns` is left to others by each command.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld, project } from '../../support/cli-world.ts'

const owning = (owns: string): string => `${project}owns: ${owns}\nrules: { missing-credentials: 'off' }\n`
const primaryMail = `targets: [Production]
integrations:
  - { identifier: payments-mail, providerId: ses, channel: email, active: true, primary: true }
`

test('an export holds what is inside, and says what it leaves out', async () => {
  const { run, folder } = await cliWorld({ 'belfry.yaml': owning("{ integration: ['*-sms', 'mailgun-*'] }") })
  const { exit, out } = await run('export --out out -t Production')
  expect(exit).toBe(0)
  expect(out).toContain('integration slack-ops is outside of owns')
  const text = readFileSync(join(folder, 'out/integrations.yaml'), 'utf8')
  expect([...text.matchAll(/identifier: (\S+)/g)].map(([, name]) => name)).toEqual([
    'mailgun-old',
    'twilio-sms',
  ])
  // The primary integration of email is another project's too.
  expect(text).not.toContain('primary: true')
})

test('an export keeps the channels of subscribers that use an integration of another project', async () => {
  const channel = { providerId: 'slack' as const, integrationIdentifier: 'slack-ops' }
  const { run, folder } = await cliWorld(
    { 'belfry.yaml': owning("{ integration: ['mailgun-*'], subscriber: ['*'] }") },
    {
      subscribers: [
        {
          environment: 'Production',
          subscriberId: 'ops-oncall',
          channels: [{ ...channel, credentials: { webhookUrl: 'https://hooks.acme.example/1' } }],
        },
      ],
    },
  )
  const { exit, err } = await run(
    'export --out out -t Production --subscribers subscriberId=ops-oncall --channels',
  )
  expect({ exit, err }).toMatchObject({ exit: 0 })
  const text = readFileSync(join(folder, 'out/.people/subscribers.ndjson'), 'utf8')
  expect(text).toContain('"integrationIdentifier":"slack-ops"')
})

test('two projects that wait for a primary integration of each other', async () => {
  const integration = (name: string, providerId: string, channel: string, isPrimary: boolean): string =>
    `  - { identifier: ${name}, providerId: ${providerId}, channel: ${channel}, active: true${isPrimary ? ', primary: true' : ''}, targets: [Production] }\n`
  const { run } = await cliWorld(
    {
      'mail/belfry.yaml': owning("{ integration: ['mail-*'], primary: [email] }"),
      'mail/manifests/a.yaml': `integrations:\n${integration('mail-main', 'ses', 'email', true)}${integration('mail-sms', 'twilio', 'sms', false)}`,
      'texts/belfry.yaml': owning("{ integration: ['texts-*'], primary: [sms] }"),
      'texts/manifests/a.yaml': `integrations:\n${integration('texts-main', 'twilio', 'sms', true)}${integration('texts-mail', 'ses', 'email', false)}`,
    },
    { integrations: [] },
    'novu-2026-04',
  )
  const mail = await run('apply --yes --config mail/belfry.yaml -t Production')
  expect(mail.exit).toBe(4)
  expect(mail.err).toContain(
    'If that project needs a primary integration of this project first, apply only this integration: --only integration/mail-main.',
  )
  const texts = await run('apply --yes --config texts/belfry.yaml -t Production')
  expect(texts.exit).toBe(4)
  expect(texts.err).toContain('apply only this integration: --only integration/texts-main.')
  const steps = ['mail/belfry.yaml --only integration/mail-main', 'texts/belfry.yaml', 'mail/belfry.yaml']
  for (const step of steps) {
    const { exit, err } = await run(`apply --yes -t Production --config ${step}`)
    expect({ step, exit, err }).toMatchObject({ step, exit: 0 })
  }
})

test('a saved plan is refused if a side effect has come since', async () => {
  const { run, writes, sandbox } = await cliWorld({
    'belfry.yaml': owning("{ integration: ['payments-*'], primary: [email] }"),
    'manifests/mail.yaml': primaryMail,
  })
  const { integrations } = sandbox.state
  integrations.edit('Production', 'mailgun-old', { primary: false })
  expect(await run('plan -t Production --out plan.json')).toMatchObject({ exit: 0 })
  integrations.edit('Production', 'mailgun-old', { primary: true })
  const { exit, err } = await run('apply plan.json')
  expect(exit).toBe(4)
  expect(err).toContain('mailgun-old stops being primary for email')
  expect(writes()).toEqual([])
})
