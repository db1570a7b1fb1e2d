// The service's routes: each request is logged, authenticated, checked and answered in one way.
import { Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { invalid, notFound, Refusal } from './refusals.ts'
import { noReply, type RequestHandler } from '../faults/apply-faults.ts'
import { replaying } from './idempotency.ts'
import {
  pathOf,
  recording,
  type RequestContext,
  type SandboxApp,
  type SandboxEnv,
  type RequestLog,
} from './request-log.ts'
import { authenticate } from './keys.ts'
import type { Operation, World } from '../profile.ts'
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
  /** Handles the requests of the contract. */
  readonly handle: RequestHandler
  readonly routes: Routes
}

export function createApp({ world, log, handle, routes }: AppOptions): SandboxApp {
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
      return handle(c, operation, (seen) => answerOf(c, operation, seen))
    })
  }
  routes(app)
  app.notFound((c) => fail(c, notFound(`Cannot ${c.req.method} ${pathOf(c)}`), world))
  app.onError((error, c) => fail(c, error, world))
  return app
}

/** Reads a request's body, if it has one, for the handlers after this one. */
function readingBody({ profile }: World): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const body = await c.req.text()
    if (Buffer.byteLength(body) > profile.wire.bodyLimit(c.req.path)) {
      throw new Refusal(413, 'Payload Too Large', { form: 'unnamed' })
    }
    if (body !== '') {
      // The log shows the text if it can't be parsed.
      c.set('body', body)
      c.set('body', profile.wire.readBody(body, c.req.header('content-type') ?? ''))
    }
    await next()
  }
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
  return c.json(shown, status as ContentfulStatusCode, contentTypeOf(world))
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
  return c.json(reply, reply.statusCode as ContentfulStatusCode, contentTypeOf(world))
}

function contentTypeOf({ profile: { wire } }: World): { readonly 'content-type': string } {
  return { 'content-type': wire.contentType }
}

const signInPage =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body>Sign in to go on.</body></html>\n'

/** Replaces the reply if a fault breaks it. */
function breaking(world: World): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next()
    const breaks = c.get('breaks')
    if (breaks === undefined) return
    c.set('meantStatus', c.res.status)
    const broken = await manners[breaks.manner](c, world, Number(breaks.amount))
    c.set('reply', undefined)
    // Without this line, Hono would add the headers of the earlier reply to the new one.
    c.res = undefined
    c.res = broken
  }
}

/** `status` is that of the web page; the other manners have none. */
type Break = (c: RequestContext, world: World, status: number) => Response | Promise<Response>

const manners: Readonly<Record<Manner, Break>> = {
  error: (c, world) =>
    Response.json(
      world.profile.wire.errorBody(new Refusal(500, 'Internal server error'), pathOf(c), now(world)),
      { status: 500 },
    ),
  html: (_, __, status) =>
    new Response(signInPage, { status, headers: { 'content-type': 'text/html; charset=utf-8' } }),
  hang: () => noReply(),
  reset: (c) => {
    c.env.outgoing.socket?.resetAndDestroy()
    return noReply()
  },
  half: async (c) => {
    const { outgoing } = c.env
    const text = Buffer.from(await c.res.clone().arrayBuffer())
    outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': text.length })
    await new Promise<void>((resolve) => outgoing.write(text.subarray(0, text.length >> 1), () => resolve()))
    outgoing.destroy()
    return noReply()
  },
}
