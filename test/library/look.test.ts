// Programs read resources, events and messages, export manifests and switch a channel, with the same guards as the commands.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { open, type Project } from '../../src/index.ts'
import { failoverFiles, failoverWorld } from '../support/failover-world.ts'
import { project } from '../support/cli-world.ts'
import { getKinds } from '../support/get-commands.ts'
import { manifest, thrownBy, worldWith } from './library-world.ts'

const target = 'Development'

test('get returns environments, integrations and subscribers as the command prints them', async () => {
  const { project: own, writes } = await worldWith(manifest)
  const environments = await own.get('environments', { target })
  expect(environments.data.map((each) => each['name'])).toEqual(['Development', 'Production'])
  const { data } = await own.get('integrations', { target })
  const [first] = data
  const named = await own.get('integrations', { target, name: String(first?.['identifier']) })
  expect(named).toMatchObject({ command: 'get integrations', exit: 0, target, data: [first] })
  const subscribers = await own.get('subscribers', { target, name: 'ops-oncall' })
  expect(subscribers.data).toMatchObject([{ subscriberId: 'ops-oncall' }])
  expect((await own.get('subscribers', { target, all: true, max: 1 })).data).toHaveLength(1)
  expect(writes()).toBe(0)
})

test('events and messages return a page, or all pages up to a limit', async () => {
  const { project: own } = await worldWith(manifest)
  for (const to of ['user-0001', 'user-0002', 'user-0003'])
    await own.trigger({ workflow: 'welcome', to }, { target, wait: true, throwOnErrors: false })
  const page = await own.events({ target, limit: 2 })
  expect(page).toMatchObject({ command: 'events list', target, hasMore: true, pageSize: 2 })
  expect(page.data).toHaveLength(2)
  const events: string[] = []
  const all = await own.events({ target, all: true, onEvent: ({ type }) => events.push(type) })
  expect([all.hasMore, events.includes('reading')]).toEqual([false, true])
  expect(all.data.length).toBeGreaterThanOrEqual(3)
  expect(await own.events({ target, all: true, max: 1 })).toMatchObject({ hasMore: true })
  const { data } = await own.messages({ target, subscriber: 'user-0001' })
  expect(data.length).toBeGreaterThan(0)
  expect(new Set(data.map((each) => each['_subscriberId'])).size).toBe(1)
})

test('personal data is masked where the project says so', async () => {
  const masked = { ...manifest, 'belfry.yaml': `${project}privacy: mask\n` }
  const { project: own } = await worldWith(masked)
  const { data } = await own.get('subscribers', { target, all: true })
  const plain = await (await worldWith(manifest)).project.get('subscribers', { target, all: true })
  const [email] = plain.data.flatMap((each) => each['email'] ?? [])
  expect(email).toContain('@')
  expect(JSON.stringify(data)).not.toContain(email)
})

const quotedKinds = getKinds.map((kind) => `'${kind}'`)

type Loose = Record<keyof Project, (...args: unknown[]) => Promise<unknown>>

test.each<[keyof Project, readonly unknown[], string]>([
  ['get', ['workflows'], `kind must be ${quotedKinds.slice(0, -1).join(', ')} or ${quotedKinds.at(-1)}`],
  ['get', ['environments', { all: true }], 'unknown option all'],
  ['events', [{ target, max: 5 }], 'max works only with all: true'],
  ['events', [{ target, limit: 0 }], 'limit 0 is not a whole number from 1 to 50'],
  ['events', [{ target, after: 'yesterday' }], 'after yesterday is not a valid time'],
  ['events', [{ target, channel: [] }], 'channel is an empty list'],
  ['messages', [{ target, page: 1.5 }], 'page 1.5 is not a whole number'],
  ['messages', [{}], 'needs exactly one target'],
  ['export', [{ channels: true }], 'channels works only with subscribers'],
  ['export', [{ out: '' }], 'out is empty'],
  ['failover', [''], 'channel is empty'],
  ['failover', ['email', { ifFailing: 'often' }], 'ifFailing often is not a valid share and time'],
])('%s refuses %j', async (method, args, message) => {
  const { project: own, sandbox } = await worldWith(manifest)
  const error = await thrownBy(() => (own as unknown as Loose)[method](...args))
  expect(error.message).toContain(message)
  expect(error.exit).toBe(3)
  expect(sandbox.log).toEqual([])
})

