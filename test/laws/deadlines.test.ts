// For every reply, however slow, every command ends by its deadline plus 2 s. Time is the test's own.
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { forward } from '../support/cli-proxy.ts'
import { runProgram } from '../support/cli.ts'
import { cliWorld, people } from '../support/cli-world.ts'
import { failoverWorld } from '../support/failover-world.ts'
import { sampled } from '../support/form.ts'
import { getCommands } from '../support/get-commands.ts'
import { startServer } from '../support/local-server.ts'
import { lawTimeout } from '../support/laws/runs.ts'

/** Milliseconds: `--run-timeout`, and what a command may take after it. */
const limit = 20_000
const grace = 2000

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Time that passes when nothing happens for a moment, and beyond the limit only after a long one. */
function slowTime() {
  let now = 0
  const sleepers = new Set<Sleeper>()
  const after = (milliseconds: number, wake: () => void): (() => void) => {
    const sleeper = { at: now + milliseconds, wake }
    sleepers.add(sleeper)
    return () => void sleepers.delete(sleeper)
  }
  const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve()
      const cancel = after(milliseconds, resolve)
      signal?.addEventListener('abort', () => (cancel(), resolve()), { once: true })
    })
  const run = async <T>(work: Promise<T>, isBusy: () => boolean): Promise<T> => {
    const state = { isDone: false }
    const watched = work.finally(() => (state.isDone = true))
    watched.catch(() => undefined)
    const quiet = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns && !state.isDone; turn += 1)
        await new Promise((next) => setTimeout(next, 2))
    }
    for (;;) {
      await quiet(10)
      // A busy machine takes a while to send a request, or to answer it.
      for (let turn = 0; isBusy() && turn < (now === 0 ? 500 : 50); turn += 1) await quiet(10)
      if (state.isDone) return watched
      const [next] = [...sleepers].sort((left, right) => left.at - right.at)
      if (next !== undefined && next.at > limit) await quiet(500)
      if (state.isDone) return watched
      if (next === undefined || !sleepers.delete(next)) continue
      now = Math.max(now, next.at)
      if (now > limit + grace) throw new Error(`the command still runs after ${now} ms`)
      next.wake()
    }
  }
  return { now: () => now, after, sleep, run }
}

type Time = ReturnType<typeof slowTime>

