// Waits if waiting helps: keeps below the service's limits, and repeats only requests that had no effect or can't have two.
import { setMaxListeners } from 'node:events'
import { type After, anyOf, runIsOver, within } from './request-times.ts'
import { ExpiredError, TransportError } from './errors.ts'
import { openLines } from './rate/concurrency.ts'
import type { RequestEnd, Lane, Ticket } from './rate/lane.ts'
import { limitsIn, type Rate, retryAfter } from './rate/rate-limit.ts'
import type { Transport, WireRequest, WireResponse } from './transport.ts'
import { tooLate } from './rate/waiting-line.ts'

export interface PatienceOptions {
  readonly rate: Rate
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number
  /**
   * Milliseconds since 1970, for a date in `Retry-After` of a reply that has no date of its own: without it, the date says
   * nothing.
   */
  readonly now?: () => number
  /** Ends early, without an error, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
  /** Milliseconds that one request may take in all, waits included. */
  readonly budget: number
  /**
   * How many requests may be under way at once; undefined for as many as the service's limit needs, or without one for more
   * and more.
   */
  readonly concurrency?: number
  /**
   * Once aborted, waiting writes are given up: they were not sent. Reads continue, because they show the results of other
   * requests; so do writes that finish what another one began.
   */
  readonly stop?: AbortSignal
  readonly onWait?: (wait: Wait) => void
  /** Ends what takes longer than its budget; without it only waits end. */
  readonly after?: After
  /** Once aborted, with a sentence as its reason, the run ends: nothing is sent, and requests in progress are given up. */
  readonly giveUp?: AbortSignal
}

export interface Wait {
  readonly milliseconds: number
  /** The status of the reply, such as `429`; `no reply`; or `limit` if it waits to stay within a limit. */
  readonly reason: string
  /** From 1; 0 for `limit`. */
  readonly attempt: number
  readonly of: number
}

/** Attempts of one request. */
const most = 6
const never: After = () => () => undefined
/** `Retry-After: 0` would be a busy loop. */
const leastPause = 250

/**
 * Repeats 429 for every method; 409 with `Retry-After`, but not for what must not happen twice, for which 503 with
 * `Retry-After` is repeated; 500, 502, 503, 504, resets and timeouts for GET; what certainly wasn't sent for every method, but
 * only if the service has answered before. Everything else is left to the caller, which must read before it repeats a write.
 * `atOnce` is how many requests at the same time are useful now.
 */
export function patient(
  transport: Transport,
  options: PatienceOptions,
): Transport & { readonly atOnce: () => number } {
  const lines = openLines({
    ...options,
    onWait: (milliseconds) => options.onWait?.({ milliseconds, reason: 'limit', attempt: 0, of: most }),
  })
  const ended = anyOf(options.giveUp, options.stop)
  // Each request under way listens; of more than ten, Node.js would warn on stderr.
  if (options.giveUp !== undefined) setMaxListeners(0, options.giveUp)
  const send = async (request: WireRequest): Promise<WireResponse> => {
    const { giveUp, after = never, clock } = options
    const own = request.method === 'GET' || request.isBegun === true ? request.signal : options.stop
    const stop = own === options.stop ? ended : anyOf(giveUp, own)
    const line = lines.of(request)
    const budget = Math.min(options.budget, request.budget ?? options.budget)
    const deadline = clock() + budget
    let outcome: Outcome | undefined
    for (let attempt = 1 + (request.tried ?? 0); ; attempt += 1) {
      if (giveUp?.aborted === true) throw runIsOver('connect', giveUp)
      const again = outcome && 'again'
      if (again) request.onRepeat?.()
      const onTurn = (): void => {
        if (clock() >= deadline) throw tooLate()
        request.onTurn?.(again)
      }
      const ticket = await line.enter({ deadline, stop, onTurn }, again ?? 'last').catch((error: unknown) => {
        throw notAgain(error, outcome, attempt - 1)
      })
      const left = deadline - clock()
      const before = outcome
      try {
        outcome = { response: await within(transport, request, { left, of: budget, after, giveUp }) }
      } catch (error) {
        outcome = { error }
      }
      const pause =
        attempt < most ? pauseFor(outcome, request, line.lane, { ...ticket, attempt }, options) : undefined
      const isOver = pause === undefined || clock() + pause.milliseconds > deadline
      line.ended(ticket, endOf(outcome), !isOver && pause.reason === '429' ? pause.milliseconds : 0)
      if (isOver) return settled(outcome, before, request)
      options.onWait?.({ ...pause, attempt, of: most })
      if (pause.reason !== '429') await options.sleep(pause.milliseconds, stop)
      // A request that the service is still working on doesn't count as unsent.
      if (stop?.aborted === true && pause.reason === '409') return settled(outcome, before, request)
    }
  }
  return Object.assign(send, { atOnce: lines.atOnce })
}

/**
 * A read that a request is based on may have grown too old since the service refused it: the caller has to know that to
 * read again.
 */
function notAgain(error: unknown, outcome: Outcome | undefined, tried: number): unknown {
  return error instanceof ExpiredError && outcome !== undefined && 'response' in outcome
    ? new ExpiredError({ tried, response: outcome.response })
    : error
}

type Outcome = { readonly response: WireResponse } | { readonly error: unknown }

function endOf(outcome: Outcome): RequestEnd {
  if ('error' in outcome) return { isRefused: undefined, limits: undefined }
  const { status, headers } = outcome.response
  return { isRefused: status === 429, limits: limitsIn(headers) }
}

/** If the time ends while a read is repeated, the reply before is more informative, for example 429. */
function settled(outcome: Outcome, before: Outcome | undefined, { method }: WireRequest): WireResponse {
  if ('response' in outcome) return outcome.response
  const { error } = outcome
  const isLate = error instanceof TransportError && error.code === 'TIMEOUT' && method === 'GET'
  if (isLate && before !== undefined && 'response' in before) return before.response
  throw error
}

function pauseFor(
  outcome: Outcome,
  { method, isOnce }: WireRequest,
  lane: Lane,
  { attempt, probe }: Ticket & { readonly attempt: number },
  { now, random }: PatienceOptions,
): { readonly milliseconds: number; readonly reason: string } | undefined {
  const upTo = (milliseconds: number): number => random() * Math.min(30_000, milliseconds)
  const backoff = (): number => upTo(1000 * 2 ** (attempt - 1))
  if ('error' in outcome) {
    if (!(outcome.error instanceof TransportError) || outcome.error.code === 'ABORTED') return undefined
    const isSafe = outcome.error.phase === 'connect' ? lane.hasAnswered : method === 'GET'
    return isSafe ? { milliseconds: Math.max(leastPause, backoff()), reason: 'no reply' } : undefined
  }
  const { status, headers } = outcome.response
  if (status < 400) return undefined
  const asked = retryAfter(headers, now?.())
  if (status === 429)
    return {
      milliseconds: Math.max(leastPause, asked ?? upTo(300 * 3 ** probe)) + random() * leastPause,
      reason: '429',
    }
  // The same request is still in progress; without Retry-After a 409 is a conflict, which waiting doesn't solve.
  if (status === 409 && asked !== undefined && isOnce !== true)
    return { milliseconds: Math.max(leastPause, asked), reason: '409' }
  const isPassing = [500, 502, 503, 504].includes(status) && method === 'GET'
  const isRefused = isOnce === true && status === 503 && asked !== undefined
  return isPassing || isRefused
    ? { milliseconds: Math.max(leastPause, asked ?? backoff()), reason: String(status) }
    : undefined
}
