// The journal of an apply: on disk before each write goes out, read by belfry show, and needed by nothing.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createGate } from '../../support/cli-gate.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { cliWorld, people } from '../../support/cli-world.ts'
import { settled } from '../../support/held.ts'

const three = `targets: [Production]
subscribers:
  - { subscriberId: user-0001, lastName: New }
  - { subscriberId: user-0002, lastName: New }
  - { subscriberId: user-0003, lastName: New }
`

interface Line {
  readonly type: string
  readonly id?: string
  readonly path?: string
  readonly run: string
  readonly digest?: string
}

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/journal.schema.json', import.meta.url), 'utf8'),
) as object
const isEntry = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(schema)

function linesIn(folder: string, file = 'journal.ndjson'): Line[] {
  const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const entry = JSON.parse(line) as Line
    if (!isEntry(entry)) throw new Error(`${line}\n${JSON.stringify(isEntry.errors)}`)
    return entry
  })
}

/** Times, durations and ids of runs differ from run to run. */
function steady(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}')
    .replaceAll(/Apply [0-9a-f]{8}/g, 'Apply {run}')
    .replaceAll(/\d+(?:\.\d+)? m?s\b/g, '{took}')
}

test('a line before each write and one after it, each according to its schema', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': three })
  expect(await run('apply --yes --concurrency 1 --journal journal.ndjson')).toMatchObject({ exit: 0 })
  const lines = linesIn(folder)
  const id = (user: string): string => `Production/subscriber/${user}/update`
  expect(lines.map(({ type, id: of }) => [type, of])).toEqual([
    ['start', undefined],
    ['sending', id('user-0001')],
    ['outcome', id('user-0001')],
    ['sending', id('user-0002')],
    ['outcome', id('user-0002')],
    ['sending', id('user-0003')],
    ['outcome', id('user-0003')],
    ['end', undefined],
  ])
  expect(new Set(lines.map((line) => line.run)).size).toBe(1)
  expect(statSync(join(folder, 'journal.ndjson')).mode & 0o777).toBe(0o600)
})

test('no request of a write is begun before its line is on disk, however long that takes', async () => {
  const { folder, run } = await cliWorld({ 'manifests/people.yaml': three })
  const path = join(folder, 'journal.ndjson')
  let onDisk = ''
  await flushing(async () => {
    const text = readFileSync(path, 'utf8')
    await settled()
    onDisk = text
  })
  const begun = new Map<string, boolean>()
  const hear = (message: unknown): void => {
    const { request } = message as { readonly request: { readonly method: string; readonly path: string } }
    if (request.method !== 'GET') begun.set(request.path, onDisk.includes(`"path":"${request.path}"`))
  }
  subscribe('undici:request:create', hear)
  onTestFinished(() => void unsubscribe('undici:request:create', hear))
  await run('apply --yes --concurrency 4 --journal journal.ndjson')
  expect(begun).toEqual(new Map([1, 2, 3].map((number) => [`/v2/subscribers/user-000${number}`, true])))
})

/** Has every flush of a file to disk do this. */
async function flushing(instead: () => Promise<void>): Promise<void> {
  const file = await open(new URL(import.meta.url))
  await file.close()
  const flush = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'datasync').mockImplementation(instead)
  onTestFinished(() => flush.mockRestore())
}

test('the next run adds to it, also behind a line that was cut off', async () => {
  const { run, folder, sandbox } = await cliWorld({ 'manifests/people.yaml': three })
  await run('apply --yes --journal journal.ndjson')
  const path = join(folder, 'journal.ndjson')
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"type":"sen`)
  sandbox.state.subscribers.edit('Production', 'user-0002', { lastName: 'Old' })
  await run('apply --yes --journal journal.ndjson')
  const { out, exit } = await run('show journal.ndjson --format json')
  expect(exit).toBe(0)
  expect(envelopeIn(out)).toMatchObject({
    journal: { runs: [{ outcomes: [{}, {}, {}] }, { outcomes: [{}], exit: 0 }], damaged: [9] },
  })
})

