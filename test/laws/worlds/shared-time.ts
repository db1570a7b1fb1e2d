// One time for client and sandbox: it passes in the test's own steps, and a request that hangs times out at once.
import type { LoggedRequest, Sandbox } from '../../../src/sandbox/index.ts'
import { TransportError } from '../../../src/service/errors.ts'
import type { Transport } from '../../../src/service/transport.ts'

export interface SharedTime {
  readonly transport: Transport
  readonly clock: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Lets time pass until the work is done. */
  readonly run: <T>(work: Promise<T>) => Promise<T>
}

/** Milliseconds that pass in one turn. */
const step = 50
const numbered = 'x-request-number'

/** The sandbox's clock must stand still by itself. */
export function sharedTime(sandbox: Sandbox, inner: Transport): SharedTime {
  const open = new Map<string, AbortController>()
  const seen = new WeakSet<LoggedRequest>()
  let requests = 0
  let sleepers = 0
  const timeOut = (): void => {
    for (const request of sandbox.log) {
      if (seen.has(request)) continue
      seen.add(request)
      if (isSilent(request)) open.get(request.headers[numbered] ?? '')?.abort()
    }
  }
  return {
    transport: async (request) => {
      requests += 1
      const number = String(requests)
      const patience = new AbortController()
      open.set(number, patience)
      const headers = { ...request.headers, [numbered]: number }
      try {
        return await inner({ ...request, headers, signal: patience.signal })
      } catch (error) {
        if (!patience.signal.aborted) throw error
        throw new TransportError({ phase: 'unknown', code: 'TIMEOUT', sentence: 'no reply in 30 s' })
      } finally {
        open.delete(number)
      }
    },
    clock: () => sandbox.clock.now().getTime(),
    sleep: (milliseconds, signal) =>
      new Promise<void>((wake) => {
        sleepers += 1
        sandbox.clock.after(milliseconds, wake)
        signal?.addEventListener('abort', () => wake(), { once: true })
      }).finally(() => (sleepers -= 1)),
    run: async (work) => {
      let isDone = false
      const watched = work.finally(() => (isDone = true))
      watched.catch(() => undefined)
      for (;;) {
        if (isDone) return watched
        // Nobody needs the time to pass quickly while requests are under way.
        await new Promise((resolve) => (sleepers > 0 ? setImmediate(resolve) : setTimeout(resolve, 1)))
        timeOut()
        sandbox.clock.advance(step)
      }
    },
  }
}

/** Nothing was sent, and the connection still stands. */
function isSilent({ status, faults = [] }: LoggedRequest): boolean {
  return status === 0 && faults.some((name) => name === 'late' || name.startsWith('hang-'))
}
