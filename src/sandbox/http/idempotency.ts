// The idempotency-key of a POST or PATCH: the first answer to a key is the answer to all that send it again.
import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { badRequest, conflict, Refusal } from './errors.ts'
import type { RequestContext, SandboxEnv } from './request.ts'
import type { Profile, World } from '../profile.ts'

const longestKey = 255
const day = 24 * 60 * 60_000
const inProgress = 5 * 60_000
const docs = 'https://docs.novu.co/additional-resources/idempotency'

interface Entry {
  /** Of the body. */
  readonly hash: string
  /** In milliseconds since 1970. */
  readonly expires: number
  /** Undefined while the first request is on its way. */
  readonly answer?: { readonly status: ContentfulStatusCode; readonly text: string }
}

/** @internal Keys belong to the organisation: the same key is the same for every path, method and environment. */
export function replaying({ clock, profile }: World): MiddlewareHandler<SandboxEnv> {
  const entries = new Map<string, Entry>()
  return async (c, next) => {
    const key = c.req.header('idempotency-key')
    const isAsked = key !== undefined && key !== '' && ['POST', 'PATCH'].includes(c.req.method)
    if (!isAsked || profile.replays === 'none' || c.req.path.startsWith('/_sandbox/')) return next()
    if (key.length > longestKey) {
      throw badRequest(`idempotencyKey "${key}" has exceeded the maximum allowed length of 255 characters`)
    }
    const time = clock.now().getTime()
    const hash = createHash('sha256')
      .update(JSON.stringify(c.get('body') ?? null))
      .digest('hex')
    const known = entries.get(key)
    c.header('Idempotency-Key', key)
    if (known !== undefined && known.expires > time) return replay(c, known, key, hash, profile)
    entries.set(key, { hash, expires: time + inProgress })
    await next()
    const { status, headers } = c.res
    // No answer is stored for a request that never reached the operation, or whose reply isn't sent.
    if (status === 429 || headers.has('retry-after')) entries.delete(key)
    else if (!headers.has('x-hono-already-sent')) {
      const text = await c.res.clone().text()
      const answer = { status: status as ContentfulStatusCode, text }
      entries.set(key, { hash, expires: clock.now().getTime() + day, answer })
    }
    return undefined
  }
}

function replay(
  c: RequestContext,
  { hash: first, answer }: Entry,
  key: string,
  hash: string,
  { replays, wire }: Profile,
): Response {
  if (answer === undefined) {
    c.header('Retry-After', '1')
    c.header('Link', docs)
    throw conflict(`Request with key "${key}" is currently being processed. Please retry after 1 second`)
  }
  if (first !== hash) {
    c.header('Link', docs)
    throw new Refusal(422, `Request with key "${key}" is being reused for a different body`)
  }
  c.header('Idempotency-Replay', 'true')
  if (answer.status >= 400 && replays === 'errors as 503') throw new Refusal(503, 'Service Unavailable')
  return c.body(answer.text, answer.status, { 'content-type': wire.contentType })
}
