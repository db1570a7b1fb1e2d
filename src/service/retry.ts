// Waits where waiting helps: keeps below the service's limits, and repeats only what had no effect or can't have two.
import { TransportError } from './errors.ts'
import { categoryOf, Lane, limitsIn, type Rate, retryAfter } from './rate-limit.ts'
import type { Transport, WireRequest, WireResponse } from './transport.ts'

export interface PatienceOptions {
  readonly rate: Rate
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Ends early, without an error, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
  /** Milliseconds that one request may take in all, waits included. */
  readonly budget: number
  /** Once aborted, writes that wait are given up: they were not sent. Reads go on: they tell what became of others; so do writes that finish what another one began. */
  readonly stop?: AbortSignal
  readonly onWait?: (wait: Wait) => void
}

export interface Wait {
  readonly milliseconds: number
  /** `429`, `503`, `no reply`, or `limit` where it waits so as not to be refused. */
  readonly reason: string
  /** From 1; 0 for `limit`. */
  readonly attempt: number
  readonly of: number
}

const most = 6
/** `Retry-After: 0` would be a busy loop. */
const floor = 250

/**
 * Repeats 429 for every method; 503 with `Retry-After` for what must not happen twice; 5xx, resets and timeouts for GET;
 * what certainly wasn't sent for every method, but only where the service has answered before. Anything else is the
 * caller's: it must look before it repeats a write.
 */
export function patient(transport: Transport, options: PatienceOptions): Transport {
  const lanes = new Map<string, Lane>()
  return async (request) => {
    const stop = request.method === 'GET' || request.isBegun === true ? request.signal : options.stop
    const lane = laneOf(request, lanes, options.rate)
    const deadline = options.clock() + Math.min(options.budget, request.budget ?? options.budget)
    for (let attempt = 1; ; attempt += 1) {
      await turn(lane, deadline, stop, request.onTurn, options)
      const outcome = await tried(transport, request, lane, options)
      const pause = attempt < most ? pauseFor(outcome, request, lane, attempt, options) : undefined
      if (pause === undefined || options.clock() + pause.milliseconds > deadline) return settled(outcome)
      options.onWait?.({ ...pause, attempt, of: most })
      if (pause.reason === '429') lane.pause(options.clock() + pause.milliseconds)
      else await options.sleep(pause.milliseconds, stop)
      // What the service is still working on isn't unsent.
      if (stop?.aborted === true && pause.reason === '409') return settled(outcome)
    }
  }
}

type Outcome = { readonly response: WireResponse } | { readonly error: unknown }

async function tried(
  transport: Transport,
  request: WireRequest,
  lane: Lane,
  { clock }: PatienceOptions,
): Promise<Outcome> {
  try {
    const response = await transport(request)
    lane.hasAnswered = true
    lane.answered(limitsIn(response.headers), clock())
    return { response }
  } catch (error) {
    lane.answered(undefined, clock())
    return { error }
  }
}

function settled(outcome: Outcome): WireResponse {
  if ('response' in outcome) return outcome.response
  throw outcome.error
}

function pauseFor(
  outcome: Outcome,
  { method, isOnce }: WireRequest,
  lane: Lane,
  attempt: number,
  { clock, random }: PatienceOptions,
): { readonly milliseconds: number; readonly reason: string } | undefined {
  const backoff = random() * Math.min(30_000, 1000 * 2 ** (attempt - 1))
  if ('error' in outcome) {
    if (!(outcome.error instanceof TransportError) || outcome.error.code === 'ABORTED') return undefined
    const isSafe = outcome.error.phase === 'connect' ? lane.hasAnswered : method === 'GET'
    return isSafe ? { milliseconds: Math.max(floor, backoff), reason: 'no reply' } : undefined
  }
  const { status, headers } = outcome.response
  const asked = retryAfter(headers, clock())
  if (status === 429)
    return { milliseconds: Math.max(floor, asked ?? backoff) + random() * floor, reason: '429' }
  // The same request is still in progress; without Retry-After a 409 is a conflict, which waiting doesn't solve.
  if (status === 409 && asked !== undefined && isOnce !== true)
    return { milliseconds: Math.max(floor, asked), reason: '409' }
  const isPassing = [500, 502, 503, 504].includes(status) && method === 'GET'
  const isRefused = isOnce === true && status === 503 && asked !== undefined
  return isPassing || isRefused
    ? { milliseconds: Math.max(floor, asked ?? backoff), reason: String(status) }
    : undefined
}

/** Waits until the lane lets one more request go. */
async function turn(
  lane: Lane,
  deadline: number,
  stop: AbortSignal | undefined,
  onTurn: (() => void) | undefined,
  options: PatienceOptions,
): Promise<void> {
  for (;;) {
    if (stop?.aborted === true) throw givenUp('ABORTED', 'not sent: the run was interrupted')
    onTurn?.()
    const milliseconds = lane.take(options.clock())
    if (milliseconds === 0) return
    if (options.clock() + milliseconds > deadline)
      throw givenUp(
        'TIMEOUT',
        'not sent: the service limits the request rate, and belfry could not send the request before its time limit',
      )
    // A pause was reported when the refusal that caused it arrived.
    if (!lane.isPaused(options.clock()))
      options.onWait?.({ milliseconds, reason: 'limit', attempt: 0, of: most })
    await options.sleep(milliseconds, stop)
  }
}

function givenUp(code: string, sentence: string): TransportError {
  return new TransportError({ phase: 'connect', code, sentence })
}

/** Limits are kept for each key and category. */
function laneOf({ url, headers }: WireRequest, lanes: Map<string, Lane>, rate: Rate): Lane {
  const name = `${categoryOf(url)} ${new URL(url).origin} ${headers['authorization'] ?? ''}`
  const known = lanes.get(name)
  if (known !== undefined) return known
  const lane = new Lane(rate)
  lanes.set(name, lane)
  return lane
}
