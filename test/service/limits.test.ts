// How requests keep to limits of the service: simulated limiters in virtual time. A share of 1 is all that a service allows.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rate } from '../../src/service/rate/rate-limit.ts'
import { isFull } from '../support/form.ts'
import { type Limited, take, type Taken } from './limited-service.ts'
import { runsOf } from '../support/laws/runs.ts'
import { seedOf } from '../support/seed.ts'

const whole: Rate = { share: 1 }

/** The share of a part of the limit that was used, without the head start of a full bucket. */
function shareOf({ accepted, seconds }: Taken, { kind, perSecond, window }: Limited, part = 1): number {
  const start = kind === 'bucket' ? 1.1 : kind === 'silent bucket' ? 1 : 0
  return (accepted.length / perSecond - part * start * window) / part / seconds
}

describe('a service that reports its limit', () => {
  const limited = fc.record({
    kind: fc.constantFrom('bucket' as const, 'window' as const),
    perSecond: fc.integer({ min: 5, max: 400 }),
    replyTime: fc.integer({ min: 1, max: 200 }),
    window: fc.integer({ min: 1, max: 10 }),
  })

  test('each request is accepted once, in turn, and hardly any is refused', async () => {
    const property = fc.asyncProperty(
      limited,
      fc.constantFrom(0.5, 0.8, 1),
      fc.constantFrom(1, 4, 16, undefined),
      async (service, share, concurrency) => {
        const rate = { share }
        const taken = await take(service, 300, { rate, ...(concurrency && { concurrency }) })
        expect([...taken.order].sort((left, right) => left - right)).toEqual([...taken.order.keys()])
        expect(taken.refusals).toBeLessThanOrEqual(share === 1 ? 1 : 0)
        expect(taken.atOnce).toBeLessThanOrEqual(concurrency ?? 32)
        expectInTurn(taken)
        expectFewWakeUps(taken)
        expectWithin(taken, service, share)
      },
    )
    await fc.assert(property, {
      numRuns: runsOf({ small: 40, full: 300 }),
      seed: seedOf('limits', 'BELFRY_LAWS_SEED'),
    })
  })

  test.each(['bucket', 'window'] as const)('5,000 writes use all that a %s allows', async (kind) => {
    const service = { kind, perSecond: 300, replyTime: 20, window: 5 }
    const taken = await take(service, 5000, { rate: whole, concurrency: 16 })
    expect(shareOf(taken, service)).toBeGreaterThanOrEqual(0.95)
    expect(taken.refusals).toBeLessThanOrEqual(1)
  })

  // Requests travel for different times, so more than planned may arrive in a window.
  const matrix = (['bucket', 'window', 'sliding'] as const).flatMap((kind) =>
    [20, 100].flatMap((replyTime) => [4, 16, 64].map((concurrency) => ({ kind, replyTime, concurrency }))),
  )
  const quick = [matrix[4], matrix[8], matrix[17]]
  test.each(isFull ? matrix : quick.filter((row) => row !== undefined))(
    '--rate 100% uses the limit of a $kind of 1 s, with replies in $replyTime ms and $concurrency at once',
    async ({ kind, replyTime, concurrency }) => {
      for (const perSecond of [100, 300])
        for (const jitter of [0, 0.2]) {
          const service = { kind, perSecond, replyTime, window: 1, jitter }
          const taken = await take(service, 5000, { rate: whole, concurrency })
          const possible = Math.min(perSecond, (concurrency * 1000) / replyTime)
          expect(taken.refusals).toBeLessThanOrEqual(1)
          expect(taken.accepted.length / possible / taken.seconds).toBeGreaterThanOrEqual(0.95)
        }
    },
  )

  test.each([
    ['bucket', 0.98],
    ['window', 0.95],
  ] as const)('the default leaves another client its part of a %s, and uses its own', async (kind, least) => {
    for (const perSecond of [100, 300]) {
      const service = { kind, perSecond, replyTime: 20, window: 5 }
      const alone = await take(service, 5000, { rate: { share: 0.8 } })
      expect(shareOf(alone, service, 0.8)).toBeGreaterThanOrEqual(least)
      const beside = await take({ ...service, others: 0.15 * perSecond }, 5000, { rate: { share: 0.8 } })
      expect([beside.othersRefused, beside.refusals]).toEqual([0, 0])
    }
  })

  test.each([
    [300, 20, undefined, 8, 12],
    [300, 20, 4, 4, 4],
    [300, 100, undefined, 32, 32],
    [20, 20, 64, 4, 4],
  ])('%i a second in %i ms: as many at once as that takes', async (perSecond, replyTime, most, from, to) => {
    const service = { kind: 'window' as const, perSecond, replyTime, window: 5 }
    const { atOnce } = await take(service, 600, { rate: { share: 0.8 }, ...(most && { concurrency: most }) })
    expect([atOnce >= from, atOnce <= to, atOnce]).toEqual([true, true, atOnce])
  })
})

