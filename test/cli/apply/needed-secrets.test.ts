// Secrets only for what is sent: --secrets=needed, and what the selection leaves out.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'
import { editIn } from '../../support/plan-file.ts'

const files = {
  'belfry.yaml': project.replace(/ {2}Development.*\n/, ''),
  'manifests/email.yaml': `integrations:
  - identifier: mailgun-old
    name: Mailgun EU
    providerId: mailgun
    channel: email
    credentials:
      apiKey: \${env:MAILGUN_KEY}
      user: \${env:MAILGUN_USER}
      domain: mg.acme.example
      from: notify@acme.example
      senderName: Acme
  - identifier: twilio-sms
    name: Twilio
    providerId: twilio
    channel: sms
    credentials: { accountSid: "\${env:TWILIO_SID}", token: "\${file:token}", from: "+15005550006" }
`,
}
const mailgunUnset = [
  'manifests/email.yaml:7:15 empty-reference',
  'manifests/email.yaml:8:13 empty-reference',
]
const mailgun = { MAILGUN_KEY: 'key-made-up-mailgun', MAILGUN_USER: 'postmaster' }

async function world(more: Readonly<Record<string, string>> = {}) {
  const made = await cliWorld({ ...files, ...more })
  const sent = () => made.sandbox.log.filter(({ method }) => method !== 'GET')
  return { ...made, edit: editIn(made), sent }
}

/** The places and rules of the errors. */
function errorsIn({ err }: { readonly err: string }): readonly string[] {
  return [...err.matchAll(/^(\S+) {2}error {2}(\S+)$/gm)].map(([, place, rule]) => `${place} ${rule}`)
}

describe('what the selection leaves out needs no variable', () => {
  test('of a file, of the environment, plain or not', async () => {
    const { run, sent, edit } = await world()
    edit('manifests/email.yaml', '"+15005550006"', '"${env:NAME|plain}"')
    const said = await run('apply --yes --only integration/mailgun-old', { env: mailgun })
    expect(said).toMatchObject({ exit: 0, err: '' })
    expect(sent()).toMatchObject([{ method: 'PUT', body: { name: 'Mailgun EU' } }])
  })

  test('and what is selected does, by default', async () => {
    const { run, sent } = await world()
    const said = await run('apply --yes --only integration/mailgun-old')
    expect(said.exit).toBe(3)
    expect(errorsIn(said)).toEqual(mailgunUnset)
    expect(sent()).toEqual([])
  })
})

test.each([
  ['needed', 'the secrets have no value here, and no request of this plan sends them'],
  ['defer', 'belfry has only the names of the secrets, not the values'],
])('the page of --secrets=%s says why secrets were not compared', async (secrets, why) => {
  const { run } = await world()
  const { out } = await run(`plan --secrets=${secrets} --format html`)
  expect(out).toContain(`that were not compared, because ${why}`)
  // This service returns them.
  expect(out).not.toContain("The service doesn't return these fields")
})

