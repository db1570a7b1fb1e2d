// Connections to the service, directly or through a proxy; loaded with the first request, so that offline commands don't.
import type { Dispatcher } from 'undici'
import request from 'undici/lib/api/api-request.js'
import buildConnector from 'undici/lib/core/connect.js'
import util from 'undici/lib/core/util.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import type { Limits } from './failure.ts'
import type { Proxy } from './proxy.ts'

/** What goes over a connection; transport.ts knows what it means. */
export interface Message {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

/** Header names are in lower case; a header that came several times is joined by commas. */
export interface WireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Connections {
  readonly send: (message: Message) => Promise<WireResponse>
  readonly close: () => Promise<void>
}

/** `onFailure` is called with every failure of a connection to be made: nothing was sent on it. */
export async function openConnections(
  limits: Limits,
  proxy: Proxy | undefined,
  onFailure: (error: Error) => void,
): Promise<Connections> {
  const common = {
    headersTimeout: limits.timeout,
    bodyTimeout: limits.timeout,
    maxResponseSize: limits.maxResponseBytes,
  }
  const dispatcher =
    proxy?.http === undefined && proxy?.https === undefined
      ? directly(limits, common, onFailure)
      : (await import('./proxy.ts')).proxyAgent(proxy, common, onFailure)
  return {
    send: async ({ url, method, headers, body, signal }) => {
      const { origin, pathname, search } = util.parseURL(url)
      const reply = await request.call(dispatcher, {
        origin,
        path: pathname + search,
        method,
        headers,
        body: body ?? null,
        signal: signal ?? null,
      })
      return { status: reply.statusCode, headers: flat(reply.headers), body: await reply.body.text() }
    },
    close: () => dispatcher.close(),
  }
}

function directly(
  limits: Limits,
  common: Pick<Agent.Options, 'headersTimeout' | 'bodyTimeout' | 'maxResponseSize'>,
  onFailure: (error: Error) => void,
): Dispatcher {
  // Said here, so that no variable of the environment can say otherwise.
  const connect = buildConnector({ timeout: limits.connectTimeout, rejectUnauthorized: true })
  return new Agent({
    ...common,
    connect: (target, done) =>
      connect(target, (...outcome) => {
        if (outcome[0] !== null) onFailure(outcome[0])
        done(...outcome)
      }),
  })
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) result[name] = [value].flat().join(', ')
  return result
}
