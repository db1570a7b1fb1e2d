import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, virtualClock } from '../../../src/sandbox/index.ts'
import { awhile, jobLines, openStage, type Stage } from '../../support/sandbox-stage.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-data-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (options: Parameters<typeof openStage>[0] = {}): Promise<Stage> =>
  openStage({ data: folder, ...options })
const file = (name: string): string => join(folder, name)

const contents = ({ sandbox: { state, keys } }: Stage) => ({
  keys,
  environments: state.environments.list(),
  integrations: state.environments.list().map(({ name }) => state.integrations.list(name)),
  ...Object.fromEntries(
    (['messages', 'notifications', 'transactions', 'tenants', 'topics'] as const).map((table) => [
      table,
      state.environments.list().map(({ name }) => state[table](name)),
    ]),
  ),
  subscribers: state.environments.list().map(({ name }) => state.subscribers.list(name)),
})

async function live(stage: Stage): Promise<void> {
  await stage.send('POST', '/v1/environments', { name: 'Staging', color: '#fff' })
  await stage.send('POST', '/v1/integrations', { providerId: 'ses', channel: 'email' })
  await stage.send('PATCH', '/v2/subscribers/user-0001', { firstName: 'Ann', data: { ü: '✓' } })
  await stage.fire({ name: 'welcome', to: ['user-0001', 'new'], tenant: { identifier: 'acme', name: 'A' } })
  stage.sandbox.state.subscribers.remove('Production', 'user-0002')
}

test('a restart changes nothing', async () => {
  const first = await open()
  await live(first)
  const before = contents(first)
  expect(first.sandbox.isRestored).toBe(false)
  await first.close()
  const second = await open()
  expect(contents(second)).toEqual(before)
  expect(second.sandbox.isRestored).toBe(true)
  await second.close()
})

const more = async (stage: Stage) => {
  const { body } = await stage.send('POST', '/v1/environments', { name: 'QA', color: '#fff' })
  await stage.fire({ name: 'welcome', to: 'user-0003', transactionId: 'more' })
  return [body, await stage.messages('transactionId=more'), stage.sandbox.clock.now()]
}

test('ids, keys and time go on where they were, as without a restart', async () => {
  const straight = await openStage()
  await live(straight)
  const expected = await more(straight)
  await straight.close()
  const first = await open()
  await live(first)
  await first.close()
  const second = await open()
  expect(await more(second)).toEqual(expected)
  await second.close()
})

test('jobs that were under way go on, digests too', async () => {
  const first = await open()
  await first.trigger({ name: 'incident-alert', to: 'ops-oncall', transactionId: 'one' })
  await first.trigger({
    name: 'weekly-digest',
    to: 'user-0001',
    transactionId: 'two',
    payload: { topic: 'a' },
  })
  first.advance(40)
  expect(jobLines((await first.events('one'))[0])[0]).toBe('chat running')
  await first.close()
  const second = await open()
  second.advance(11 * 60_000)
  expect(jobLines((await second.events('one'))[0])).toEqual([
    'chat completed',
    'sms completed',
    'email completed',
  ])
  expect(jobLines((await second.events('two'))[0])).toEqual([
    'delay completed',
    'digest delayed',
    'email pending',
  ])
  await second.close()
  const third = await open({ clock: virtualClock('2026-03-01T00:00:00.000Z') })
  third.advance(awhile)
  expect(jobLines((await third.events('two'))[0])).toEqual([
    'delay completed',
    'digest completed',
    'email completed',
  ])
  await third.close()
})

test('a transaction id is known after a restart; a provider keeps its outcome', async () => {
  const first = await open()
  first.sandbox.providers.set('mailgun', { outcome: 'refuse', text: 'no' })
  await first.fire({ name: 'welcome', to: 'user-0001', transactionId: 'once' })
  await first.close()
  const second = await open()
  await second.fire({ name: 'welcome', to: 'user-0001', transactionId: 'once' })
  expect(await second.events('once')).toHaveLength(1)
  expect(second.sandbox.providers.list()).toEqual({ mailgun: { outcome: 'refuse', text: 'no' } })
  await second.close()
})

test('a seed is for a new folder', async () => {
  const first = await open({ seed: { environments: [{ name: 'Only' }] } })
  const keys = first.sandbox.keys
  await first.sandbox.close()
  const second = await createSandbox({ data: folder, seed: { environments: [{ name: 'Other' }] } })
  expect(second.keys).toEqual(keys)
  await second.close()
})

