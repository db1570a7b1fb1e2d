// The layer between requests and HTTP; the only place of the service that opens secrets.
import { reveal, Secret } from '../core/secrets/secret.ts'
import { withoutTrailing } from '../core/words.ts'
import { IdOf, mapLeaves, Unreadable, type Value } from '../core/value.ts'
import type { Connections, Message } from './connections.ts'
import { TransportError, type WireResponse } from './errors.ts'
import { asTransportError, type Limits } from './failure.ts'
import type { Proxy } from './proxy.ts'
import { defaultLimits } from './request-times.ts'
import { version } from './package.ts'

export type Method = Message['method']

/** How a request is repeated and given up. */
interface Handling {
  /** Milliseconds that it may take in all, repeats and waits included, if that is less than the general limit. */
  readonly budget?: number
  /** Attempts that were made before, which count as this request's. */
  readonly tried?: number
  /**
   * Called at the turn of each attempt, `again` after another one; if it throws, the request is not sent. An attempt that then
   * has to wait has a second turn.
   */
  readonly onTurn?: (again?: 'again') => void
  /** Called for each attempt after the first one, before its turn. */
  readonly onRepeat?: () => void
  /** A write that finishes what another one began: it is not given up after an interruption. */
  readonly isBegun?: true
  /** A write that must not happen twice. A 503 with `Retry-After` refuses it, so it is repeated, as after a 429. */
  readonly isOnce?: true
}

/** The request on the wire, with secrets: it is never kept, shown or put into an error. */
export interface WireRequest extends Message, Handling {}

export type { WireResponse } from './errors.ts'

/** Returns any reply of the service, 3xx to 5xx too; throws a `TransportError` if there was none. */
export type Transport = (request: WireRequest) => Promise<WireResponse>

export interface TransportOptions extends Partial<Limits> {
  readonly proxy?: Proxy
}

export function createTransport(options: TransportOptions = {}): Transport & { close(): Promise<void> } {
  const limits = { ...defaultLimits, ...options }
  // Only a failure of the connector is certain to have happened before anything was sent.
  const unsent = new WeakSet<Error>()
  let closed = false
  let connections: Promise<Connections> | undefined
  const connected = async (): Promise<Connections> => {
    const { openConnections } = await import('./connections.ts')
    return openConnections(limits, options.proxy, (error) => void unsent.add(error))
  }
  const transport = async (request: WireRequest): Promise<WireResponse> => {
    const { url, signal } = request
    const before = closed || signal?.aborted === true
    // Connections that were never opened can't refuse it.
    if (closed && connections === undefined) {
      const error = Object.assign(new Error('closed'), { code: 'UND_ERR_CLOSED' })
      throw asTransportError(error, { url, limits, aborted: signal?.aborted === true, unsent: true })
    }
    const open = await (connections ??= connected())
    try {
      return await open.send(request)
    } catch (error) {
      const certain = before || (error instanceof Error && unsent.has(error))
      throw asTransportError(error, { url, limits, aborted: signal?.aborted === true, unsent: certain })
    }
  }
  const close = async (): Promise<void> => {
    closed = true
    await (await connections)?.close()
  }
  return Object.assign(transport, { close })
}

export type QueryValue = string | number | boolean | readonly string[] | undefined

/** One call of an operation, secrets still closed. */
export interface ServiceRequest extends Handling {
  readonly operation: string
  readonly method: Method
  /** URL-encoded, ids filled in: see `pathFor`. */
  readonly path: string
  /** A list becomes several parameters of one name; undefined is left out. */
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: Value
  readonly idempotencyKey?: string
}

/** The request as it is sent. Throws for an invalid request: a key with line breaks, a body with an id that isn't known yet. */
export function encode(request: ServiceRequest, apiKey: Secret, origin: string): WireRequest {
  const headers: Record<string, string> = {
    authorization: `ApiKey ${keyText(apiKey)}`,
    accept: 'application/json',
    'user-agent': `belfry/${version}`,
  }
  if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey
  const url = `${withoutTrailing(origin, '/')}${request.path}${queryText(request.query)}`
  if (request.body === undefined) return { method: request.method, url, headers }
  headers['content-type'] = 'application/json'
  return {
    method: request.method,
    url,
    headers,
    body: JSON.stringify(opened(request.body, request.operation)),
  }
}

const keyMistakes = [
  [/^$/, 'is empty'],
  [/^ApiKey\s/i, 'begins with "ApiKey", which belfry adds itself'],
  [/\s/, 'contains spaces or line breaks'],
  [/\p{Cc}/u, 'contains control characters'],
] as const

function keyText(apiKey: Secret): string {
  const text = String(reveal(apiKey))
  // Checked here because HTTP libraries quote a header that they refuse.
  if (/^[\u0021-\u007e]+$/.test(text)) return text
  const [, why = 'contains characters outside ASCII'] =
    keyMistakes.find(([pattern]) => pattern.test(text)) ?? []
  const sentence = `the API key ${apiKey.toString()} is not valid: the API key ${why}`
  throw new TransportError({ phase: 'connect', code: 'INVALID_KEY', sentence })
}

function queryText(query: ServiceRequest['query']): string {
  if (query === undefined) return ''
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const values = typeof value === 'object' ? value : value === undefined ? [] : [String(value)]
    for (const each of values) parameters.append(name, each)
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}

function opened(value: Value, operation: string): Value {
  return mapLeaves(value, (leaf) => {
    if (leaf instanceof IdOf || leaf instanceof Unreadable)
      throw new Error(`bug: ${String(leaf)} is in the body of ${operation}`)
    return leaf instanceof Secret ? reveal(leaf) : leaf
  })
}
