// When --if-failing switches: simulated hours of messages, judged every ten minutes as a CronJob does.
import { expect, test } from 'vitest'
import {
  countedIn,
  judgeHealth,
  windowsBefore,
  type Attempt,
  type Health,
} from '../../../src/core/delivery/health.ts'
import { seededRandom } from '../../../src/sandbox/index.ts'
import { seedOf } from '../../support/seed.ts'

const minute = 60_000
const hour = 60 * minute
const threshold = { share: 0.2, window: 10 * minute }

const random = seededRandom(seedOf('health', 'BELFRY_LAWS_SEED'))

function judged(attempts: readonly Attempt[], now: number): Health {
  const windows = windowsBefore(now, threshold).map((window) => countedIn(window, attempts))
  return judgeHealth(windows, threshold)
}

/** Messages at random times, `perHour` on average; each is refused with this probability at its time. */
function messages(perHour: number, hours: number, refusedAt: (at: number) => number): Attempt[] {
  const attempts: Attempt[] = []
  for (let at = 0; at < hours * hour; at += (-Math.log(1 - random()) * hour) / perHour)
    attempts.push({ at, result: random() < refusedAt(at) ? 'refused' : 'delivered' })
  return attempts
}

/** The verdicts of runs from `first` on, one every ten minutes. */
function verdicts(attempts: readonly Attempt[], first: number, runs: number): string[] {
  let start = 0
  return Array.from({ length: runs }, (_, run) => {
    const now = first + run * 10 * minute
    while ((attempts[start]?.at ?? Infinity) < now - 2 * threshold.window) start += 1
    let end = start
    while ((attempts[end]?.at ?? Infinity) < now) end += 1
    return judged(attempts.slice(start, end), now).verdict
  })
}

test.each([10, 100, 1000])('none of 1,000 hours with %i messages, 1 of 20 refused, is failing', (perHour) => {
  const hours = 1000
  const found = verdicts(
    messages(perHour, hours, () => 0.05),
    hour,
    (hours - 1) * 6,
  )
  expect(new Set(found)).toEqual(new Set([perHour === 1000 ? 'healthy' : 'not enough traffic']))
})

test('50% refusals of 1,000 messages an hour are failing within three runs', () => {
  for (let outage = 0; outage < 200; outage += 1) {
    // The outage begins at any time between two runs.
    const begins = 2 * hour - random() * 10 * minute
    const attempts = messages(1000, 3, (at) => (at < begins ? 0.005 : 0.5))
    expect(verdicts(attempts, 2 * hour, 3)).toContain('failing')
  }
})

test.each([10, 100])('%i messages an hour, half of them refused, are not enough traffic', (perHour) => {
  const found = verdicts(
    messages(perHour, 200, () => 0.5),
    hour,
    199 * 6,
  )
  expect(new Set(found)).toEqual(new Set(['not enough traffic']))
})

const many = (count: number, result: Attempt['result'], at: number): Attempt[] =>
  Array.from({ length: count }, () => ({ at, result }))

test.each([
  ['both windows at the share', [40, 10], [40, 10], 'failing'],
  ['the earlier window below it', [41, 9], [0, 50], 'healthy'],
  ['the later window below it', [0, 50], [41, 9], 'healthy'],
  ['49 attempts in one of them', [0, 50], [0, 49], 'not enough traffic'],
  ['nothing at all', [0, 0], [0, 0], 'not enough traffic'],
] as const)('%s', (_, earlier, later, verdict) => {
  const now = hour
  const windows = windowsBefore(now, threshold)
  expect(windows).toEqual([
    { from: 40 * minute, to: 50 * minute },
    { from: 50 * minute, to: hour },
  ])
  const attempts = [earlier, later].flatMap(([delivered, refused], index) => {
    const at = windows[index]?.from ?? 0
    return [...many(delivered, 'delivered', at), ...many(refused, 'refused', at)]
  })
  const outside = [...many(90, 'refused', now), ...many(90, 'delivered', 40 * minute - 1)]
  expect(judged([...attempts, ...outside], now)).toEqual({
    verdict,
    windows: windows.map((window, index) => {
      const [delivered, refused] = [earlier, later][index] ?? [0, 0]
      return { ...window, delivered, refused }
    }),
  })
})
