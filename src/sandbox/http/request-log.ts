// One request on its way through the app, and the log of every request and its reply.
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Amount, Manner } from '../faults/catalogue.ts'
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

/** A request that a sandbox got, and its reply. */
export interface LoggedRequest {
  /** Places in the one order of all arrivals and departures: requests overlap where these intervals do. */
  readonly arrival: number
  readonly departure: number
  /** ISO 8601, of the arrival. */
  readonly time: string
  readonly method: string
  /** With its query, as it was sent. */
  readonly path: string
  /** The path as the contract writes it, or as an extra route does; undefined for an unknown route. */
  readonly template?: string
  readonly operation?: string
  /** The name of the environment that the key belongs to; undefined when the key was refused. */
  readonly environment?: string
  /** Without the key. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed; text that isn't JSON as it came. */
  readonly body?: unknown
  /** Paths of the body's fields that the operation doesn't know. */
  readonly unknownFields: readonly string[]
  /** 0 if no complete reply was sent. */
  readonly status: number
  readonly reply: unknown
  /** Names of the faults that hit it. */
  readonly faults?: readonly string[]
  /** The status of the reply that a fault replaced or suppressed. */
  readonly meantStatus?: number
  /** The error that led to the status 500, if no fault hit the request. */
  readonly crash?: unknown
}

/** Every request and its reply, for tests that check what was sent and in which order. */
export class RequestLog {
  readonly #limit: number
  #entries: LoggedRequest[] = []
  #moments = 0

  /** Keeps the latest `limit` requests. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** In order of arrival. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries
  }

  /** The next place in the order of arrivals and departures. */
  moment(): number {
    this.#moments += 1
    return this.#moments
  }

  add(entry: LoggedRequest): void {
    const at = this.#entries.findLastIndex((other) => other.arrival < entry.arrival) + 1
    this.#entries.splice(at, 0, entry)
    if (this.#entries.length > this.#limit) this.#entries.shift()
  }

  clear(): void {
    this.#entries = []
  }
}
