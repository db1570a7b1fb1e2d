// Virtual time around real requests: it passes only while none is under way, so that a run is the same on any machine.
import type { Transport } from '../../src/service/transport.ts'

export interface QuietTime {
  readonly transport: Transport
  readonly clock: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Lets time pass until the work is done. */
  readonly run: <T>(work: Promise<T>) => Promise<T>
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

export function quietTime(inner: Transport): QuietTime {
  let now = 0
  let underWay = 0
  const sleepers = new Set<Sleeper>()
  return {
    transport: async (request) => {
      underWay += 1
      try {
        return await inner(request)
      } finally {
        underWay -= 1
      }
    },
    clock: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((wake) => {
        sleepers.add({ at: now + milliseconds, wake })
        signal?.addEventListener('abort', () => wake(), { once: true })
      }),
    run: async (work) => {
      let isDone = false
      const watched = work.finally(() => (isDone = true))
      watched.catch(() => undefined)
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        if (isDone) return watched
        if (underWay > 0) continue
        const [next] = [...sleepers].sort((left, right) => left.at - right.at)
        if (next === undefined) continue
        sleepers.delete(next)
        now = Math.max(now, next.at)
        next.wake()
      }
    },
  }
}
