// The client beside the bucket of the sandbox itself, over real HTTP, both on one clock that no test waits for.
import { afterEach, expect, test } from 'vitest'
import { createSandbox, virtualClock, type Sandbox } from '../../src/sandbox/index.ts'
import { patient } from '../../src/service/retry.ts'
import { isFull } from '../support/form.ts'
import { createTransport, type Transport } from '../../src/service/transport.ts'

/** Requests a second, and what a full bucket holds. */
const limit = 20
const burst = 110
/** Milliseconds from a request to its reply. */
const trip = 20

let open: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(open.map((close) => close()))
  open = []
})

interface Taken {
  readonly seconds: number
  readonly refusals: number
}

async function take(calls: number, workers: number, share: number): Promise<Taken> {
  const sandbox = await createSandbox({ profile: 'novu-2026-09', rateLimit: limit, clock: virtualClock() })
  const inner = createTransport()
  open.push(
    () => sandbox.close(),
    () => inner.close(),
  )
  const time = timeOf(sandbox, inner)
  const send = patient(time.transport, {
    rate: { share },
    clock: time.now,
    sleep: time.sleep,
    random: () => 0.5,
    budget: 3_600_000,
  })
  const headers = { authorization: `ApiKey ${sandbox.keys['Production']}` }
  let left = calls
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const reply = await send({ method: 'GET', url: `${sandbox.url}/v1/environments`, headers })
      expect(reply.status).toBe(200)
    }
  }
  const start = time.now()
  await time.run(Promise.all(Array.from({ length: workers }, work)))
  return {
    seconds: (time.now() - start) / 1000,
    refusals: sandbox.log.filter(({ status }) => status === 429).length,
  }
}

/** Time stands still while a request is under way, and jumps to the next moment when none is. */
function timeOf({ clock }: Sandbox, inner: Transport) {
  const now = (): number => clock.now().getTime()
  const waking: number[] = []
  let underWay = 0
  const sleep = (milliseconds: number): Promise<void> => {
    waking.push(now() + milliseconds)
    return new Promise((wake) => clock.after(milliseconds, wake))
  }
  const transport: Transport = async (request) => {
    await sleep(trip)
    underWay += 1
    return inner(request).finally(() => (underWay -= 1))
  }
  const run = async (work: Promise<unknown>): Promise<void> => {
    let isDone = false
    const watched = work.finally(() => (isDone = true))
    watched.catch(() => undefined)
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      if (isDone) return void (await watched)
      if (underWay > 0 || waking.length === 0) continue
      const next = Math.min(...waking)
      waking.splice(waking.indexOf(next), 1)
      clock.advance(Math.max(0, next - now()))
    }
  }
  return { now, sleep, transport, run }
}

/** Seconds that the bucket takes for so many calls, or a client that makes them one after the other. */
function least(calls: number, workers: number): number {
  return Math.max((calls - burst) / limit, (calls / workers) * (trip / 1000))
}

test.each([
  [isFull ? 500 : 350, 1],
  [isFull ? 500 : 350, 4],
  [isFull ? 1000 : 600, 32],
])('%i calls by %i workers', async (calls, workers) => {
  const whole = await take(calls, workers, 1)
  expect(whole.seconds).toBeLessThanOrEqual(1.1 * least(calls, workers))
  expect(whole.refusals).toBeLessThanOrEqual(1)
  const most = await take(calls, workers, 0.8)
  expect(most.seconds).toBeLessThanOrEqual((1.1 * least(calls, workers)) / 0.8)
  expect(most.refusals).toBe(0)
  // A fifth of what the service gives is left to others.
  expect(most.seconds).toBeGreaterThanOrEqual((calls - 0.8 * burst) / (0.8 * limit))
})

test('a 429 with zero seconds in both headers is sent again', async () => {
  const sandbox = await createSandbox({ profile: 'novu-2026-04', clock: virtualClock(), faults: ['429=0@1'] })
  const inner = createTransport()
  open.push(
    () => sandbox.close(),
    () => inner.close(),
  )
  const time = timeOf(sandbox, inner)
  const given = {
    rate: { share: 0.8 },
    clock: time.now,
    sleep: time.sleep,
    random: () => 0.5,
    budget: 10_000,
  }
  const headers = { authorization: `ApiKey ${sandbox.keys['Production']}` }
  const start = time.now()
  const sent = patient(
    time.transport,
    given,
  )({
    method: 'POST',
    url: `${sandbox.url}/v1/environments`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'New', color: '#fff' }),
  })
  await time.run(sent)
  expect([(await sent).status, sandbox.log.map(({ status }) => status)]).toEqual([201, [429, 201]])
  expect(time.now() - start).toBeGreaterThanOrEqual(250)
  expect(time.now() - start).toBeLessThan(2000)
})
