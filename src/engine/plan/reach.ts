// Why a target's first reply can't be used: nothing answers, something else answers, or the key is refused.
import { ok, problem, type Finding } from '../../core/plan/finding.ts'
import type { Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secrets/secret.ts'
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
      : `${proxy} is set, so belfry sends requests through that proxy. To send requests directly, add the host of the service to NO_PROXY.`
  if (error instanceof TransportError)
    return error.code === 'INVALID_KEY'
      ? [
          problem(
            'key',
            error.message,
            `Set ${apiKey.origin.replace(/^env:/, '')} to the API key only: one line, no quotes, no other words.`,
          ),
        ]
      : [problem('reach', error.message, between ?? hintFor(error.code, url))]
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
  const { status, message, hint, isPage } = error
  if (status !== 401 && status !== 403) {
    const isOther = isPage || status < 400 || status === 404
    const state = isOther ? 'is not the service' : status === 429 ? 'limits the request rate' : 'fails'
    return [
      problem(
        'reach',
        `the server at the service URL answers, but ${state}: ${message}`,
        between ?? (status === 404 ? addressHint : hint),
      ),
    ]
  }
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

function hintFor(code: string, url: string): string | undefined {
  const { hostname, port } = new URL(url)
  if (code !== 'ECONNREFUSED' || !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return undefined
  const isUsual = port === '' || port === '4111'
  return `The service URL is on this machine. To start a local service on port ${isUsual ? '4111' : port}, run belfry sandbox${isUsual ? '' : ` --port ${port}`}.`
}

function keyHint(apiKey: Secret): string {
  const why = apiKey.passes((key) => shapeOfKeys.test(String(key)))
    ? 'The API key may have been replaced, or may belong to a different service or region'
    : 'Most API keys are 32 hexadecimal digits, but this API key is not'
  return `${why}. Copy the API key of the environment from the dashboard of the service.`
}
