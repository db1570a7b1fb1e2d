// Why a target's first reply can't be used: nothing answers, something else answers, or the key is refused.
import { ok, problem, type Finding } from '../../core/plan/finding.ts'
import type { Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secrecy/secret.ts'
import { ReplyError, ServiceError, TransportError } from '../../service/errors.ts'
import { problemOf } from '../failure.ts'

const shapeOfKeys = /^[0-9a-f]{32}$/i

/** `proxy` is the variable that names the proxy between. Throws any error that isn't of the service layer. */
export function unreachable(
  error: unknown,
  url: string,
  apiKey: Secret,
  proxy: string | undefined,
): readonly Finding[] {
  const between =
    proxy === undefined
      ? undefined
      : `${proxy} is set, so requests go through that proxy. List hosts to reach without it in NO_PROXY.`
  if (error instanceof TransportError)
    return error.code === 'INVALID_KEY'
      ? [problem('key', error.message, 'Set it to the API key only: one line, no quotes, no other words.')]
      : [problem('reach', error.message, between ?? hintFor(error.code, url))]
  if (error instanceof ReplyError)
    return [
      problem(
        'reach',
        `the server answers, but not like the service: ${error.message}`,
        between ??
          'Use the URL of the API. The dashboard has another URL, and a proxy may be in front of both.',
      ),
    ]
  if (!(error instanceof ServiceError)) throw error
  const { status, message, hint } = error
  if (status !== 401 && status !== 403)
    return [
      problem(
        'reach',
        `the server answers, but not like the service: ${message}`,
        between ?? (status === 404 ? addressHint : hint),
      ),
    ]
  return [
    ok('reach', 'the service answers'),
    status === 401
      ? problem('key', `is not accepted (${apiKey.origin}): ${message}`, keyHint(apiKey))
      : problem('key', `may not list environments (${apiKey.origin}): ${message}`, hint),
  ]
}

const addressHint = 'Set the service URL to the part before the paths /v1/… and /v2/….'

/** The problem with the first reply of a target, with the advice that fits it. */
export function firstReplyProblem(error: unknown, target: string | undefined, apiKey: Secret): Problem {
  const found = problemOf(error, target)
  if (!(error instanceof ServiceError)) return found
  const message = `${found.message} (API key: ${apiKey.origin})`
  if (error.status === 401) return { ...found, message, hint: keyHint(apiKey) }
  if (error.status === 403) return { ...found, message }
  return error.status === 404 ? { ...found, hint: addressHint } : found
}

function hintFor(code: string, url: string): string | undefined {
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
  return code === 'ECONNREFUSED' && isHere
    ? 'This URL is on this machine. To start a local service on port 4111, run belfry sandbox.'
    : undefined
}

function keyHint(apiKey: Secret): string {
  const why = apiKey.passes((key) => shapeOfKeys.test(String(key)))
    ? 'The API key may belong to another service or region, or it may have been replaced'
    : "The API key isn't 32 hexadecimal digits, as most keys are"
  return `${why}. The dashboard of the service shows the API key of each environment.`
}
