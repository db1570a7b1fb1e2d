// The times of a request: ends it at a limit that is given, and records when it is sent.
import { present } from '../core/given.ts'
import { TransportError, type TransportFailure } from './errors.ts'
import { unfinished } from './failure.ts'
import type { Transport, WireRequest, WireResponse } from './transport.ts'
import type { Client } from './client.ts'

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
export async function within(
  transport: Transport,
  request: WireRequest,
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

// Records when a request is sent: its reply is as old as that, however long the request waited before.

/** A request that was sent. */
export interface Sent<T> {
  readonly reply: Promise<T>
  /** When the latest request was sent; before that, when it was made. */
  readonly startedAt: () => number
}

/** `clock` is in milliseconds. */
export function send<T>(client: Client, clock: () => number, read: (client: Client) => Promise<T>): Sent<T> {
  let at = clock()
  const onTurn = (): void => void (at = clock())
  const watched: Client = { ...client, call: (request, on) => client.call({ ...request, onTurn }, on) }
  return { reply: read(watched), startedAt: () => at }
}
