// The time limits of a request: the default ones, and what ends a request at its limit.
import { present } from '../core/given.ts'
import type { Message } from './connections.ts'
import { TransportError, type TransportFailure, type WireResponse } from './errors.ts'
import { type Limits, unfinished } from './failure.ts'

/** Milliseconds that one request may take in all, waits and repeats included. */
export const defaultTimeout = 300_000

/** Of one attempt. */
export const defaultLimits: Limits = {
  connectTimeout: 10_000,
  timeout: 30_000,
  maxResponseBytes: 64 * 2 ** 20,
}

/** Runs something once after so many milliseconds, and doesn't keep the process alive; returns what cancels it. */
export type After = (milliseconds: number, run: () => void) => () => void

interface Deadline {
  /** Milliseconds that are left. */
  readonly left: number
  /** Milliseconds that all attempts may take. */
  readonly of: number
  readonly after: After
  /** Once aborted, whatever is under way is given up. */
  readonly giveUp: AbortSignal | undefined
}

/** One attempt of a request, headers and body included. Throws a `TransportError` if it was given up. */
export async function within<Request extends Message>(
  transport: (request: Request) => Promise<WireResponse>,
  request: Request,
  { left, of, after, giveUp }: Deadline,
): Promise<WireResponse> {
  const over = new AbortController()
  const abort = (): void => over.abort()
  let isLate = false
  const cancel = after(Math.max(0, left), () => {
    isLate = true
    abort()
  })
  // `AbortSignal.any` would take a tenth of the time of a request.
  const others = present(request.signal, giveUp)
  for (const each of others)
    if (each.aborted) abort()
    else each.addEventListener('abort', abort, { once: true })
  try {
    return await transport(Object.assign({}, request, { signal: over.signal }))
  } catch (error) {
    const phase = error instanceof TransportError ? error.phase : 'unknown'
    if (isLate) throw late(phase, request.url, of)
    throw giveUp?.aborted === true ? runIsOver(phase, giveUp) : error
  } finally {
    cancel()
    for (const each of others) each.removeEventListener('abort', abort)
  }
}

/** Aborts when one of the signals does; undefined without signals. */
export function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const [first, ...others] = present(...signals)
  return first === undefined || others.length === 0 ? first : AbortSignal.any([first, ...others])
}

function late(phase: TransportFailure['phase'], url: string, milliseconds: number): TransportError {
  return new TransportError({ phase, code: 'TIMEOUT', sentence: unfinished(url, milliseconds) })
}

/** Thrown at the time limit of the run, also for requests that were not sent. */
export function runIsOver(phase: TransportFailure['phase'], { reason }: AbortSignal): TransportError {
  return new TransportError({ phase, code: 'ABORTED', sentence: String(reason) })
}
