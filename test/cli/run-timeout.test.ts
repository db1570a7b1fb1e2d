// --run-timeout ends what a run waits for besides the service: the secret command, git, and standard input.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { readAll } from '../../src/cli/terminal/io.ts'
import { open } from '../../src/index.ts'
import { gitIn } from '../../src/library/sides/git.ts'
import { folderWith } from '../support/cli-process.ts'
import { cliWorld } from '../support/cli-world.ts'

const why = 'the run took longer than --run-timeout 60 s'

const manifest = `integrations:
  - identifier: ses-new
    providerId: sendgrid
    channel: email
    targets: [Production]
    credentials: { apiKey: '\${secret:prod/ses}', from: a@acme.example }
`

/** A folder of programs that write a process ID down and never end by themselves. */
function endless(name: string, waits = 'echo $$ > pid.part; mv pid.part pid; exec sleep 600') {
  const tools = folderWith({})
  const path = join(tools, name)
  writeFileSync(path, `#!/bin/sh\ncd '${tools}'\n${waits}\n`)
  chmodSync(path, 0o755)
  const pid = (): number => Number(readFileSync(join(tools, 'pid'), 'utf8'))
  return { tools, path, pid, hasStarted: () => expect(existsSync(join(tools, 'pid'))).toBe(true) }
}

/** The end of the run comes when the test says so. */
function deadline() {
  const over = new AbortController()
  const ends: (() => void)[] = []
  const after = (milliseconds: number, end: () => void): (() => void) => {
    if (milliseconds > 50_000) ends.push(end)
    return () => undefined
  }
  return { io: { over, after, clock: () => 0, began: 0 }, pass: () => ends.forEach((end) => end()) }
}

const isGone = (pid: number): void => expect(() => process.kill(pid, 0)).toThrow('ESRCH')

test('a secret command', async () => {
  const { path, pid, hasStarted } = endless('get')
  const { io, pass } = deadline()
  const { begin } = await cliWorld({ 'manifests/a.yaml': manifest })
  const more = { PATH: '/usr/bin:/bin', BELFRY_SECRET_COMMAND: `${path} read {}` }
  const { ended } = begin('plan -t Production --run-timeout 60', { env: more, io, patience: 600_000 })
  await vi.waitFor(hasStarted, 10_000)
  pass()
  const { exit, out, err } = await ended
  expect([exit, out]).toEqual([3, ''])
  expect(err).toContain(`the secret prod/ses can't be read: the command was ended: ${why}\n`)
  await vi.waitFor(() => isGone(pid()))
})

test.each(['plan --diff-base', 'plan --guards-from main', 'plan --out plan.json'])(
  'git: %s',
  async (args) => {
    const { tools, pid, hasStarted } = endless('git')
    const { io, pass } = deadline()
    const { begin, writes } = await cliWorld({
      'manifests/a.yaml': manifest.replace('${secret:prod/ses}', 'x'),
    })
    const git = gitIn({ PATH: `${tools}:/usr/bin:/bin` }, io.over.signal)
    const { ended } = begin(`${args} -t Production --format json --run-timeout 60`, { git, io })
    await vi.waitFor(hasStarted, 10_000)
    pass()
    const { exit, out, err } = await ended
    const message = `git did not finish: ${why}`
    expect([exit, err]).toEqual([1, `belfry: ${message}\n`])
    expect(JSON.parse(out)).toMatchObject({ exit: 1, problems: [{ rule: 'system', message }] })
    expect(writes()).toEqual([])
    await vi.waitFor(() => isGone(pid()))
  },
)

test('git that does not finish, while a program of it keeps its output open', async () => {
  const { tools, pid, hasStarted } = endless('git', 'sleep 600 & echo $! > pid.part; mv pid.part pid; wait')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const status = gitIn({ PATH: `${tools}:/usr/bin:/bin` })([], tools).catch(String)
    await vi.waitFor(hasStarted, 10_000)
    vi.advanceTimersByTime(120_000)
    expect(await status).toContain('git did not finish: it took longer than 120 s')
  } finally {
    vi.useRealTimers()
    process.kill(pid())
  }
})

test('git of a program: the option has its name in the library', async () => {
  const { tools } = endless('git')
  const env = { PATH: `${tools}:/usr/bin:/bin` }
  const project = await open({ cwd: folderWith({ 'belfry.yaml': 'manifests: []' }), env, runTimeout: 1 })
  await expect(project.diff()).rejects.toThrow(
    'git did not finish: the run took longer than runTimeout 0.001 s',
  )
})

test('standard input that stays open', async () => {
  const over = new AbortController()
  const stream = new PassThrough()
  stream.write('subscribers:')
  const read = readAll(stream, 1000, over.signal)
  over.abort(why)
  await expect(read).rejects.toThrow(`stdin did not end: ${why}`)
  expect(stream.destroyed).toBe(true)
})

test.each([
  ['subscribers: []\n', 20, 'subscribers: []\n'],
  ['subscribers: []\n', 16, 'subscribers: []\n'],
  ['subscribers: []\n', 15, undefined],
  ['', 0, ''],
])('standard input of %j, of which %i bytes may be read', async (text, atMost, expected) => {
  const stream = new PassThrough()
  stream.end(text)
  expect(await readAll(stream, atMost, new AbortController().signal)).toBe(expected)
})
