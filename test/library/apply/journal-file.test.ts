// The journal of a run: who started it, and what happens if a part of it can't be written.
import { open, type FileHandle } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFilter } from '../../../src/core/secrets/redact.ts'
import { Unanswered } from '../../../src/core/system-failure.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { closeJournal, failedOverSince, startOf } from '../../../src/library/apply/journal-file.ts'
import { runProgram } from '../../support/cli.ts'
import { cliWorld, people } from '../../support/cli-world.ts'
import { failoverWorld } from '../../support/failover-world.ts'

const noCommit = { git: () => Promise.resolve(undefined) }
const plan = { sections: [], problems: [], requests: { reads: 0, writes: 0, milliseconds: 0 } }

test.each([
  [{ GITHUB_ACTOR: 'a', GITLAB_USER_LOGIN: 'b', USER: 'c', USERNAME: 'd' }, 'a'],
  [{ GITHUB_ACTOR: '', GITLAB_USER_LOGIN: 'b', USER: 'c', USERNAME: 'd' }, 'b'],
  [{ USER: 'c', USERNAME: 'd' }, 'c'],
  [{ USERNAME: 'd' }, 'd'],
  [{ LOGNAME: 'e' }, undefined],
])('with %j the run is by %s', async (env, by) => {
  const record = await startOf(plan, '.', { env, ...noCommit }, {})
  expect(record).toEqual({ type: 'start', formatVersion: 1, writes: 0, ...(by !== undefined && { by }) })
})

describe('the last line of a journal', () => {
  const secret = 'canary-of-a-journal-4711'

  async function closing(failing: 'append' | 'close' | undefined, exit?: number) {
    const filter = createFilter()
    filter.addSecrets(Secret.of(secret, 'env:KEY'))
    const calls: string[] = []
    const call = (name: 'append' | 'close') => async () => {
      calls.push(name)
      if (name === failing) throw new Error(`no space for ${secret}`)
    }
    const remarks: string[] = []
    const file = { run: '00', append: call('append'), close: call('close') }
    const run = { machine: { filter }, remark: (text: string) => void remarks.push(text) }
    await closeJournal(file, exit, run as unknown as Parameters<typeof closeJournal>[2])
    return { calls, remarks }
  }

  const incomplete =
    'The journal is incomplete: no space for (secret env:KEY). The results are in the output above.'

  test.each([
    [undefined, 0, ['append', 'close'], []],
    [undefined, undefined, ['close'], []],
    ['append', 0, ['append', 'close'], [incomplete]],
    ['close', 0, ['append', 'close'], [incomplete]],
    ['close', undefined, ['close'], [incomplete]],
  ] as const)('%s fails, with exit code %s', async (failing, exit, calls, remarks) => {
    expect(await closing(failing, exit)).toEqual({ calls, remarks })
  })

  test('a run without a journal has none', async () => {
    await expect(closeJournal(undefined, 0, {} as never)).resolves.toBeUndefined()
  })
})

test('a git that does not answer is no failure of the journal', async () => {
  const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
  const git = () => Promise.reject(new Unanswered('git did not finish: it took longer than 2 min'))
  const { exit, err } = await run('apply --yes --journal journal.ndjson', { git })
  expect([exit, err, writes()]).toEqual([1, 'belfry: git did not finish: it took longer than 2 min\n', []])
})

test('a git that does not answer leaves no journal open', async () => {
  const { belfry, cwd, env } = await failoverWorld()
  await belfry('failover', 'email', '--yes')
  const stat = vi.spyOn(await handles(), 'stat')
  onTestFinished(() => stat.mockRestore())
  const git = () => Promise.reject(new Unanswered('git did not finish: it took longer than 2 min'))
  const { exit } = await runProgram(['apply', '--failback', '--yes'], { cwd, env, git })
  const opened = stat.mock.contexts as readonly FileHandle[]
  expect([exit, ...opened.map(({ fd }) => fd)]).toEqual([1, -1])
})

/** What all open files inherit from. */
async function handles(): Promise<FileHandle> {
  const file = await open(new URL(import.meta.url))
  await file.close()
  return Object.getPrototypeOf(file) as FileHandle
}

/** From the `from`th flush on, the disk is full. */
async function fullDisk(from: number): Promise<void> {
  let flushes = 0
  const flush = vi.spyOn(await handles(), 'datasync').mockImplementation(() => {
    flushes += 1
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
    return flushes < from ? Promise.resolve() : Promise.reject(full)
  })
  onTestFinished(() => flush.mockRestore())
}

test('a journal that fails between two writes keeps the second from being sent, and is called incomplete', async () => {
  const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
  await fullDisk(3)
  const { exit, err } = await run('apply --yes --concurrency 1 --journal journal.ndjson')
  expect(exit).toBe(5)
  expect(writes()).toHaveLength(1)
  expect(err).toContain('The journal is incomplete: ')
})

test('a failover whose journal can not be ended says so after its result', async () => {
  const { cwd, env } = await failoverWorld()
  await fullDisk(6)
  const said: string[] = []
  const add = (text: string): void => void said.push(text)
  const io = { out: add, err: add, errIsTty: true }
  const args = ['failover', 'email', '-t', 'Production', '--yes', '--format', 'json']
  await runProgram(args, { cwd, env, io })
  expect(said.join('')).toMatch(/"command": ?"failover"[^]*The journal is incomplete: /)
  // The wait is over once there is a result.
  expect(said.filter((text) => text.includes('waiting for the smoke trigger ...'))).toHaveLength(1)
})

test('a switch that the journal of failovers can not keep is reported once', async () => {
  const world = await failoverWorld()
  await world.belfry('failover', 'email', '--yes')
  await fullDisk(1)
  const { exit, err } = await world.belfry('apply', '--failback', '--yes')
  expect([exit, ...world.primaries()]).toEqual([0, 'sendgrid-main'])
  expect(err.split('is not logged in .belfry/failover.ndjson: the disk is full.')).toHaveLength(2)
})

test.each(['nowhere/journal.ndjson', 'manifests', 'belfry.yaml'])(
  'a failover that can not be logged in %s is not started',
  async (path) => {
    const { belfry, writes, cwd } = await failoverWorld()
    const { exit, err } = await belfry('failover', 'email', '--yes', '--journal', path)
    expect([exit, writes()]).toEqual([3, []])
    expect(err).toContain(`the journal ${path} can't be written: `)
    expect(err).toContain(
      'A failover is always logged. Choose a file that belfry can write with --journal FILE.',
    )
    expect(existsSync(join(cwd, '.belfry'))).toBe(false)
  },
)

test('the time of a failover of another project is not known', () => {
  const since = failedOverSince({ root: '/nowhere', targets: [] })
  expect(since('Production', 'email', 'ses-eu')).toEqual({})
})