test('a last line that was never finished is dropped', async () => {
  const first = await open()
  await live(first)
  const before = contents(first)
  await first.close()
  for (const torn of ['0', '01234567 {"ids"', '00000000 {}\n']) {
    appendFileSync(file('journal-1.ndjson'), torn)
    const again = await open()
    expect(contents(again)).toEqual(before)
    await again.send('PATCH', '/v2/subscribers/user-0003', { firstName: 'Later' })
    await again.close()
    const last = await open()
    expect(last.sandbox.state.subscribers.get('Production', 'user-0003')?.firstName).toBe('Later')
    last.sandbox.state.subscribers.edit(
      'Production',
      'user-0003',
      before.subscribers[1]?.find(({ subscriberId }) => subscriberId === 'user-0003') ?? {},
    )
    await last.close()
  }
})

test('a line that was cut anywhere is dropped alone', async () => {
  const first = await open()
  await first.send('PATCH', '/v2/subscribers/user-0001', { firstName: 'One' })
  await first.send('PATCH', '/v2/subscribers/user-0001', { firstName: 'Two' })
  await first.close()
  truncateSync(file('journal-1.ndjson'), readFileSync(file('journal-1.ndjson')).length - 1)
  const second = await open()
  expect(second.sandbox.state.subscribers.get('Production', 'user-0001')?.firstName).toBe('One')
  await second.close()
})

test.each([
  [
    'state.ndjson',
    (text: string) => text.replace('"Development"', '"Devilopment"'),
    'is damaged at line 2. Restore',
  ],
  [
    'state.ndjson',
    (text: string) => `${text.split('\n').slice(0, -2).join('\n')}\n`,
    'is incomplete: the last lines are missing. Restore the file from a backup, or use a new folder.',
  ],
  [
    'state.ndjson',
    () => '',
    'has an unknown format. Use the version of belfry that wrote the file, or a new folder.',
  ],
  ['journal-1.ndjson', (text: string) => text.replace('Ann', 'Bob'), 'is damaged at line 3. Restore'],
])('a damaged %s is named and left as it is', async (name, damage, message) => {
  const first = await open()
  await live(first)
  await first.close()
  const damaged = damage(readFileSync(file(name), 'utf8'))
  writeFileSync(file(name), damaged)
  await expect(createSandbox({ data: folder })).rejects.toThrow(`${file(name)} ${message}`)
  expect(readFileSync(file(name), 'utf8')).toBe(damaged)
  expect(readdirSync(folder)).not.toContain('lock')
})

test('a folder is for one sandbox at a time', async () => {
  const first = await open()
  await expect(createSandbox({ data: folder })).rejects.toThrow(
    `${folder} is in use by a different sandbox (process ${process.pid}). Stop this process, or use a different folder.`,
  )
  await first.close()
  await (await open()).close()
})

test.each([
  ['a process that is no more', '{"pid":99999999}'],
  ['an earlier process of the same number', `{"pid":${process.pid},"started":"1"}`],
  ['nobody', ''],
])('the lock of %s is taken over', async (_, lock) => {
  writeFileSync(file('lock'), lock)
  const stage = await open()
  expect(JSON.parse(readFileSync(file('lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  await stage.close()
  expect(readdirSync(folder).sort()).toEqual(['journal-1.ndjson', 'state.ndjson'])
})

test('a port that is taken leaves the folder free', async () => {
  const first = await createSandbox()
  await expect(createSandbox({ data: folder, port: first.port })).rejects.toThrow('EADDRINUSE')
  await (await open()).close()
  await first.close()
})

test('a folder that can not be used is named', async () => {
  writeFileSync(file('x'), '')
  await expect(createSandbox({ data: file('x') })).rejects.toThrow(`${file('x')} can't be created: `)
})

test('a journal that has grown gives way to a new snapshot', async () => {
  const first = await open()
  const data = { text: 'x'.repeat(1_000_000) }
  for (let number = 1; number <= 12; number += 1) {
    await first.send('PATCH', `/v2/subscribers/user-00${String(number).padStart(2, '0')}`, { data })
  }
  const before = contents(first)
  await first.close()
  expect(readdirSync(folder).sort()).toEqual(['journal-2.ndjson', 'state.ndjson'])
  const second = await open()
  expect(contents(second)).toEqual(before)
  await second.close()
})

test('a kill between a new snapshot and its journal loses nothing, and the old journal counts no more', async () => {
  const first = await open()
  await live(first)
  await first.close()
  const old = readFileSync(file('journal-1.ndjson'))
  const second = await open()
  await second.send('PATCH', '/v2/subscribers/user-0001', { data: { text: 'x'.repeat(9_000_000) } })
  await second.send('PATCH', '/v2/subscribers/user-0001', { data: {} })
  const after = contents(second)
  await second.close()
  rmSync(file('journal-2.ndjson'))
  writeFileSync(file('journal-1.ndjson'), old)
  writeFileSync(file('state.ndjson.new'), 'half')
  const third = await open()
  expect(contents(third)).toEqual(after)
  expect(readdirSync(folder).filter((name) => name.startsWith('journal'))).toEqual(['journal-2.ndjson'])
  await third.close()
})