test('export returns the changes of the manifests, and writes a folder if it is named', async () => {
  const { project: own, folder, writes } = await worldWith(manifest)
  const before = readFileSync(join(folder, 'manifests/people.yaml'), 'utf8')
  const shown = await own.export()
  expect(shown).toMatchObject({ command: 'export', isWritten: false })
  expect(shown.files.length).toBeGreaterThan(0)
  expect(readFileSync(join(folder, 'manifests/people.yaml'), 'utf8')).toBe(before)
  const { files } = await own.export({ out: 'found', only: ['integration/*'] })
  expect(files.map(({ file }) => file)).toContain(join('found', 'integrations.yaml'))
  expect(readdirSync(join(folder, 'found'))).toContain('integrations.yaml')
  expect((await thrownBy(() => own.export({ out: 'found' }))).message).toContain("isn't empty")
  expect(writes()).toBe(0)
})

const withoutSuites = failoverFiles['belfry.yaml'].replace('suites: [smoke.yaml], ', '')

test.each([
  [{ smoke: false }, []],
  [{ smoke: true }, ['no-smoke-case']],
  [{}, ['no-smoke-case']],
])('failover without a smoke suite: %j', async (own, rules) => {
  const { cwd, env, primaries } = await failoverWorld({}, { 'belfry.yaml': withoutSuites })
  const switched = await open({ cwd, env }).then((opened) =>
    opened.failover('email', { reason: 'down', throwOnErrors: false, ...own }),
  )
  expect(switched.problems.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual(
    rules,
  )
  expect(switched.problems.map(({ hint = '' }) => hint).join(' ')).not.toContain('--')
  expect(primaries()).toEqual([rules.length === 0 ? 'ses-eu' : 'sendgrid-main'])
})

test('the way back needs a smoke suite only if there is a way back', async () => {
  const { cwd, env, primaries } = await failoverWorld({}, { 'belfry.yaml': withoutSuites })
  const opened = await open({ cwd, env })
  const back = () => opened.failover('email', { back: true, throwOnErrors: false })
  expect((await back()).state).toBe('already')
  await opened.failover('email', { reason: 'down', smoke: false })
  expect((await back()).problems.map(({ rule }) => rule)).toContain('no-smoke-case')
  expect(primaries()).toEqual(['ses-eu'])
})

test('failover switches a channel after a smoke trigger; a protected target needs its name', async () => {
  const { cwd, env, primaries } = await failoverWorld()
  const own = await open({ cwd, env })
  const result = await own.failover('email', { reason: 'the provider is down' })
  expect(result).toMatchObject({ exit: 0, target: 'Production', channel: 'email', to: 'ses-eu' })
  expect(primaries()).toEqual(['ses-eu'])
  await own.failover('email', { back: true, smoke: false })
  expect(primaries()).toEqual(['sendgrid-main'])
  const key = "apiKey: '${env:PRODUCTION_KEY}'"
  const guarded = await failoverWorld(
    {},
    { 'belfry.yaml': readFileSync(join(cwd, 'belfry.yaml'), 'utf8').replace(key, `${key}, protected: true`) },
  )
  const safe = await open({ cwd: guarded.cwd, env: guarded.env })
  expect((await thrownBy(() => safe.failover('email', { reason: 'down' }))).exit).toBe(4)
  expect([guarded.writes(), guarded.primaries()]).toEqual([[], ['sendgrid-main']])
})
