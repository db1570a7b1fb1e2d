// Limits are kept, and only what is safe is repeated; all on a clock of the test's own.
import { describe, expect, it } from 'vitest'
import { TransportError } from '../../src/service/errors.ts'
import { patient, type PatienceOptions, type Wait } from '../../src/service/retry.ts'
import { parseRate, type Rate } from '../../src/service/rate/rate-limit.ts'
import type { Transport, WireRequest, WireResponse } from '../../src/service/transport.ts'
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts'

const read: WireRequest = { method: 'GET', url: 'http://x.example/v1/integrations', headers: {} }
const write: WireRequest = { ...read, method: 'PUT', url: 'http://x.example/v1/integrations/1', body: '{}' }
const once: WireRequest = { ...write, method: 'POST', isOnce: true }

function answer(status: number, headers: Record<string, string> = {}): WireResponse {
  return { status, headers, body: '{}' }
}

function options(clock: VirtualClock, more: Partial<PatienceOptions> = {}): PatienceOptions {
  return {
    rate: { share: 1 },
    clock: clock.now,
    sleep: clock.sleep,
    random: () => 0.5,
    budget: 600_000,
    ...more,
  }
}

/** Answers in turn, the last one for ever; counts the calls. */
function scripted(...answers: (WireResponse | Error)[]): { transport: Transport; calls: () => number } {
  let calls = 0
  return {
    calls: () => calls,
    transport: async () => {
      const next = answers[Math.min(calls, answers.length - 1)]
      calls += 1
      if (next === undefined || next instanceof Error) throw next
      return next
    },
  }
}

const reset = new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'reset' })
const refused = new TransportError({ phase: 'connect', code: 'ECONNREFUSED', sentence: 'refused' })

const busy = answer(503, { 'retry-after': '1' })

describe('what is repeated', () => {
  it.each([
    ['429 of a read', read, [answer(429, { 'retry-after': '2' }), answer(200)], 2, 200],
    ['429 of a write', write, [answer(429, { 'retry-after': '2' }), answer(200)], 2, 200],
    ['503 of a read', read, [answer(503), answer(200)], 2, 200],
    ['503 of a write', write, [answer(503), answer(200)], 1, 503],
    ['503 with Retry-After of a write', write, [busy, answer(200)], 1, 503],
    ['503 with Retry-After of what must not happen twice', once, [busy, answer(200)], 2, 200],
    ['503 without, of what must not happen twice', once, [answer(503), answer(200)], 1, 503],
    ['500 of what must not happen twice', once, [answer(500, { 'retry-after': '1' }), answer(200)], 1, 500],
    ['a reset read', read, [reset, answer(200)], 2, 200],
    ['409 with Retry-After', write, [answer(409, { 'retry-after': '1' }), answer(200)], 2, 200],
    ['409 of what must not happen twice', once, [answer(409, { 'retry-after': '1' }), answer(200)], 1, 409],
    ['409 without', write, [answer(409), answer(200)], 1, 409],
    ['422', read, [answer(422), answer(200)], 1, 422],
    ['429 without end', read, [answer(429, { 'retry-after': '1' })], 6, 429],
  ] as const)('%s', async (_, request, answers, calls, status) => {
    const clock = virtualClock()
    const server = scripted(...answers)
    const reply = await clock.run(patient(server.transport, options(clock))(request))
    expect([server.calls(), reply.status]).toEqual([calls, status])
  })

  it(
    'refusals before anything was accepted show no rate: the next requests are sent',
    { timeout: 5000 },
    async () => {
      const clock = virtualClock()
      const server = scripted(answer(429), answer(429), answer(429), answer(429), answer(200))
      const send = patient(server.transport, options(clock))
      const replies = async (): Promise<WireResponse[]> => [
        await send(read),
        await send(read),
        await send(write),
      ]
      expect((await clock.run(replies())).map(({ status }) => status)).toEqual([200, 200, 200])
      expect(server.calls()).toBe(7)
    },
  )

  it.each([
    ['429 of a read', read, answer(429), 429],
    ['503 of a read', read, answer(503), 503],
    ['a reset read', read, reset, 'TIMEOUT unknown'],
    ['429 of a write', write, answer(429), 'TIMEOUT unknown'],
  ] as const)('%s, and no reply to the second attempt in time', async (_, request, first, expected) => {
    const clock = virtualClock()
    let calls = 0
    const transport: Transport = ({ signal }) => {
      calls += 1
      return new Promise((resolve, reject) => {
        if (calls === 2) signal?.addEventListener('abort', () => reject(reset))
        else if (first instanceof Error) reject(first)
        else resolve(first)
      })
    }
    const after: PatienceOptions['after'] = (milliseconds, run) => {
      void clock.sleep(milliseconds).then(run)
      return () => undefined
    }
    const service = patient(transport, options(clock, { budget: 2000, after }))
    const ended = await clock.run(
      service(request).then(
        ({ status }) => status,
        ({ code, phase }: TransportError) => `${code} ${phase}`,
      ),
    )
    expect([ended, calls]).toEqual([expected, 2])
  })

  it('not a write whose reply was lost', async () => {
    const clock = virtualClock()
    const server = scripted(reset, answer(200))
    await expect(clock.run(patient(server.transport, options(clock))(write))).rejects.toBe(reset)
    expect(server.calls()).toBe(1)
  })

  it('what was not sent only where the service has answered before', async () => {
    const clock = virtualClock()
    const dead = scripted(refused, answer(200))
    await expect(clock.run(patient(dead.transport, options(clock))(read))).rejects.toBe(refused)
    const alive = scripted(answer(200), refused, answer(201))
    const send = patient(alive.transport, options(clock))
    await clock.run(send(write))
    expect((await clock.run(send(write))).status).toBe(201)
  })
})