/** Answers on a bare connection. */
type Mode = (socket: Socket, time: Time) => void

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const replying =
  (status: string, headers = '', body = '{"message":"no"}'): Mode =>
  (socket) =>
    void socket.write(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`,
    )
const dripping =
  (first: string, drop: string): Mode =>
  (socket, time) => {
    socket.write(first)
    const again = (): void => {
      if (socket.destroyed) return
      socket.write(drop)
      time.after(1500, again)
    }
    time.after(1500, again)
  }

const modes: Readonly<Record<string, Mode>> = {
  'a body that drips': dripping(`${head}content-length: 1000000\r\n\r\n`, ' '),
  'headers that drip': dripping('HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'),
  'no answer': () => undefined,
  'a connection that is closed': (socket) => void socket.end(),
  'a connection that is reset': (socket) => void socket.resetAndDestroy(),
  'a body without end': dripping(
    `${head}transfer-encoding: chunked\r\n\r\n`,
    `10000\r\n${' '.repeat(0x10000)}\r\n`,
  ),
  redirects: replying('302 Found', 'location: /elsewhere\r\n'),
  '429 for ever': replying('429 Too Many Requests'),
  '429 with Retry-After: 1': replying('429 Too Many Requests', 'retry-after: 1\r\n'),
  '429 with Retry-After of a day': replying('429 Too Many Requests', 'retry-after: 86400\r\n'),
  '503 for ever': replying('503 Service Unavailable'),
  '503 with Retry-After': replying('503 Service Unavailable', 'retry-after: 2\r\n'),
  '409 in progress': replying('409 Conflict', 'retry-after: 1\r\n'),
  'half a reply': (socket) => void socket.end(`${head}content-length: 100\r\n\r\n{"data":[`),
  'a longer length': (socket) => void socket.write(`${head}content-length: 100\r\n\r\n{"data":[]}`),
  'chunks without an end': (socket) =>
    void socket.write(`${head}transfer-encoding: chunked\r\n\r\nb\r\n{"data":[]}\r\n`),
}

const reading = [
  'plan',
  ...getCommands.map((command) => `${command} -t Production`),
  'events list -t Production',
  'messages list -t Production',
  'doctor',
  'audit -t Production',
  'compare Development Production',
  'export -t Production',
  'export --out new -t Production',
  'get environments Production -t Production',
  'get integrations sendgrid -t Production',
  'get subscribers user-0001 -t Production',
  'events get 1 -t Production',
  'messages get 1 -t Production',
  'promote Production Development --only subscriber/user-0001',
]
const writing = [
  'apply --yes',
  'trigger welcome --to ops-oncall -t Production --wait',
  'smoke smoke/a.yaml -t Production',
  'failover email -t Production --yes',
]

const suite =
  'suite: a\nworkflow: welcome\ncases:\n  - { name: a, to: ops-oncall, expect: { in_app: any } }\n'

/** One that is promoted to the other target. */
const inProduction = 'subscribers:\n  - { subscriberId: user-0001, targets: [Production], lastName: Only }\n'

/** What a command runs in, with the URL of its sandbox: failover needs a standby. */
async function worldFor(command: string) {
  if (!command.startsWith('failover')) {
    const files = {
      'manifests/people.yaml': people,
      'manifests/only.yaml': inProduction,
      'smoke/a.yaml': suite,
    }
    const { sandbox, folder, env } = await cliWorld(files)
    return { url: sandbox.url, world: { cwd: folder, env } }
  }
  const { sandbox, cwd, env } = await failoverWorld()
  return { url: sandbox.url, world: { cwd, env } }
}

const cells = Object.keys(modes).flatMap((mode) => [
  ...[...reading, ...writing].map((command) => ({ mode, command, hostile: 'every request' as const })),
  ...writing.map((command) => ({ mode, command, hostile: 'every write' as const })),
])

test.each(sampled(cells, 23))(
  '$mode to $hostile of $command',
  async ({ mode, command, hostile }) => {
    const time = slowTime()
    const answer = modes[mode] as Mode
    let asked = 0
    let passing = 0
    const { url, world } = await worldFor(command)
    // Reads go to the sandbox; of writes, the connection itself is handed over.
    const front = await startServer((incoming, response) => {
      const isHostile = hostile === 'every request' || incoming.method !== 'GET'
      if (isHostile) {
        asked += 1
        return answer(incoming.socket, time)
      }
      passing += 1
      forward(url, incoming, '')
        .then(
          ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
          () => response.destroy(),
        )
        .finally(() => (passing -= 1))
    })
    onTestFinished(() => front.close())
    const args = `${command} --timeout 60 --run-timeout ${limit / 1000}`
    const { exit, out, err } = await time.run(
      runProgram(args.split(' '), {
        cwd: world.cwd,
        env: { ...world.env, BELFRY_URL: front.origin },
        io: { clock: time.now, began: 0, sleep: time.sleep, after: time.after, every: () => () => undefined },
      }),
      () => passing > 0 || asked === 0,
    )
    expect(time.now()).toBeLessThanOrEqual(limit + grace)
    // promote changes manifests, also without the service, and then warns.
    const isSaid = exit !== 0 || (command.startsWith('promote') && /^warning {2}/m.test(err))
    expect([isSaid, `${out}${err}`.includes('bug in belfry')]).toEqual([true, false])
    // Otherwise it would end for another reason.
    expect(asked, `${out}${err}`).toBeGreaterThan(0)
  },
  lawTimeout,
)
