// belfry events list and messages list with --follow: what is new and what changes, once each, oldest first.
import { describe, expect, onTestFinished, test } from 'vitest'
import { virtualClock } from '../../../src/sandbox/index.ts'
import { folderWith, startBelfry } from '../../support/cli-process.ts'
import { keys, project } from '../../support/cli-world.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { openStage, type Stage } from '../../support/sandbox-stage.ts'

interface World {
  readonly stage: Stage
  /** What happens in the pauses, one after the other; after the last nothing does. */
  readonly run: (args: readonly string[], then?: readonly (() => Promise<unknown> | void)[]) => Promise<Said>
}

async function open(): Promise<World> {
  const stage = await openStage({ clock: virtualClock(), seed: { notifications: [], messages: [] } })
  onTestFinished(() => stage.close())
  const folder = folderWith({ 'belfry.yaml': project })
  return {
    stage,
    run: (args, then = []) => {
      const left = [...then]
      return runProgram([...args, '-t', 'Production'], {
        cwd: folder,
        env: { BELFRY_URL: stage.sandbox.url, ...keys },
        pass: async (milliseconds) => {
          await left.shift()?.()
          stage.sandbox.clock.advance(milliseconds)
        },
      })
    },
  }
}

const welcome = (to: string | readonly string[]) => ({ name: 'welcome', to })

interface Line {
  readonly transactionId: string
  readonly jobs: readonly { readonly status: string }[]
}

function lines({ out }: Said): string[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .map(({ transactionId, jobs }) => `${transactionId} ${jobs.map(({ status }) => status).join()}`)
}

const follow = ['events', 'list', '--follow', '--format', 'ndjson']

test('those that are there, then those that come', async () => {
  const { stage, run } = await open()
  for (let each = 0; each < 3; each += 1) await stage.fire(welcome('user-0001'))
  const said = await run(
    [...follow, '--limit', '2', '--max', '4'],
    [
      () => undefined,
      () => stage.fire(welcome('user-0002')),
      () => stage.fire(welcome(['user-0003', 'user-0004'])),
    ],
  )
  expect({ exit: said.exit, err: said.err }).toEqual({ exit: 0, err: '' })
  expect(lines(said)).toEqual([
    'fire-2 completed,completed',
    'fire-3 completed,completed',
    'fire-4 completed,completed',
    'fire-5 completed,completed',
  ])
})

test('an event comes again when a step of it moves on, and not otherwise', async () => {
  const { stage, run } = await open()
  stage.sandbox.providers.set('mailgun', { outcome: 'slow', milliseconds: 5000 })
  await stage.trigger({ ...welcome('user-0001'), transactionId: 't' })
  const said = await run([...follow, '--max', '2'])
  expect(lines(said)).toEqual(['t running,pending', 't completed,completed'])
})

test('more than a page at once, each once, oldest first', async () => {
  const { stage, run } = await open()
  await stage.fire(welcome('user-0001'))
  const many = Array.from({ length: 120 }, (_, index) => `user-${String(index + 2).padStart(4, '0')}`)
  const said = await run([...follow, '--max', '121'], [() => stage.fire(welcome(many))])
  const ids = said.out
    .trim()
    .split('\n')
    .map(
      (line) => (JSON.parse(line) as { readonly subscriber: { readonly subscriberId: string } }).subscriber,
    )
  expect(ids.map(({ subscriberId }) => subscriberId)).toEqual(['user-0001', ...many])
})

test('nothing that was there long before comes up, however many there are', async () => {
  const { stage, run } = await open()
  const many = Array.from({ length: 60 }, (_, index) => `user-${String(index + 1).padStart(4, '0')}`)
  await stage.fire(welcome(many))
  const said = await run(
    [...follow, '--limit', '1', '--max', '2'],
    [() => undefined, () => stage.fire(welcome('user-0100'))],
  )
  expect(lines(said).map((line) => line.split(' ')[0])).toEqual(['fire-1', 'fire-2'])
})

test('as text, one table', async () => {
  const { stage, run } = await open()
  await stage.fire(welcome('user-0001'))
  const said = await run(
    ['messages', 'list', '--follow', '--max', '4'],
    [() => stage.fire(welcome('user-0002'))],
  )
  expect(said.out.replaceAll(/[0-9a-f]{24}/g, 'id'))
    .toBe(`CREATED               MESSAGE                   CHANNEL  STATUS  PROVIDER  RECIPIENT  SUBJECT OR CONTENT  TRANSACTION
2026-02-01 00:00:00Z  id  email    sent    mailgun   user-0001  Welcome to          fire-1
2026-02-01 00:00:00Z  id  in_app   sent    svc       user-0001  Welcome             fire-1
2026-02-01 00:00:02Z  id  email    sent    mailgun   user-0002  Welcome to          fire-2
2026-02-01 00:00:02Z  id  in_app   sent    svc       user-0002  Welcome             fire-2
`)
})

test('a look that fails is told of, and repeated', async () => {
  const { stage, run } = await open()
  await stage.fire(welcome('user-0001'))
  const said = await run(
    [...follow, '--max', '2'],
    [
      () => stage.sandbox.faults.set(['html-before:listEvents:100%']),
      async () => {
        stage.sandbox.faults.set([])
        await stage.fire(welcome('user-0002'))
      },
    ],
  )
  expect(said.exit).toBe(0)
  expect(said.err).toMatch(/; trying again\n$/)
  expect(lines(said)).toHaveLength(2)
})

test('what no further look can make good ends it', async () => {
  const { stage, run } = await open()
  await stage.fire(welcome('user-0001'))
  const said = await run(follow, [() => stage.sandbox.state.environments.remove('Production')])
  expect(said.exit).toBe(3)
  expect(said.err).toContain('status 401')
  expect(said.err).toContain('1 error. The list is incomplete.\n')
})

test.each([
  [['--all'], "--follow and --all can't be used together"],
  [['--page', '1'], "--follow and --page can't be used together"],
  [['--format', 'json'], "--follow can't be used with --format json"],
])('not with %j', async (more, message) => {
  const { run } = await open()
  const { exit, out, err } = await run(['events', 'list', '--follow', ...more])
  expect(exit).toBe(3)
  expect(out + err).toContain(message)
})

describe('as a process', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it', async (signal, code) => {
    const { stage } = await open()
    await stage.fire(welcome('user-0001'))
    const running = startBelfry([...follow, '-t', 'Production'], {
      cwd: folderWith({ 'belfry.yaml': project }),
      env: { BELFRY_URL: stage.sandbox.url, ...keys },
    })
    await running.says('fire-1')
    running.kill(signal)
    expect(await running.ended).toMatchObject({ exit: code, err: '' })
  })
})
