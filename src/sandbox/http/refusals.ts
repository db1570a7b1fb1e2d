// The refusal of a request, and its reply by the contract. The profiles of releases write replies of their own: novu/wire.ts.

type Errors = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[]

/** Of a release: `named` bodies have `error` and `ctx`, `unnamed` ones no `error`, `bare` ones neither. */
type Form = 'named' | 'unnamed' | 'bare'

interface RefusalDetails {
  readonly errors?: Errors
  /** Other fields of the body of a release. */
  readonly more?: Readonly<Record<string, unknown>>
  /** By default `named`. */
  readonly form?: Form
}

/** Thrown by whatever refuses a request, such as an operation, the check of the API key, the rate limit or a fault. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly errors?: Errors
  readonly more: Readonly<Record<string, unknown>>
  readonly form: Form

  constructor(status: number, message: string, { errors, more = {}, form = 'named' }: RefusalDetails = {}) {
    super(message)
    this.status = status
    this.more = more
    this.form = form
    if (errors !== undefined) this.errors = errors
  }
}

export const badRequest = (message: string): Refusal => new Refusal(400, message)
export const notFound = (message: string): Refusal => new Refusal(404, message)
export const conflict = (message: string): Refusal => new Refusal(409, message)

/** The refusal of a body or query with a wrong shape. */
export function invalid(messages: readonly string[]): Refusal {
  return new Refusal(422, 'Validation Error', {
    errors: { general: { messages, value: 'No Value Recorded' } },
  })
}

/** For a value that passes the check of the body and fails the check of a command. */
export function invalidIn(command: string, field: string, value: unknown, message: string): Refusal {
  return new Refusal(422, `Validation failed for ${command}: ${message}`, {
    errors: { [field]: { messages: [message], value } },
  })
}

/** The body of a failed request by the contract, without `more`. `path` is the request's path with its query. */
export function errorBody(error: unknown, path: string, timestamp: string): ErrorReply {
  if (!(error instanceof Refusal)) {
    return { statusCode: 500, timestamp, path, message: 'Internal server error' }
  }
  const { status, message, errors } = error
  return { statusCode: status, timestamp, path, message, ...(errors !== undefined && { errors }) }
}

export interface ErrorReply {
  readonly statusCode: number
  readonly timestamp: string
  readonly path: string
  readonly message: string
  readonly errors?: Errors
}
