// A service in virtual time with one of the limiters that services have; it counts what it accepts and refuses.
import { limiters, silentBucket, stated } from '../../bench/service/limiters.mjs'
import { patient, type PatienceOptions } from '../../src/service/retry.ts'
import { inParallel } from '../../src/core/lists.ts'
import type { WireResponse } from '../../src/service/transport.ts'
import { virtualClock } from '../support/virtual-clock.ts'

export type LimiterKind =
  'bucket' | 'window' | 'sliding' | 'silent bucket' | 'silent window' | 'silent sliding'

/** Milliseconds; requests a second. */
export interface Limited {
  readonly kind: LimiterKind
  readonly perSecond: number
  readonly replyTime: number
  /** The part of the reply time by which it differs at most: 0.2 is from 80% to 120%. */
  readonly jitter?: number
  /** Seconds. */
  readonly window: number
  /** Requests a second of another client. */
  readonly others?: number
  /** The number of the request, from 1, that is refused for another reason. */
  readonly refuse?: number
  /** Seconds after the first half of the requests in which nothing is to be sent, such as for a question to a person. */
  readonly rest?: number
}

const { bucket, window } = limiters

function sliding(perSecond: number, seconds: number): ReturnType<typeof window> {
  const limit = perSecond * seconds
  let accepted: number[] = []
  return (now) => {
    accepted = accepted.filter((at) => at > now - seconds * 1000)
    const isAllowed = accepted.length < limit
    if (isAllowed) accepted.push(now)
    const remaining = limit - accepted.length
    const reset = (accepted[0] ?? now) + seconds * 1000 - now
    return { isAllowed, headers: stated({ limit, remaining, reset, isAllowed, seconds }) }
  }
}

function withoutHeaders(limiter: typeof window): typeof window {
  return (perSecond, seconds) => {
    const decide = limiter(perSecond, seconds)
    return (now) => ({ ...decide(now), headers: {} })
  }
}

const byKind: Readonly<Record<LimiterKind, typeof window>> = {
  bucket,
  window,
  sliding,
  'silent bucket': silentBucket,
  'silent window': withoutHeaders(window),
  'silent sliding': withoutHeaders(sliding),
}

export interface Taken {
  /** Seconds. */
  readonly seconds: number
  /** When each request was accepted, in seconds. */
  readonly accepted: readonly number[]
  readonly refusals: number
  /** How often a timer went off. */
  readonly wakeUps: number
  /** The most that were under way at once. */
  readonly atOnce: number
  /** In what order the requests were accepted, by their numbers. */
  readonly order: readonly number[]
  /** Timers that were still to go off after the last reply. */
  readonly asleep: number
  /** Requests of the other client that were refused. */
  readonly othersRefused: number
}

/** Sends so many requests through `patient`, as many at once as it finds worth it. */
export async function take(
  limited: Limited,
  requests: number,
  options: Pick<PatienceOptions, 'rate'> & Partial<PatienceOptions>,
): Promise<Taken> {
  const clock = virtualClock()
  const decide = byKind[limited.kind](limited.perSecond, limited.window)
  const accepted: number[] = []
  const order: number[] = []
  let refusals = 0
  let wakeUps = 0
  let underWay = 0
  let atOnce = 0
  let count = 0
  let asleep = 0
  let seed = 1
  const halfTrip = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return (limited.replyTime / 2) * (1 + (limited.jitter ?? 0) * ((2 * seed) / 2_147_483_647 - 1))
  }
  const answer = async (url: string): Promise<WireResponse> => {
    underWay += 1
    atOnce = Math.max(atOnce, underWay)
    await clock.sleep(halfTrip())
    count += 1
    const decision = decide(clock.now())
    const { isAllowed, headers } = count === limited.refuse ? { isAllowed: false, headers: {} } : decision
    if (isAllowed) {
      accepted.push(clock.now() / 1000)
      order.push(Number(url.split('/').pop()))
    } else refusals += 1
    await clock.sleep(halfTrip())
    underWay -= 1
    return { status: isAllowed ? 200 : 429, headers, body: '{}' }
  }
  const send = patient(({ url }) => answer(url), {
    clock: clock.now,
    sleep: async (...pause) => {
      asleep += 1
      await clock.sleep(...pause)
      asleep -= 1
      wakeUps += 1
    },
    random: () => 0.5,
    budget: 3_600_000,
    ...options,
  })
  const work = async (): Promise<void> => {
    const all = Array.from({ length: requests }, (_, index) => index)
    const { rest } = limited
    const half = requests / 2
    const parts = rest === undefined ? [all] : [all.slice(0, half), all.slice(half)]
    for (const [index, part] of parts.entries()) {
      if (index > 0 && rest !== undefined) await clock.sleep(rest * 1000)
      await sendAll(part)
    }
  }
  const sendAll = async (part: readonly number[]): Promise<void> => {
    const replies = inParallel(part, send.atOnce, (index) =>
      send({ method: 'PATCH', url: `http://x.example/v2/subscribers/${index}`, headers: {} }),
    )
    for await (const { status } of replies) if (status !== 200) throw new Error(`answered with ${status}`)
  }
  let othersRefused = 0
  const other = async (perSecond: number): Promise<void> => {
    while (accepted.length < requests) {
      if (!decide(clock.now()).isAllowed) othersRefused += 1
      await clock.sleep(1000 / perSecond)
    }
  }
  if (limited.others !== undefined) void other(limited.others)
  await clock.run(work())
  return { seconds: clock.now() / 1000, accepted, refusals, wakeUps, atOnce, order, asleep, othersRefused }
}
