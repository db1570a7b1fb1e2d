// Turns a failure of the service or the network into a problem with a hint.
import { commandLine } from '../core/shell.ts'
import { errorOf, exits, type Problem } from '../core/problem.ts'
import { ReplyError, ServiceError, TransportError, fieldIn } from '../service/errors.ts'
import type { Change } from '../core/plan/change.ts'
import type { NamedField } from '../core/plan/outcome.ts'
import { at } from '../core/value.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Desired } from '../kinds/resource.ts'
import { ok, problem, type Finding } from '../core/plan/finding.ts'
import type { Secret } from '../core/secrets/secret.ts'
import { declaredPathOf } from '../kinds/from-field-rows.ts'
import { setOnly } from '../core/words.ts'

/** A problem for an error of the service layer; any other error is a bug and is thrown on. */
export function problemOf(error: unknown, target: string | undefined): Problem {
  if (error instanceof ServiceError) {
    const exit = error.status === 401 || error.status === 403 ? exits.mistake : exits.failure
    return errorOf('service-refused', error.message, error.hint, { exit, target })
  }
  if (error instanceof TransportError) {
    const exit = error.code === 'INVALID_KEY' ? exits.mistake : exits.failure
    const hint = error.hint ?? `Run ${commandLine('doctor')} to find the cause.`
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

/** A failed read is a problem of its own target; the others are still shown. */
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

/** One sentence for any error; those that only a bug throws begin with bug:. */
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
  readonly fields?: readonly NamedField[]
}

export interface Sourced {
  readonly change: Change
  readonly desired: Desired
  readonly kind: Kind
}

/** As `problemOf`, for an error that a change's own call met. */
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

const shapeOfKeys = /^[0-9a-f]{32}$/i

function stateOf({ status, isPage }: ServiceError): string {
  if (isPage || status < 400 || status === 404) return 'is not the service'
  return status === 429 ? 'limits the request rate' : 'fails'
}

/** `proxy` is the variable that names the proxy between. Throws any error that isn't of the service layer. */
export function unreachable(error: unknown, apiKey: Secret, proxy: string | undefined): readonly Finding[] {
  const between =
    proxy === undefined
      ? undefined
      : `${proxy} is set, so belfry sends requests through that proxy. To send requests directly, add the host of the service to NO_PROXY.`
  if (error instanceof TransportError)
    return error.code === 'INVALID_KEY'
      ? [problem('key', error.message, setOnly(apiKey.origin.replace(/^env:/, ''), 'API key'))]
      : [problem('reach', error.message, between ?? error.hint)]
  if (error instanceof ReplyError)
    return [
      problem(
        'reach',
        `the server at the service URL answers, but is not the service: ${error.message}`,
        between ??
          'Set the service URL to the URL of the API, not of the dashboard. Check any proxy in front of the service.',
      ),
    ]
  if (!(error instanceof ServiceError)) throw error
  const { status, message, hint } = error
  if (status !== 401 && status !== 403)
    return [
      problem(
        'reach',
        `the server at the service URL answers, but ${stateOf(error)}: ${message}`,
        between ?? (status === 404 ? addressHint : hint),
      ),
    ]
  return [
    ok('reach', 'the service answers'),
    status === 401
      ? problem('key', `the service rejected the API key (${apiKey.origin}): ${message}`, keyHint(apiKey))
      : problem(
          'key',
          `the service doesn't allow the API key to list environments (${apiKey.origin}): ${message}`,
          hint,
        ),
  ]
}

const addressHint =
  'Check the host and the port of the service URL. If the URL has a path such as /v1 or /v2, remove the path.'

/** The problem with the first reply of a target, with the advice that fits it. */
export function firstReplyProblem(error: unknown, target: string | undefined, apiKey: Secret): Problem {
  const found = problemOf(error, target)
  if (!(error instanceof ServiceError)) return found
  const message = `${found.message} (API key: ${apiKey.origin})`
  if (error.status === 401) return { ...found, message, hint: keyHint(apiKey) }
  if (error.status === 403) return { ...found, message }
  return error.status === 404 ? { ...found, hint: addressHint } : found
}

function keyHint(apiKey: Secret): string {
  const why = apiKey.passes((key) => shapeOfKeys.test(String(key)))
    ? 'The API key may have been replaced, or may belong to a different service or region'
    : 'Most API keys are 32 hexadecimal digits, but this API key is not'
  return `${why}. Copy the API key of the environment from the dashboard of the service.`
}
