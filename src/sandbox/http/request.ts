// One request on its way through the app: what is known of it so far, and its entry in the log.
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { formed } from './errors.ts'
import type { Amount, Manner } from '../faults/catalogue.ts'
import type { LoggedRequest, RequestLog } from './log.ts'
import type { Operation, World } from '../profile.ts'
import { filled, type EnvironmentRecord } from '../store/records.ts'
import { now } from '../setting.ts'

type Logged = Pick<LoggedRequest, 'body' | 'unknownFields' | 'reply' | 'faults' | 'meantStatus'>

interface Variables extends Partial<Logged> {
  environment: EnvironmentRecord
  operation?: Operation
  breaks?: { readonly manner: Manner; readonly amount: Amount }
}

export interface SandboxEnv {
  Bindings: HttpBindings
  Variables: Variables
}

export type SandboxApp = Hono<SandboxEnv>
export type RequestContext = Context<SandboxEnv>

/** Logs each request when its reply is made. */
export function recording(world: World, log: RequestLog): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const arrival = log.moment()
    const time = now(world)
    await next()
    const { authorization: _, ...headers } = c.req.header()
    const {
      environment,
      operation,
      body,
      unknownFields = [],
      reply,
      faults,
      meantStatus,
    }: Partial<Variables> = c.var
    const template = operation?.path ?? routePath(c, -1).replaceAll(/:(\w+)/g, '{$1}')
    log.add({
      arrival,
      departure: log.moment(),
      time,
      method: c.req.method,
      path: pathOf(c),
      ...(!template.endsWith('*') && { template }),
      ...filled({ operation: operation?.id, environment: environment?.name }),
      headers,
      ...(body !== undefined && { body }),
      unknownFields,
      status: c.res.headers.has('x-hono-already-sent') ? 0 : c.res.status,
      reply: reply ?? (await replyOf(c.res)),
      ...filled({ faults, meantStatus }),
      ...(c.res.status === 500 && faults === undefined && { crash: c.error }),
    })
  }
}

/** Reads a request's body, if it has one, for the handlers after this one. */
export function readingBody({ profile }: World): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const body = await c.req.text()
    if (Buffer.byteLength(body) > profile.wire.bodyLimit(c.req.path)) {
      throw formed('unnamed', 413, 'Payload Too Large')
    }
    if (body !== '') {
      c.set('body', body)
      c.set('body', profile.wire.readBody(body, c.req.header('content-type') ?? ''))
    }
    await next()
  }
}

async function replyOf(response: Response): Promise<unknown> {
  const text = await response.clone().text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The path with its query, as it was sent. */
export function pathOf(c: RequestContext): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}