describe('with --secrets=needed', () => {
  test('a rename is planned and applied without any secret', async () => {
    const { run, sent } = await world()
    const plan = await run('plan --secrets=needed --out plan.json')
    expect(plan).toMatchObject({ exit: 0, err: '' })
    expect(plan.out).toContain('    ~ name  Mailgun → Mailgun EU\n')
    expect(plan.out).toContain(', secrets of 2 integrations not compared.')
    expect(plan.out).toContain(
      '2 resources have secrets that were not compared, because the secrets have no value here, and no request of this plan sends them: integration mailgun-old (credentials.apiKey, credentials.user); integration twilio-sms (credentials.accountSid, credentials.token)',
    )
    expect(plan.out).toContain('Next: belfry apply --approved plan.json\n')
    const applied = await run('apply --yes --secrets=needed')
    expect(applied).toMatchObject({ exit: 0, err: '' })
    expect(sent()).toMatchObject([{ method: 'PUT', body: { name: 'Mailgun EU' } }])
    expect(Object.keys(sent()[0]?.body as object)).not.toContain('credentials')
    expect(applied.out).toContain(
      'Verified: a new plan shows no changes, secrets of 2 integrations not compared (',
    )
    const again = await run('apply --yes --secrets=needed')
    expect(again).toMatchObject({ exit: 0, err: '' })
    expect(again.out).toContain('Nothing to send. 2 unmanaged, secrets of 2 integrations not compared.')
    expect(sent()).toHaveLength(1)
  })

  test('a saved plan that lacks values is applied as an approved one, which needs no more', async () => {
    const { run, sent } = await world()
    await run('plan --secrets=needed --out plan.json')
    const exact = await run('apply plan.json --yes')
    expect(exact.exit).toBe(4)
    expect(exact.err).toContain('plan.json was made without the values of all secrets')
    expect(await run('apply --yes --approved plan.json')).toMatchObject({ exit: 0, err: '' })
    expect(sent()).toMatchObject([{ method: 'PUT', body: { name: 'Mailgun EU' } }])
  })

  test.each([['plan'], ['apply --yes'], ['apply --yes --approved plan.json']])(
    '%s: what a request carries is an error at its place, before the first write',
    async (command) => {
      const { run, sent, edit } = await world()
      edit('manifests/email.yaml', 'senderName: Acme', 'senderName: Acme Ltd')
      await run('plan --secrets=defer --out plan.json')
      const said = await run(`${command}${command.includes('approved') ? '' : ' --secrets=needed'}`)
      expect(said.exit).toBe(3)
      expect(errorsIn(said)).toEqual(mailgunUnset)
      expect(sent()).toEqual([])
      const more = await run(`${command}${command.includes('approved') ? '' : ' --secrets=needed'}`, {
        env: mailgun,
      })
      expect(more).toMatchObject({ exit: 0, err: '' })
    },
  )

  test('what is set is compared', async () => {
    const { run } = await world()
    const env = { ...mailgun, MAILGUN_USER: 'another' }
    const plan = await run('plan --secrets=needed', { env })
    expect(plan.out).toContain('~ credentials.user  (secret in the service) → (secret env:MAILGUN_USER)\n')
    expect(plan.out).toContain(', secrets of 1 integration not compared.')
  })

  test('a plan that lacks a needed secret is not saved', async () => {
    const { run, edit, folder } = await world()
    edit('manifests/email.yaml', 'domain: mg.acme.example', 'domain: other.example')
    const said = await run('plan --secrets=needed --out plan.json')
    expect([said.exit, errorsIn(said)]).toEqual([3, mailgunUnset])
    expect(existsSync(join(folder, 'plan.json'))).toBe(false)
  })

  test('what is no secret has to have a value', async () => {
    const { run, edit } = await world()
    edit('manifests/email.yaml', 'domain: mg.acme.example', 'domain: "${env:DOMAIN|plain}"')
    const said = await run('plan --secrets=needed')
    expect(said.exit).toBe(3)
    expect(errorsIn(said)).toEqual(['manifests/email.yaml:9:16 empty-reference'])
  })

  test('a ledger says nothing of a secret without a value', async () => {
    const { run, sent, folder } = await world({
      'belfry.yaml': `${files['belfry.yaml']}unreadable: ledger\n`,
    })
    writeFileSync(join(folder, 'token'), 'token-made-up')
    const env = { ...mailgun, TWILIO_SID: 'AC-made-up' }
    expect(await run('apply --yes', { env })).toMatchObject({ exit: 0 })
    const ledger = readFileSync(join(folder, '.belfry/ledger.json'), 'utf8')
    const before = sent().length
    for (const how of ['plan --secrets=defer', 'apply --yes --secrets=needed'])
      expect(await run(how)).toMatchObject({ exit: 0, err: '' })
    expect(sent()).toHaveLength(before)
    expect(readFileSync(join(folder, '.belfry/ledger.json'), 'utf8')).toBe(ledger)
  })
})

describe('a command that prints secrets', () => {
  const fails: Partial<Parameters<CliWorld['run']>[1]> = {
    env: { PATH: process.env['PATH'] ?? '', BELFRY_SECRET_COMMAND: 'false {}', BELFRY_SECRET_NAMES: '*' },
  }

  test('may fail for secrets that no request carries', async () => {
    const { run, sent, edit } = await world()
    edit('manifests/email.yaml', '${env:MAILGUN_KEY}', '${secret:mailgun/key}')
    expect(await run('apply --yes --secrets=needed', fails)).toMatchObject({ exit: 0, err: '' })
    expect(sent()).toHaveLength(1)
    edit('manifests/email.yaml', 'senderName: Acme', 'senderName: Acme Ltd')
    const said = await run('apply --yes --secrets=needed', fails)
    expect(said.exit).toBe(3)
    expect(said.err).toContain('manifests/email.yaml:7:15  error  secret-value')
    expect(sent()).toHaveLength(1)
  })
})