test('one body has one digest under one key, and another under another', async () => {
  const { run, folder, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  for (const [file, key] of [['a'], ['b'], ['c', 'a key of its own']] as const) {
    for (const environment of ['Development', 'Production'])
      sandbox.state.subscribers.edit(environment, 'ops-oncall', { lastName: 'Old' })
    await run(`apply --yes --journal ${file}`, { env: { ...(key && { BELFRY_FINGERPRINT_KEY: key }) } })
  }
  const [a, b, c] = ['a', 'b', 'c'].map((file) => linesIn(folder, file).flatMap(({ digest }) => digest ?? []))
  expect(a).toHaveLength(2)
  expect(new Set(a).size).toBe(2)
  expect(a).toEqual(b)
  expect(c?.some((digest) => a?.includes(digest))).toBe(false)
})

describe('belfry show', () => {
  test('tells what was in flight when the process was killed', async () => {
    const { sandbox, start, run } = await cliWorld({ 'manifests/people.yaml': three })
    const held = createGate()
    const gate = createGate()
    let writes = 0
    const url = await startProxy(sandbox.url, async ({ method }) => {
      if (method === 'GET') return undefined
      writes += 1
      if (writes === 1) return failure(422, 'ops@acme.example is taken')
      if (writes < 3) return undefined
      held.open()
      await gate.opened
      return undefined
    })
    const running = start('apply --yes --concurrency 1 --journal journal.ndjson', {
      env: { BELFRY_URL: url },
    })
    await held.opened
    running.kill('SIGKILL')
    await running.ended
    gate.open()
    const { out, err, exit } = await run('show journal.ndjson')
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(steady(out))
      .toBe(`Apply {run}  {time}  unknown user and commit  still running, or ended unexpectedly, for example because the process was killed
  failed   Production  update subscriber user-0001   status 422, {took}
  done     Production  update subscriber user-0002   status 200, {took}
  unknown  Production  update subscriber user-0003
           no result in the journal: PATCH /v2/subscribers/user-0003, sent {time}

3 changes sent: 1 done, 1 failed, 0 unknown, 1 without a result.
Next: once the run has ended, run belfry plan to list the missing changes.
`)
    const json = await run('show journal.ndjson --format json')
    expect(envelopeIn(json.out)).toMatchObject({
      journal: { runs: [{ inFlight: [{ name: 'user-0003' }] }], damaged: [] },
    })
  })

  test('tells apart what a limit kept from being sent', async () => {
    const { sandbox, start, run } = await cliWorld({ 'manifests/people.yaml': three })
    const url = await startProxy(sandbox.url, ({ method }) =>
      method === 'GET' ? undefined : failure(429, 'slow down'),
    )
    const running = start('apply --yes --concurrency 1 --journal journal.ndjson', {
      env: { BELFRY_URL: url },
    })
    await running.says('waiting')
    running.kill('SIGINT')
    expect(await running.ended).toMatchObject({ exit: 130 })
    const { out } = await run('show journal.ndjson')
    expect(steady(out)).toBe(`Apply {run}  {time}  unknown user and commit  ended {time}, exit 130
  skipped  Production  update subscriber user-0001   not sent, {took}

0 changes sent: 0 done, 0 failed, 0 unknown, 0 without a result.
`)
  })

  test.each([
    ['no file', 'nothing.ndjson', "nothing.ndjson can't be read: no such file or folder\n"],
    ['a folder', 'manifests', "manifests can't be read: the path is a folder, not a file\n"],
  ])('3: %s', async (_, file, reason) => {
    const { run } = await cliWorld({ 'manifests/people.yaml': three })
    const said = await run(`show ${file}`)
    expect(said).toMatchObject({ exit: 3, out: '' })
    expect(said.err).toContain(reason)
    const json = await run(`show ${file} --format json`)
    expect(envelopeIn(json.out)).toMatchObject({ command: 'show', exit: 3 })
  })
})

describe('a journal that can not be written stops before the first write', () => {
  const unwritable = ['no-such-folder/journal.ndjson', 'manifests', ...['/dev/full'].filter(existsSync)]
  test.each(unwritable)('%s', async (path) => {
    const { run, writes } = await cliWorld({ 'manifests/people.yaml': three })
    const { exit, err } = await run(`apply --yes --journal ${path}`)
    expect(exit).toBe(3)
    expect(err).toContain(`--journal ${path} can't be written`)
    expect(err).toContain(`1 error. Nothing was ${path === '/dev/full' ? 'written' : 'sent'}.`)
    const json = await run(`apply --yes --journal ${path} --format json`)
    expect(envelopeIn(json.out)).toMatchObject({ exit: 3, problems: [{ rule: 'bad-journal' }] })
    expect(writes()).toEqual([])
  })
})

test.each(['belfry.yaml', 'manifests/people.yaml', 'geo.json'])(
  '%s is no journal, so nothing is added to it',
  async (path) => {
    const { run, folder, writes } = await cliWorld({
      'manifests/people.yaml': three,
      'geo.json': '{"type":"FeatureCollection"}\n',
    })
    const before = readFileSync(join(folder, path), 'utf8')
    const { exit, err } = await run(`apply --yes --journal ${path}`)
    expect(exit).toBe(3)
    expect(err).toContain(
      `--journal ${path} can't be written: the file is not a journal\n  Use a new file, or a journal that belfry wrote.\n`,
    )
    expect([readFileSync(join(folder, path), 'utf8'), writes()]).toEqual([before, []])
  },
)

test.each(['{', '{"type":"start","run":"00'])(
  'a journal whose first line was cut off goes on after it: %s',
  async (text) => {
    const { run, folder } = await cliWorld({ 'manifests/people.yaml': three, 'journal.ndjson': text })
    expect(await run('apply --yes --journal journal.ndjson')).toMatchObject({ exit: 0 })
    expect(readFileSync(join(folder, 'journal.ndjson'), 'utf8').split('\n')[0]).toBe(text)
  },
)

test('what a journal was made to say acts on no terminal', async () => {
  const world = await cliWorld({})
  const run = '\u001B[2J\u200B'
  const time = '2026-11-21T06:00:00.000Z'
  const entries = [
    { type: 'start', run, time, formatVersion: 1, writes: 0 },
    { type: 'end', run, time, exit: 0 },
  ]
  writeFileSync(
    join(world.folder, 'journal.ndjson'),
    entries.map((each) => `${JSON.stringify(each)}\n`).join(''),
  )
  const { exit, out } = await world.run('show journal.ndjson')
  expect(exit).toBe(0)
  expect(out).not.toContain('\u001B')
  expect(out).not.toContain('\u200B')
})
