// A target that the project has later gets the declarations that are there, and no twins with variables of their own.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProfileName, Seed } from '../../../src/sandbox/index.ts'
import { cliWorld, project } from '../../support/cli-world.ts'

const file = 'manifests/email.yaml'
const before = `integrations:
  # By contract.
  - identifier: mail
    targets: [Development]
    name: Mail # shown to no one
    providerId: sendgrid
    channel: email
    credentials: { apiKey: '\${env:MAIL_KEY}', from: mail@acme.example, senderName: Acme }
`
const seed = (production: object, apiKey = 'canary-key'): Seed => ({
  integrations: ['Development', 'Production'].map((environment) => ({
    environment,
    identifier: 'mail',
    name: 'Mail',
    providerId: 'sendgrid',
    channel: 'email',
    active: true,
    credentials: { apiKey: 'canary-key', from: 'mail@acme.example', senderName: 'Acme' },
    ...(environment === 'Production' && { ...production }),
    ...(environment === 'Production' && {
      credentials: { apiKey, from: 'live@acme.example', senderName: 'Acme' },
    }),
  })),
})

async function exported(
  manifest: string,
  shown: Seed,
  options = '',
  profile?: ProfileName,
  more: Readonly<Record<string, string>> = {},
) {
  const world = await cliWorld({ [file]: manifest, ...more }, shown, profile)
  const run = (args: string) =>
    world.run(`${args} --only integration/mail ${options}`.trim(), { env: { MAIL_KEY: 'canary-key' } })
  const text = () => readFileSync(join(world.folder, file), 'utf8')
  const dry = await run('export')
  expect([dry.exit, text()]).toEqual([0, manifest])
  const { exit, out, err } = await run('export --write')
  expect([exit, err]).toEqual([0, ''])
  const written = text()
  const again = await run('export --write')
  expect([again.exit, text()]).toEqual([0, written])
  const planned = await run('plan --detailed-exitcode')
  return { out, written, isEmpty: planned.exit === 0, world, dry: dry.out }
}

const given = before.replace('[Development]', '[Development, Production]')

test('a declaration of another target gets it, with the values that differ', async () => {
  const { out, written, isEmpty, world, dry } = await exported(before, seed({ name: 'Live' }))
  expect(written).toBe(
    `${given}    perTarget:\n      Production:\n        name: Live\n        credentials:\n          from: live@acme.example\n`,
  )
  expect(out).toContain(`${file}  integration mail in Production is added\n`)
  expect(dry).toContain('+    targets: [Development, Production]\n')
  expect(existsSync(join(world.folder, 'manifests/.env.example'))).toBe(false)
  expect(isEmpty).toBe(true)
})

test('it is not primary where the service shows another state', async () => {
  const declared = `${before}    primary: true\n`
  const [development, production] = seed({ primary: false }).integrations ?? []
  const { written, isEmpty } = await exported(declared, {
    integrations: [{ ...development, primary: true }, production].flatMap(
      (each) => each ?? [],
    ) as NonNullable<Seed['integrations']>,
  })
  expect(written).toContain('      Development:\n        primary: true\n')
  expect(written).not.toContain('\n    primary')
  expect(isEmpty).toBe(true)
})

const variable = before.replace('name: Mail #', 'name: "${var:name}" #')
const variables = {
  'belfry.yaml': project.replace("KEY}' }\n  Prod", "KEY}', variables: { name: Mail } }\n  Prod"),
}
test.each([
  ['the service shows another secret in it', before, seed({}, 'canary-other'), '', {}],
  ['its secrets are shown, and the other target is not read', before, seed({}), '-t Production', {}],
  ['it lacks a variable of the declaration', variable, seed({}), '', variables],
])('it gets a declaration of its own if %s', async (_, manifest, shown, options, files) => {
  const { written } = await exported(manifest, shown, options, undefined, files)
  expect(written).toContain('  - identifier: mail\n    name: Mail\n')
  expect(written.startsWith(manifest.trimEnd())).toBe(true)
})

test('where the service shows no secrets, the other target need not be read', async () => {
  const { written } = await exported(before, seed({}), '-t Production', 'novu-2026-09')
  expect(written).toContain('targets: [Development, Production]')
})

test('what is in its service twice is not added', async () => {
  const [development, production] = seed({}).integrations ?? []
  const integrations = [development, production, production].flatMap((each) => each ?? [])
  const { written } = await exported(before, { integrations })
  expect(written).toBe(before)
})

test('no target is added to a declaration whose values it could not get', async () => {
  const { written } = await exported(before, seed({ name: 'with canary-key inside' }))
  expect(written.startsWith(before.trimEnd())).toBe(true)
})
