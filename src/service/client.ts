// Speaks the service's protocol: sends a call, opens the envelope, and turns every refusal into an error with facts.
import { setMaxListeners } from 'node:events'
import { isTooDeep, maxDepth } from '../core/json.ts'
import { given } from '../core/given.ts'
import type { Secret } from '../core/secrets/secret.ts'
import { ExpiredError, isUnsent, ReplyError, requestIdIn, ServiceError } from './errors.ts'
import { type Label, isWebPage } from './reply-messages.ts'
import type { OperationId } from '../wire/generated.ts'
import { createFilter, labelling, type Filter } from '../core/secrets/redact.ts'
import { encode, type Method, type ServiceRequest, type Transport, type WireResponse } from './transport.ts'

export interface Client {
  readonly origin: string
  /**
   * The body of the reply, out of its envelope; `on` hears of its stages. Throws TransportError, ServiceError or ReplyError.
   */
  call(request: ServiceRequest, on?: (exchange: Exchange) => void): Promise<unknown>
  /** Requests sent so far, each attempt counted, answered or not. */
  readonly counts: Counts
}

export interface Counts {
  readonly reads: number
  readonly writes: number
}

/** One stage of one request; contains no header and no body. */
export interface Exchange {
  readonly type: 'sending' | 'answered' | 'failed'
  readonly operation: string
  readonly method: Method
  readonly path: string
  /** Of the reply, when `answered`. */
  readonly status?: number
  /** The service's own id of the request, when `answered` and the reply has one; labels replace secrets in it. */
  readonly requestId?: string
}

export interface ClientOptions {
  readonly transport: Transport
  readonly origin: string
  readonly apiKey: Secret
  readonly signal?: AbortSignal
  /** From 0 to 1: makes a fresh idempotency key for each POST and PATCH; without it none is sent. */
  readonly random?: () => number
  /** The run's; else the client has one of its own. */
  readonly filter?: Filter
}

export function createClient({
  transport,
  origin,
  apiKey,
  signal,
  random,
  filter = createFilter(),
}: ClientOptions): Client {
  // Each request in flight listens to this signal; Node warns of a leak at more than ten listeners.
  if (signal !== undefined) setMaxListeners(0, signal)
  filter.addSecrets(apiKey)
  const counts = { reads: 0, writes: 0 }
  const call: Client['call'] = async (request, on) => {
    const { operation, method, path } = request
    const emit = (type: Exchange['type'], response?: WireResponse): void => {
      on?.({ type, operation, method, path, ...(response && answerOf(response, label)) })
    }
    filter.addSecrets(request.body)
    const label = labelling(request.body, apiKey, filter)
    const encoded = encode(keyed(request, random), apiKey, origin)
    const { budget, tried, onTurn, isBegun, isOnce } = request
    // A transport that waits calls it again after the wait.
    onTurn?.()
    const counted = method === 'GET' ? 'reads' : 'writes'
    counts[counted] += 1
    emit('sending')
    let response: WireResponse
    try {
      const onRepeat = (): number => (counts[counted] += 1)
      const handling = { signal, budget, tried, onTurn, onRepeat, isBegun, isOnce }
      response = await transport(Object.assign(encoded, given(handling)))
    } catch (error) {
      if (isUnsent(error)) counts[counted] -= 1
      if (error instanceof ExpiredError && error.refused !== undefined)
        error.refusal = new ServiceError(operation, error.refused.response, label)
      emit('failed')
      throw error
    }
    emit('answered', response)
    if (response.status < 200 || response.status > 299) throw new ServiceError(operation, response, label)
    return unwrapped(operation, parsed(operation, response))
  }
  return { origin, call, counts }
}

function answerOf({ status, headers }: WireResponse, label: Label): Pick<Exchange, 'status' | 'requestId'> {
  const requestId = requestIdIn(headers, label)
  return { status, ...given({ requestId }) }
}

/**
 * One key for each call: a repeat of the encoded request repeats the key, a new call has a new one. Services use it for
 * POST and PATCH, if at all, and ignore method and path when they compare keys, so nothing relies on it.
 */
function keyed(request: ServiceRequest, random: (() => number) | undefined): ServiceRequest {
  const isHeeded = request.method === 'POST' || request.method === 'PATCH'
  if (!isHeeded || random === undefined || request.idempotencyKey !== undefined) return request
  const digits = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return { idempotencyKey: digits() + digits() + digits() + digits(), ...request }
}

/** The same client for commands that only read: it can't write, even if its caller tries. */
export function readOnly(client: Client): Client {
  return limited(client, ({ method }) => method === 'GET', 'would write in a read-only command')
}

/** The same client, which can only trigger. */
export function triggerOnly(client: Client): Client {
  return limited(client, ({ operation }) => operation === 'triggerEvent', 'is not a trigger')
}

function limited(client: Client, allows: (request: ServiceRequest) => boolean, why: string): Client {
  return {
    origin: client.origin,
    counts: client.counts,
    call: async (request, on) => {
      if (allows(request)) return client.call(request, on)
      throw new Error(`bug: ${request.operation} ${why}`)
    },
  }
}

/** The same client with a time limit in milliseconds for each request, including repeats and waits. */
export function hurried(client: Client, budget: () => number): Client {
  return { ...client, call: (request, on) => client.call({ ...request, budget: budget() }, on) }
}

function parsed(operation: string, { body, headers }: WireResponse): unknown {
  if (body === '') throw new ReplyError(operation, 'the body', 'empty')
  try {
    const reply: unknown = JSON.parse(body)
    if (!isTooDeep(reply)) return reply
  } catch {
    const page = isWebPage(body) || headers['content-type']?.includes('html') === true
    const came = page ? 'a web page, not JSON; check the service URL' : 'not valid JSON'
    throw new ReplyError(operation, 'the body', came)
  }
  throw new ReplyError(operation, 'the body', `nested more than ${maxDepth} levels deep`)
}

const ownData: ReadonlySet<string> = new Set<OperationId>(['searchSubscribers', 'listMessages', 'listEvents'])

/** Deployed services wrap replies in `{data}`, the contract doesn't; a page has a `data` of its own. */
function unwrapped(operation: string, reply: unknown): unknown {
  const isEnvelope = typeof reply === 'object' && reply !== null && Object.keys(reply).join() === 'data'
  return isEnvelope && !ownData.has(operation) ? (reply as { readonly data: unknown }).data : reply
}

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