describe('how long it waits', () => {
  const waits = async (headers: Record<string, string>): Promise<[number, Wait[]]> => {
    const clock = virtualClock(Date.UTC(2030, 0, 1))
    const seen: Wait[] = []
    const server = scripted(answer(429, headers), answer(200))
    const start = clock.now()
    await clock.run(patient(server.transport, options(clock, { onWait: (wait) => seen.push(wait) }))(read))
    return [clock.now() - start, seen.filter(({ reason }) => reason !== 'limit')]
  }
  it('Retry-After in seconds, as a date by the service’s clock, and never nothing', async () => {
    const [seconds, [wait]] = await waits({ 'retry-after': '2' })
    expect(seconds).toBe(2125)
    expect(wait).toEqual({ milliseconds: 2125, reason: '429', attempt: 1, of: 6 })
    const date = { 'retry-after': 'Tue, 01 Jan 2019 00:00:07 GMT', date: 'Tue, 01 Jan 2019 00:00:00 GMT' }
    expect((await waits(date))[0]).toBe(7125)
    expect((await waits({ 'retry-after': '0' }))[0]).toBe(375)
  })

  it('all workers share one pause', async () => {
    const clock = virtualClock()
    let calls = 0
    const transport: Transport = async () => {
      calls += 1
      return calls === 1 ? answer(429, { 'retry-after': '5' }) : answer(200)
    }
    const send = patient(transport, options(clock))
    await clock.run(send(read))
    const before = clock.now()
    expect(before).toBeGreaterThanOrEqual(5000)
    await clock.run(Promise.all([send(read), send(read), send(read)]))
    expect(calls).toBe(5)
  })

  it('no longer than the budget, and not once the run is stopped', async () => {
    const clock = virtualClock()
    const server = scripted(answer(429, { 'retry-after': '60' }))
    const reply = await clock.run(patient(server.transport, options(clock, { budget: 30_000 }))(read))
    expect([reply.status, server.calls(), clock.now()]).toEqual([429, 1, 0])
    const stop = AbortSignal.abort()
    const stopped = clock.run(patient(server.transport, options(clock, { stop }))(write))
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED', phase: 'connect' })
    expect(server.calls()).toBe(1)
  })

  it('a run that is stopped in a pause: a refused write was not sent, a read goes on, what is in progress is in doubt', async () => {
    const stoppedIn = async (request: WireRequest, code: number): Promise<unknown> => {
      const clock = virtualClock()
      const stop = new AbortController()
      const server = scripted(answer(code, { 'retry-after': '5' }), answer(200))
      const onWait = (): void => stop.abort()
      const sent = patient(server.transport, options(clock, { stop: stop.signal, onWait }))(request)
      return clock.run(
        sent.then(
          ({ status }) => status,
          (error: TransportError) => `${error.code} ${error.phase}`,
        ),
      )
    }
    expect(await stoppedIn(write, 429)).toBe('ABORTED connect')
    expect(await stoppedIn(read, 429)).toBe(200)
    expect(await stoppedIn(write, 409)).toBe(409)
  })
})

