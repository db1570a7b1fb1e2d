// Time that passes only when everybody waits, so that tests of waiting don't wait.
import { vi } from 'vitest'
import type { Transport } from '../../src/service/transport.ts'

export interface VirtualClock {
  readonly now: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Lets time pass until the work is done. */
  readonly run: <T>(work: Promise<T>) => Promise<T>
}

export function virtualClock(start = 0, isIdle = () => true): VirtualClock {
  let now = start
  const sleepers: { readonly at: number; readonly wake: () => void }[] = []
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((wake) => {
        sleepers.push({ at: now + milliseconds, wake })
        signal?.addEventListener('abort', () => wake(), { once: true })
      }),
    run: async (work) => {
      let isDone = false
      const watched = work.finally(() => (isDone = true))
      watched.catch(() => undefined)
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        if (isDone) return watched
        if (!isIdle()) continue
        const next = sleepers.sort((left, right) => left.at - right.at).shift()
        if (next === undefined) continue
        now = Math.max(now, next.at)
        next.wake()
      }
    },
  }
}

/** From now on, the clock of this process also counts what `passed` returns, in milliseconds. */
export function countAlso(passed: () => number): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed())
}

/** Around real requests: time stands still while one is under way, so that a run is the same on any machine. */
export function quietTime(inner: Transport) {
  let underWay = 0
  const { now, sleep, run } = virtualClock(0, () => underWay === 0)
  const transport: Transport = (request) => {
    underWay += 1
    return inner(request).finally(() => (underWay -= 1))
  }
  return { transport, clock: now, sleep, run }
}
