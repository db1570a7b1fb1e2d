// What can go wrong between here and the service, as three errors that carry facts and never the request.
import { isWebPage, messagesOf, type Label } from './error-messages.ts'

export interface TransportFailure {
  /** `connect`: certainly not sent. `unknown`: it may have had an effect. */
  readonly phase: 'connect' | 'unknown'
  /** Of the network or the HTTP library, e.g. `ECONNREFUSED`; `ABORTED` when the run was interrupted. */
  readonly code: string
  readonly sentence: string
}

/** No reply came, or none that could be read to its end. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly phase: TransportFailure['phase']
  readonly code: string

  constructor({ phase, code, sentence }: TransportFailure) {
    super(sentence)
    this.phase = phase
    this.code = code
  }
}

/** Thrown when its turn comes, for a request that is not to be sent any more: what it was based on is too old. */
export function expired(): TransportError {
  const sentence = 'not sent: what was read of the service is too old'
  return new TransportError({ phase: 'connect', code: 'EXPIRED', sentence })
}

export function isExpired(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'EXPIRED'
}

interface Refusal {
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
  readonly requestId: string | undefined
  /** A web page came: something between here and the service answered. */
  readonly isPage: boolean

  constructor(operation: string, { status, headers, body }: Refusal, label: Label = (text) => text) {
    const messages = messagesOf(body, label)
    super([`${operation} was refused with status ${status}`, messages.join('; ')].filter(Boolean).join(': '))
    this.operation = operation
    this.status = status
    this.messages = messages
    this.hint = hintFor(operation, { status, headers, body }, label)
    this.retryAfter = headers['retry-after']
    this.requestId = requestIdIn(headers, label)
    this.isPage = isWebPage(body)
  }
}

/** Under the names that services and proxies give it. Any other text is not an id, and may be long or a secret. */
export function requestIdIn(headers: Refusal['headers'], label: Label): string | undefined {
  const found = [headers['x-request-id'], headers['request-id'], headers['cf-ray']]
  const id = found.find((each) => each !== undefined && /^[\w.:-]{1,128}$/.test(each))
  return id === undefined ? undefined : label(id)
}

/** The reply was a success but lacks what the tool needs. `came` says what stood there, never its value. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError'
  readonly operation: string
  readonly field: string
  readonly came: string

  constructor(operation: string, field: string, came: string) {
    super(`the reply to ${operation} can't be used: ${field} is ${came}`)
    this.operation = operation
    this.field = field
    this.came = came
  }
}

const hints: Readonly<Record<number, string>> = {
  400: 'The service finds the request wrong; its message says where.',
  401: 'Check the API key, and that it belongs to this service.',
  402: "The organisation's plan doesn't include this: change the plan, or ask for less.",
  403: "The key isn't allowed to do this; a key works only in its own environment. Check which one the target's apiKey names.",
  404: 'It may have been deleted, or belong to another environment than the key.',
  409: 'Something with this name exists already, or the same request is still in progress; make a new plan.',
  413: 'The request is larger than the service takes: shorten what it holds, such as data or a payload.',
  422: 'The service finds a field wrong; its message says which.',
  429: 'The service limits requests; lower --concurrency or try again later.',
}

/** Only the origin: the rest is text from outside. */
function placeIn(location = ''): string {
  return URL.canParse(location) ? ` to ${new URL(location).origin}` : ''
}

function hintFor(operation: string, { status, headers, body }: Refusal, label: Label): string {
  if (status >= 300 && status < 400)
    return `The address answers with a redirect${label(placeIn(headers['location']))}, and no key follows it; write the service's own address.`
  const isRead = /^(?:list|search|retrieve)/.test(operation)
  if (isWebPage(body) && (isRead || status < 500))
    return 'Something before the service answered, such as a proxy or a sign-in page: check the address, and what stands on the way to it.'
  if (status >= 500 && isRead) return 'The service failed, also when asked again; its own log says why.'
  if (status >= 500)
    return 'The service failed; it may have taken the request all the same. Look before sending it again.'
  return hints[status] ?? "Check the service's address; this status is unusual."
}
