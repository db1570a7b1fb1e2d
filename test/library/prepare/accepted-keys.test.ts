// A target that lists several API keys: the first that the service accepts is used, for all of a run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productionApiKey } from '../../../src/sandbox/index.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, type CliWorld } from '../../support/cli-world.ts'
import { getCommands } from '../../support/get-commands.ts'

const newKey = 'canary-new-key-of-production'
const badKey = 'canary-key-that-was-revoked'

const project = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: ['\${env:KEY_NEW}', '\${env:KEY}'] }
manifests: [manifests]
unreadable: ledger
`

const manifests = `integrations:
  - identifier: ses-new
    providerId: sendgrid
    channel: email
    credentials: { apiKey: '\${env:SES_KEY}', from: a@acme.example }
`

const env = { SES_KEY: 'canary-of-sendgrid-1', BELFRY_FINGERPRINT_KEY: 'a-key-of-fingerprints-1' }

/** A service that accepts the old and the new API key, and doesn't return credentials. */
async function world(files: Readonly<Record<string, string>> = {}): Promise<CliWorld> {
  const made = await cliWorld({ 'belfry.yaml': project, 'manifests/a.yaml': manifests, ...files }, {}, 'novu-2026-09') // prettier-ignore
  const [known] = made.sandbox.state.environments.get('Production')?.apiKeys ?? []
  if (known === undefined) throw new Error('the sandbox has no key for Production')
  made.sandbox.state.environments.edit('Production', { apiKeys: [known, { ...known, key: newKey }] })
  return made
}

test.each([
  ['the first, if both are accepted', { KEY_NEW: newKey, KEY: productionApiKey }, 'env:KEY_NEW'],
  ['the second, if the first is not accepted', { KEY_NEW: badKey, KEY: productionApiKey }, 'env:KEY'],
  ['the second, if the first is unset', { KEY_NEW: '', KEY: productionApiKey }, 'env:KEY'],
  ['the first, if the second is unset', { KEY_NEW: newKey }, 'env:KEY_NEW'],
])('%s', async (_, keys, from) => {
  const { run } = await world()
  const said = await run('doctor', { env: { ...env, ...keys } })
  expect(said.out).toContain(`the service accepted the API key (${from})`)
  expect((await run('plan', { env: { ...env, ...keys } })).exit).toBe(0)
  expect(`${said.out}${said.err}`).not.toContain('canary')
})

test('with an invalid address of a proxy no key is tried', async () => {
  const { run, sandbox } = await world()
  const keys = { KEY_NEW: newKey, KEY: productionApiKey, HTTP_PROXY: 'socks5://127.0.0.1:8' }
  expect([(await run('doctor', { env: { ...env, ...keys } })).exit, sandbox.log]).toEqual([3, []])
})

test('if none is accepted, the first is reported', async () => {
  const { run } = await world()
  const { exit, err } = await run('plan', { env: { ...env, KEY_NEW: badKey, KEY: `${badKey}-2` } })
  expect(exit).toBe(3)
  expect(err).toContain('env:KEY_NEW')
  expect(err).not.toContain('canary')
})

test.each(getCommands)('if none is set, %s names the first', async (command) => {
  const { run } = await world()
  const { exit, err } = await run(command, { env: { ...env, KEY: '', KEY_NEW: '' } })
  expect([exit, err]).toEqual([3, expect.stringContaining('env:KEY_NEW is unset or empty')])
})

test('any other failure is that failure: no other key is sent', async () => {
  const { run, sandbox } = await world()
  const sent = new Set<string>()
  const url = await startProxy(sandbox.url, ({ key }) => {
    sent.add(key)
    return { status: 403, body: '{"message":"forbidden"}' }
  })
  const { exit } = await run('plan', { env: { ...env, BELFRY_URL: url, KEY_NEW: newKey, KEY: productionApiKey } }) // prettier-ignore
  expect(exit).not.toBe(0)
  expect([...sent]).toEqual([newKey])
})

test('it is decided once: a key that is refused later ends the run', async () => {
  const { run, sandbox } = await world()
  const sent: string[] = []
  const url = await startProxy(sandbox.url, ({ key }) => {
    sent.push(key)
    return sent.length > 1 ? { status: 401, body: '{"message":"API Key not found"}' } : undefined
  })
  const { exit } = await run('plan', { env: { ...env, BELFRY_URL: url, KEY_NEW: newKey, KEY: productionApiKey } }) // prettier-ignore
  expect(exit).toBe(3)
  expect(new Set(sent)).toEqual(new Set([newKey]))
})

test('one key alone, and a dry run, cause no request', async () => {
  const one = await world()
  await one.run('plan', { env: { ...env, KEY: productionApiKey } })
  const requests = one.sandbox.log.length
  one.sandbox.clearLog()
  await one.run('plan', { env: { ...env, KEY: productionApiKey, KEY_NEW: newKey } })
  expect(one.sandbox.log).toHaveLength(requests + 1)
  one.sandbox.clearLog()
  const both = { ...env, KEY: productionApiKey, KEY_NEW: newKey }
  expect((await one.run('trigger welcome --to user-0001 --dry-run', { env: both })).exit).toBe(0)
  expect(one.sandbox.log).toEqual([])
})

test('saved plans and the ledger survive the change with a fingerprint key', async () => {
  const { run, folder } = await world()
  const before = { ...env, KEY: productionApiKey }
  const after = { ...before, KEY_NEW: newKey }
  expect(await run('plan --out plan.json', { env: before })).toMatchObject({ exit: 0, err: '' })
  expect(await run('apply plan.json', { env: after })).toMatchObject({ exit: 0 })
  expect(readFileSync(join(folder, '.belfry/ledger.json'), 'utf8')).not.toContain('canary')
  for (const keys of [before, after]) expect((await run('plan --detailed-exitcode', { env: keys })).exit).toBe(0)
}) // prettier-ignore

test('without a fingerprint key there is a warning, and they do not', async () => {
  const { run } = await world()
  const before = { SES_KEY: env.SES_KEY, KEY: productionApiKey }
  const planned = await run('plan --out plan.json', { env: before })
  expect(planned).toMatchObject({ exit: 0 })
  expect(planned.err).toContain('rotating-key')
  expect(await run('apply plan.json', { env: { ...before, KEY_NEW: newKey } })).toMatchObject({ exit: 4 })
})

test.each([
  ['a list with a secret command', "['${secret:prod/key}', '${env:KEY}']", 'bad-reference'],
  ['an empty list', '[]', 'wrong-'],
  ['a list of numbers', '[1]', 'quote-it'],
  ['plain text in a list', "['${env:KEY}', 'a-key-in-plain-text']", 'literal-secret'],
])('%s', async (_, apiKey, rule) => {
  const { run } = await world({ 'belfry.yaml': project.replace(/\[.*KEY\}'\]/, apiKey) })
  const { err } = await run('plan', { env: { ...env, KEY: productionApiKey } })
  expect(err).toContain(rule)
})

test('another target, or a manifest, can use none of the keys', async () => {
  const same = project.replace('manifests:', "  Development: { apiKey: '${env:KEY}' }\nmanifests:")
  const { run } = await world({ 'belfry.yaml': same })
  expect((await run('plan', { env })).err).toContain('same-key')
  const used = await world({ 'manifests/a.yaml': manifests.replace('env:SES_KEY', 'env:KEY_NEW') })
  expect((await used.run('plan', { env })).err).toContain('forbidden-reference')
})
