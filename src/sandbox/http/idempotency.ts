// A request that repeats an idempotency key and its body gets the first answer again, for 24 hours.
import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { badRequest, conflict, Refusal } from './refusals.ts'
import type { RequestContext, SandboxEnv } from './request-log.ts'
import type { Profile, World } from '../profile.ts'

/** In characters. */
const longestKey = 255
/** How long an answer is stored, in milliseconds. */
const keepAnswer = 24 * 60 * 60_000
/** After so many milliseconds without an answer, the same key may be used again. */
const keepUnanswered = 5 * 60_000
const docs = 'https://docs.novu.co/additional-resources/idempotency'

interface Entry {
  /** Of the body. */
  readonly hash: string
  /** In milliseconds since 1970. */
  readonly expires: number
  /** Undefined while the first request is in progress. */
  readonly answer?: { readonly status: ContentfulStatusCode; readonly text: string }
}

/** Keys belong to the organisation: the same key is the same for every path, method and environment. */
export function replaying({ clock, profile }: World): MiddlewareHandler<SandboxEnv> {
  const entries = new Map<string, Entry>()
  return async (c, next) => {
    const key = c.req.header('idempotency-key')
    const isReplayed = key !== undefined && key !== '' && ['POST', 'PATCH'].includes(c.req.method)
    if (!isReplayed || profile.replays === 'none' || c.req.path.startsWith('/_sandbox/')) return next()
    if (key.length > longestKey) {
      throw badRequest(
        `idempotencyKey "${key}" has exceeded the maximum allowed length of ${longestKey} characters`,
      )
    }
    const time = clock.now().getTime()
    const hash = createHash('sha256')
      .update(JSON.stringify(c.get('body') ?? null))
      .digest('hex')
    const known = entries.get(key)
    c.header('Idempotency-Key', key)
    if (known !== undefined && known.expires > time) return replay(c, known, key, hash, profile)
    entries.set(key, { hash, expires: time + keepUnanswered })
    await next()
    const { status, headers } = c.res
    // No answer is stored for a request that never reached the operation, or whose reply isn't sent.
    if (status === 429 || headers.has('retry-after')) entries.delete(key)
    else if (!headers.has('x-hono-already-sent')) {
      const text = await c.res.clone().text()
      const answer = { status: status as ContentfulStatusCode, text }
      entries.set(key, { hash, expires: clock.now().getTime() + keepAnswer, answer })
    }
    return undefined
  }
}

function replay(
  c: RequestContext,
  { hash: firstHash, answer }: Entry,
  key: string,
  hash: string,
  { replays, wire }: Profile,
): Response {
  if (answer === undefined) {
    c.header('Retry-After', '1')
    c.header('Link', docs)
    throw conflict(`Request with key "${key}" is currently being processed. Please retry after 1 second`)
  }
  if (firstHash !== hash) {
    c.header('Link', docs)
    throw new Refusal(422, `Request with key "${key}" is being reused for a different body`)
  }
  c.header('Idempotency-Replay', 'true')
  if (answer.status >= 400 && replays === 'errors as 503') throw new Refusal(503, 'Service Unavailable')
  return c.body(answer.text, answer.status, { 'content-type': wire.contentType })
}
