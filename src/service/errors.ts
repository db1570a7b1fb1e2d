// What can go wrong between here and the service: errors that carry facts and never the request.
import { ifOffered, option } from '../core/shell.ts'
import { type Label, isWebPage, messagesOf } from './reply-messages.ts'

export interface TransportFailure {
  /** `connect`: certainly not sent. `unknown`: it may have had an effect. */
  readonly phase: 'connect' | 'unknown'
  /** Of the network or the HTTP library, e.g. `ECONNREFUSED`; `ABORTED` when the run was interrupted. */
  readonly code: string
  readonly sentence: string
  /** What to do, if the address alone shows it. */
  readonly hint?: string | undefined
}

/** No reply came, or none that could be read to its end. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly phase: TransportFailure['phase']
  readonly code: string
  readonly hint: string | undefined

  constructor({ phase, code, sentence, hint }: TransportFailure) {
    super(sentence)
    this.phase = phase
    this.code = code
    this.hint = hint
  }
}

/** Thrown when its turn comes, for a request that is not to be sent any more: what it was based on is too old. */
export class ExpiredError extends TransportError {
  /** How many attempts the service refused, and what it said to the last one. */
  readonly refused: { readonly tried: number; readonly response: WireResponse } | undefined
  /** The same as an error of the client. */
  refusal: ServiceError | undefined

  constructor(refused?: ExpiredError['refused']) {
    const sentence = 'not sent: the data that belfry read from the service is too old'
    super({ phase: 'connect', code: 'EXPIRED', sentence })
    this.refused = refused
  }
}

/** Of a request that certainly didn't reach the service. */
export function isUnsent(error: unknown): boolean {
  return error instanceof TransportError && error.phase === 'connect'
}

/** By belfry itself: the run was interrupted, or reached its time limit. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'ABORTED'
}

/** Header names are in lower case; a header that came several times is joined by commas. */
export interface WireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The service answered, but not with success. Messages are its own words: hostile text, to be escaped when shown. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly operation: string
  readonly status: number
  readonly messages: readonly string[]
  /** What to do, as one sentence. */
  readonly hint: string
  /** The text of the header: seconds, or an HTTP date. */
  readonly retryAfter: string | undefined
  /** A web page came: something between here and the service answered. */
  readonly isPage: boolean

  constructor(operation: string, { status, headers, body }: WireResponse, label: Label = (text) => text) {
    const messages = messagesOf(body, label)
    super([`${operation} was refused with status ${status}`, messages.join('; ')].filter(Boolean).join(': '))
    this.operation = operation
    this.status = status
    this.messages = messages
    this.hint = hintFor(operation, { status, headers, body }, label)
    this.retryAfter = headers['retry-after']
    this.isPage = isWebPage(body)
  }
}

/** Under the names that services and proxies give it. Any other text is not an id, and may be long or a secret. */
export function requestIdIn(headers: WireResponse['headers'], label: Label): string | undefined {
  const found = [headers['x-request-id'], headers['request-id'], headers['cf-ray']]
  const id = found.find((each) => each !== undefined && /^[\w.:-]{1,128}$/.test(each))
  return id === undefined ? undefined : label(id)
}

/** The reply was a success but lacks what belfry needs. `came` describes the value there, without showing it. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError'

  constructor(operation: string, field: string, came: string) {
    super(`the reply to ${operation} is invalid: ${field} is ${came}`)
  }
}

const hintsOf = (): Readonly<Record<number, string>> => ({
  400: "The service rejected a value in the request. Correct the value that the service's message names.",
  401: 'Check the API key, and check that the API key belongs to this service.',
  402: "The organisation's subscription doesn't include this request. Change the subscription, or declare fewer resources.",
  403: "The API key isn't allowed to send this request. An API key is valid only for its own environment. Check apiKey of the target in the project file.",
  404: 'The resource may have been deleted, or may belong to a different environment than the API key.',
  409: 'A resource with this name already exists, or the same request is still in progress. Make a new plan.',
  413: 'The request is larger than the service accepts. Shorten the values in the request, for example "data" or "payload".',
  422: "The service rejected a field of the request. Correct the field that the service's message names.",
  429: `The service limits the request rate. Try again later${ifOffered('concurrency', `, or lower ${option('concurrency')}`)}.`,
})

/** Only the origin: the rest is text from outside. */
function placeIn(location = ''): string {
  return URL.canParse(location) ? ` to ${new URL(location).origin}` : ''
}

function hintFor(operation: string, { status, headers, body }: WireResponse, label: Label): string {
  if (status >= 300 && status < 400)
    return `The service URL redirects${label(placeIn(headers['location']))}. belfry doesn't follow redirects, because a different server would then receive the API key. Set the service URL to a URL that doesn't redirect.`
  const isRead = /^(?:list|search|retrieve)/.test(operation)
  if (isWebPage(body) && (isRead || status < 500))
    return 'A different server, such as a proxy or a sign-in page, replied instead of the service. Check the service URL and any proxy.'
  if (status >= 500 && isRead)
    return 'The service failed, and failed again when belfry repeated the request. Check the log of the service.'
  if (status >= 500)
    return 'The service failed, but the request may have taken effect. Check the result in the service before you send the request again.'
  return hintsOf()[status] ?? "belfry doesn't know this status. Check the service URL."
}

/** Whether a repeat may succeed. Throws errors that only a bug causes. */
export function isPassing(error: unknown): boolean {
  if (error instanceof TransportError) return !['INVALID_KEY', 'ABORTED'].includes(error.code)
  if (error instanceof ServiceError) return error.status >= 500 || [408, 409, 429].includes(error.status)
  if (error instanceof ReplyError) return true
  throw error
}