/** A token bucket as deployed services have it: 20 requests/s, windows of 5 s, refilled only when it is empty. */
function limited(clock: VirtualClock): { transport: Transport; refusals: () => number } {
  const [limit, burst, window] = [100, 110, 5000]
  let tokens = burst
  let filledAt = clock.now()
  let refusals = 0
  return {
    refusals: () => refusals,
    transport: async () => {
      await clock.sleep(20)
      const windows = Math.floor((clock.now() - filledAt) / window)
      if (tokens === 0 && windows > 0) {
        tokens = Math.min(burst, limit * windows)
        filledAt += windows * window
      }
      const isAllowed = tokens > 0
      if (isAllowed) tokens -= 1
      else refusals += 1
      const left = Math.ceil(Math.max(0, filledAt + window - clock.now()) / 1000)
      const headers = {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(tokens),
        'ratelimit-reset': String(left),
        'ratelimit-policy': `${limit};w=5;burst=${burst};comment="token bucket";category="global"`,
        ...(isAllowed ? {} : { 'retry-after': String(left) }),
      }
      return answer(isAllowed ? 200 : 429, headers)
    },
  }
}

describe('a service with 20 requests/s', () => {
  const take = async (rate: Rate, calls: number, workers: number): Promise<[number, number]> => {
    const clock = virtualClock()
    const server = limited(clock)
    const send = patient(server.transport, options(clock, { rate }))
    let left = calls
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1
        expect((await send(read)).status).toBe(200)
      }
    }
    await clock.run(Promise.all(Array.from({ length: workers }, work)))
    return [clock.now(), server.refusals()]
  }
  const least = (calls: number): number => Math.ceil(Math.max(0, calls - 110) / 100) * 5000

  it.each([
    [500, 1],
    [500, 8],
    [1000, 8],
    [1000, 32],
  ])('%i calls by %i workers at 100 % and at 80 %', async (calls, workers) => {
    // One worker can't be quicker than one call after the other.
    const bare = Math.max(least(calls), (calls / workers) * 20)
    const [whole, seen] = await take({ share: 1 }, calls, workers)
    expect(whole).toBeLessThanOrEqual(1.1 * bare)
    expect(seen).toBeLessThanOrEqual(1)
    const [share, refusals] = await take({ share: 0.8 }, calls, workers)
    expect(share).toBeLessThanOrEqual((1.1 * bare) / 0.8)
    expect(refusals).toBe(0)
    // A fifth of what the service gives is left to others.
    expect(share).toBeGreaterThanOrEqual(((calls - 0.8 * 110) / (0.8 * 20)) * 1000)
  })
})

it.each([
  ['80%', { share: 0.8 }],
  ['100%', { share: 1 }],
  ['5/s', { perSecond: 5 }],
  ['0.5/s', { perSecond: 0.5 }],
  ['0%', undefined],
  ['120%', undefined],
  ['5', undefined],
  ['fast', undefined],
])('--rate %s', (text, rate) => {
  expect(parseRate(text)).toEqual(rate)
})
