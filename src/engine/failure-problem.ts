// What a failure of the service or the network means: a problem with a hint, and whether the request may have had an effect.
import { commandLine, option } from '../core/shell.ts'
import { errorOf, exits, type Problem } from '../core/problem.ts'
import { ReplyError, ServiceError, TransportError, isGivenUp } from '../service/errors.ts'
import { fieldIn } from '../service/reply-messages.ts'
import type { Change } from '../core/plan/change.ts'
import type { NamedField } from '../core/plan/outcome.ts'
import { at } from '../core/value.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Desired } from '../kinds/resource.ts'
import type { Secret } from '../core/secrets/secret.ts'
import { declaredPathOf } from '../kinds/from-field-rows.ts'

/** A problem for an error of the service layer; any other error is a bug and is thrown on. */
export function problemOf(error: unknown, target: string | undefined): Problem {
  if (error instanceof ServiceError) {
    const exit = error.status === 401 || error.status === 403 ? exits.mistake : exits.failure
    return errorOf('service-refused', error.message, error.hint, { exit, target })
  }
  if (error instanceof TransportError) {
    const exit = error.code === 'INVALID_KEY' ? exits.mistake : exits.failure
    const hint = isGivenUp(error)
      ? `belfry itself ended the request. If the run needs more time, raise ${option('runTimeout')}. To check whether the service replies, run ${commandLine('doctor')}.`
      : (error.hint ?? `Run ${commandLine('doctor')} to find the cause.`)
    return errorOf('no-reply', error.message, hint, { exit, target })
  }
  if (error instanceof ReplyError)
    return errorOf(
      'bad-reply',
      error.message,
      `Check the service URL, then run ${commandLine('doctor')}. The version of the service may be unknown to belfry.`,
      { exit: exits.failure, target },
    )
  throw error
}

/** Undefined for a failed read, which is a problem of its own target: the others are still shown. Throws any other error. */
export async function attempt<T>(
  problems: Problem[],
  target: string | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    problems.push(problemOf(error, target))
    return undefined
  }
}

/** The message of any error. Messages of errors that only a bug throws begin with `bug:`. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether a call that failed like this may have taken effect. */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof TransportError) return error.phase === 'unknown'
  if (error instanceof ServiceError) return error.status >= 500 || error.status === 408 || isInProgress(error)
  return error instanceof ReplyError
}

/** The same request is still in progress; without Retry-After a 409 is a conflict. */
function isInProgress({ status, retryAfter }: ServiceError): boolean {
  return status === 409 && retryAfter !== undefined
}

export interface Refused extends Problem {
  /** The declared fields that the service rejected. */
  readonly fields?: readonly NamedField[]
}

/** A change, and what it is made from. */
export interface Sourced {
  readonly change: Change
  readonly desired: Desired
  readonly kind: Kind
}

/** As `problemOf`, for an error of a request of a change: also with the declared fields that the messages of the service name. */
export function problemOfChange(error: unknown, { change, desired, kind }: Sourced): Refused {
  const found = { ...problemOf(error, change.target), resource: `${change.kind} ${change.name}` }
  if (!(error instanceof ServiceError)) return found
  const fields = error.messages.flatMap((message) => {
    const path = fieldIn(message)
    const [first = ''] = path
    // Not every word that a message starts with is a field.
    if (at(change.call.body, first) === undefined && at(desired.declared, first) === undefined) return []
    const declared = declaredPathOf(kind, path, change, desired)
    const position = desired.positionOf(declared.map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
    return [{ path: declared.join('.'), message, position }]
  })
  return fields.length === 0 ? found : { ...found, fields }
}

/** Whether it was the first request to a target. If a later one is refused, the service itself answered the first. */
export function isFirst({ operation }: ServiceError): boolean {
  return operation === 'listEnvironments'
}

/** For a 404 of the first request. */
export const addressHint =
  'Check the host and the port of the service URL. If the URL has a path such as /v1 or /v2, remove the path.'

/** The problem with one of the first replies of a target, with the advice that fits it. */
export function firstReplyProblem(error: unknown, target: string | undefined, apiKey: Secret): Problem {
  const found = problemOf(error, target)
  if (!(error instanceof ServiceError)) return found
  const message = `${found.message} (API key: ${apiKey.origin})`
  if (error.status === 401) return { ...found, message, hint: keyHint(apiKey) }
  if (error.status === 403) return { ...found, message }
  return error.status === 404 && isFirst(error) ? { ...found, hint: addressHint } : found
}

const shapeOfKeys = /^[0-9a-f]{32}$/i

/** For an API key that the service rejected. */
export function keyHint(apiKey: Secret): string {
  const why = apiKey.passes((key) => shapeOfKeys.test(String(key)))
    ? 'The API key may have been replaced, or may belong to a different service or region'
    : 'Most API keys are 32 hexadecimal digits, but this API key is not'
  return `${why}. Copy the API key of the environment from the dashboard of the service.`
}
