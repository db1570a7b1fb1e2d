// The service's routes: each request is logged, authenticated, checked and answered in one way. The first answer to an
// idempotency-key is the answer to all that send it again.
import { createHash } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { invalid, notFound, Refusal, badRequest, conflict } from './refusals.ts'
import { type Meet, lost } from '../faults/apply-faults.ts'
import {
  pathOf,
  readingBody,
  recording,
  type RequestContext,
  type SandboxApp,
  type SandboxEnv,
  type RequestLog,
} from './request-log.ts'
import { authenticate } from './keys.ts'
import type { Operation, World, Profile } from '../profile.ts'
import { operations } from '../operations/all.ts'
import { limiting } from './rate-limit.ts'
import { Query, unknownFields } from '../operations/request-values.ts'
import { now } from '../setting.ts'
import type { Manner } from '../faults/catalogue.ts'

/** Further routes: they need a key, and share the log and the errors of the contract's routes. */
export type Routes = (app: SandboxApp) => void

interface AppOptions {
  readonly world: World
  readonly log: RequestLog
  /** How a request of the contract is handled. */
  readonly meet: Meet
  readonly routes: Routes
}

export function createApp({ world, log, meet, routes }: AppOptions): SandboxApp {
  const app: SandboxApp = new Hono()
  app.use(recording(world, log))
  app.use(breaking(world))
  app.use(async (c, next) => {
    c.set('environment', authenticate(world.store, c.req.header('authorization')))
    await next()
  })
  app.use(limiting(world))
  app.use(readingBody(world))
  app.use(replaying(world))
  for (const operation of [...operations, ...world.profile.operations]) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(operation.method, path, (c) => {
      c.set('operation', operation)
      return meet(c, operation, (met) => answerOf(c, operation, met))
    })
  }
  routes(app)
  app.notFound((c) => fail(c, notFound(`Cannot ${c.req.method} ${pathOf(c)}`), world))
  app.onError((error, c) => fail(c, error, world))
  return app
}

function answerOf(c: RequestContext, operation: Operation, world: World): Response {
  const reply = operation.run({
    world,
    environment: c.get('environment'),
    param: (name) => c.req.param(name) ?? '',
    query: new Query(new URL(c.req.url).searchParams),
    body: checkedBody(c, operation, world),
  })
  const status = world.profile.wire.statuses[operation.id] ?? operation.status
  const shown = world.profile.wire.sent(reply)
  c.set('reply', shown)
  return c.json(shown, status as ContentfulStatusCode, typed(world))
}

function checkedBody(c: RequestContext, operation: Operation, { profile: { wire } }: World): unknown {
  const shape = wire.bodies[operation.id] ?? operation.body
  if (shape === undefined) return undefined
  const body = wire.received(c.get('body') ?? {})
  const read = shape.safeParse(body)
  if (!read.success) throw invalid(wire.sentences(read.error, body))
  c.set('unknownFields', unknownFields(body, read.data))
  return read.data
}

function fail(c: RequestContext, error: unknown, world: World): Response {
  const reply = world.profile.wire.errorBody(error, pathOf(c), now(world))
  c.set('reply', reply)
  return c.json(reply, reply.statusCode as ContentfulStatusCode, typed(world))
}

function typed({ profile: { wire } }: World): { readonly 'content-type': string } {
  return { 'content-type': wire.contentType }
}

const page =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body>Sign in to go on.</body></html>\n'

function breaking(world: World): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next()
    const breaks = c.get('breaks')
    if (breaks === undefined) return
    c.set('meantStatus', c.res.status)
    const broken = await manners[breaks.manner](c, world, Number(breaks.amount))
    c.set('reply', undefined)
    // A reply that is set over another one would take its headers along.
    c.res = undefined
    c.res = broken
  }
}

type Break = (c: RequestContext, world: World, status: number) => Response | Promise<Response>

const manners: Readonly<Record<Manner, Break>> = {
  error: (c, world) =>
    Response.json(
      world.profile.wire.errorBody(new Refusal(500, 'Internal server error'), pathOf(c), now(world)),
      { status: 500 },
    ),
  html: (_, __, status) =>
    new Response(page, { status, headers: { 'content-type': 'text/html; charset=utf-8' } }),
  hang: () => lost(),
  reset: (c) => {
    c.env.outgoing.socket?.resetAndDestroy()
    return lost()
  },
  half: async (c) => {
    const { outgoing } = c.env
    const text = Buffer.from(await c.res.clone().arrayBuffer())
    outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': text.length })
    await new Promise<void>((resolve) => outgoing.write(text.subarray(0, text.length >> 1), () => resolve()))
    outgoing.destroy()
    return lost()
  },
}

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

/** Keys belong to the organisation: the same key is the same for every path, method and environment. */
function replaying({ clock, profile }: World): MiddlewareHandler<SandboxEnv> {
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