describe('a service that reports no limit', () => {
  const kinds = ['silent bucket', 'silent window', 'silent sliding'] as const
  const limited = fc.record({
    kind: fc.constantFrom(...kinds),
    perSecond: fc.integer({ min: 5, max: 400 }),
    replyTime: fc.integer({ min: 1, max: 200 }),
    window: fc.constantFrom(1, 5),
  })

  test('each request is accepted once, in turn, and few are refused', async () => {
    const property = fc.asyncProperty(
      limited,
      fc.constantFrom(1, 4, 16, undefined),
      async (service, concurrency) => {
        const taken = await take(service, 400, { rate: whole, ...(concurrency && { concurrency }) })
        expect([...taken.order].sort((left, right) => left - right)).toEqual([...taken.order.keys()])
        expect(taken.atOnce).toBeLessThanOrEqual(concurrency ?? 32)
        expectFewWakeUps(taken)
        // A refusal is answered to all that are under way, and then one asks again until it is accepted.
        const pauses = Math.ceil(taken.seconds / service.window) + 1
        expect(taken.refusals).toBeLessThanOrEqual(pauses * (taken.atOnce + 4))
      },
    )
    await fc.assert(property, {
      numRuns: runsOf({ small: 40, full: 300 }),
      seed: seedOf('no limits', 'BELFRY_LAWS_SEED'),
    })
  })

  // Replies that take 100 ms need 30 at once for 300 a second, which are found within the first seconds.
  const matrix = kinds.flatMap((kind) =>
    [20, 100].flatMap((replyTime) =>
      [4, 16, 64, undefined].map((concurrency) => ({ kind, replyTime, concurrency })),
    ),
  )
  const quick = [matrix[1], matrix[10], matrix[23]]
  test.each(isFull ? matrix : quick.filter((row) => row !== undefined))(
    '5,000 writes learn the limit of a $kind of 1 s, with replies in $replyTime ms and $concurrency at once',
    async ({ concurrency, ...each }) => {
      for (const perSecond of [100, 200, 300])
        for (const jitter of [0, 0.2]) {
          const service = { ...each, perSecond, window: 1, jitter }
          const taken = await take(service, 5000, { rate: whole, ...(concurrency && { concurrency }) })
          const possible = Math.min(1, ((concurrency ?? 32) * 1000) / each.replyTime / perSecond)
          expect(taken.refusals).toBeLessThanOrEqual(30)
          expect(shareOf(taken, service, possible)).toBeGreaterThanOrEqual(perSecond === 300 ? 0.8 : 0.85)
        }
    },
  )

  test('5,000 writes learn the limit of a window of 5 s', async () => {
    const service = { kind: 'silent window' as const, perSecond: 100, replyTime: 20, window: 5 }
    const taken = await take(service, 5000, { rate: whole, concurrency: 16 })
    expect(shareOf(taken, service)).toBeGreaterThanOrEqual(0.85)
    expect(taken.refusals).toBeLessThanOrEqual(30)
  })

  test('after a refusal, one request asks whether others may go', async () => {
    const service = { kind: 'silent window' as const, perSecond: 20, replyTime: 20, window: 10 }
    const { refusals, seconds } = await take(service, 300, { rate: whole, concurrency: 16 })
    // 200 in the first window, and those under way with the first refusal; each pause is as long as all before it.
    expect([seconds > 10, refusals <= 16 + 8, refusals]).toEqual([true, true, refusals])
  })

  test('the rate that was learned is not lost by one refusal for another reason', async () => {
    const free = { kind: 'silent bucket' as const, perSecond: 100_000, replyTime: 20, window: 1 }
    const options = { rate: whole, concurrency: 4 }
    const { seconds: undisturbed } = await take(free, 2000, options)
    for (const number of [3, 500]) {
      const { seconds } = await take({ ...free, refuse: number }, 2000, options)
      expect(seconds).toBeLessThanOrEqual(1.2 * undisturbed + 1)
    }
  })

  test.each([60, 600])('the rate that was learned is the same after a rest of %i s', async (rest) => {
    const service = { kind: 'silent bucket' as const, perSecond: 50, replyTime: 20, window: 1 }
    const options = { rate: whole, concurrency: 16 }
    const steady = await take(service, 1000, options)
    const rested = await take({ ...service, rest }, 1000, options)
    expect(rested.refusals).toBeLessThanOrEqual(steady.refusals + 1)
    expect(rested.seconds - rest).toBeLessThanOrEqual(steady.seconds + 1)
  })

  test('without a limit, as many at once as --concurrency says, and by default more and more', async () => {
    const free = { kind: 'silent bucket' as const, perSecond: 100_000, replyTime: 100, window: 1 }
    expect((await take({ ...free, replyTime: 20 }, 70, { rate: whole })).atOnce).toBe(4)
    expect((await take(free, 70, { rate: whole })).atOnce).toBe(16)
    const { atOnce, seconds } = await take(free, 5000, { rate: whole })
    expect([atOnce, seconds < 30]).toEqual([32, true])
    expect((await take(free, 2000, { rate: whole, concurrency: 2 })).atOnce).toBe(2)
    expect((await take(free, 40, { rate: whole, concurrency: 16 })).atOnce).toBe(16)
    expect((await take(free, 2000, { rate: whole, concurrency: 16 })).seconds).toBeLessThan(13)
  })
})

/** None is overtaken by more than were under way with it, so none starves. */
function expectInTurn({ order, atOnce, refusals }: Taken): void {
  const late = order.map((number, index) => index - number)
  expect(Math.max(...late)).toBeLessThanOrEqual(2 * atOnce + refusals)
}

/** One for each request that waits for its turn, and at most another for its pause: not one for each that waits. */
function expectFewWakeUps({ wakeUps, accepted, refusals, asleep }: Taken): void {
  expect(asleep).toBe(0)
  expect(wakeUps).toBeLessThanOrEqual(2 * (accepted.length + refusals))
}

/** Between any two moments no more was sent than the share of what the service gives. */
function expectWithin(
  { accepted, atOnce }: Taken,
  { kind, perSecond, window }: Limited,
  share: number,
): void {
  const burst = perSecond * window * (kind === 'bucket' ? 1.1 : 1)
  for (const [first, from] of accepted.entries())
    for (let last = first; last < accepted.length; last += 7) {
      const seconds = (accepted[last] ?? 0) - from
      const most = share * (burst + perSecond * seconds) + atOnce + 1
      expect(last - first + 1).toBeLessThanOrEqual(Math.ceil(most))
    }
}
