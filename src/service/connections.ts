// Connections to the service, directly or through a proxy; loaded with the first request, so that offline commands don't load it.
import type { Dispatcher } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import type { WireResponse } from './errors.ts'
import type { Limits } from './failure.ts'
import type { Proxy } from './proxy.ts'

/** What is sent over a connection; transport.ts knows its meaning. */
export interface Message {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
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
    send: (message) => exchange(message, dispatcher),
    close: () => dispatcher.close(),
  }
}

function directly(
  limits: Limits,
  common: Pick<Agent.Options, 'headersTimeout' | 'bodyTimeout' | 'maxResponseSize'>,
  onFailure: (error: Error) => void,
): Dispatcher {
  // Set here, so that no environment variable can change it.
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

/**
 * Sends a request and collects its reply. undici's own `request` makes a stream of each reply, which takes an eighth more
 * CPU time.
 */
function exchange(
  { url, method, headers, body, signal }: Message,
  dispatcher: Dispatcher,
): Promise<WireResponse> {
  const { origin, path } = addressOf(url)
  return new Promise((resolve, reject) => {
    let abort: (() => void) | undefined
    let reply: Omit<WireResponse, 'body'> = { status: 0, headers: {} }
    const chunks: Buffer[] = []
    const end = (): void => {
      if (abort !== undefined) signal?.removeEventListener('abort', abort)
    }
    dispatcher.dispatch(
      { origin, path, method, headers, body: body ?? null },
      {
        // Also called for another attempt on a connection that was closed before the request was sent.
        onRequestStart: (controller) => {
          end()
          abort = () =>
            controller.abort(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
          if (signal?.aborted === true) abort()
          else signal?.addEventListener('abort', abort, { once: true })
        },
        onResponseStart: (_controller, status, given) => {
          reply = { status, headers: flat(given) }
        },
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          end()
          resolve({ ...reply, body: textIn(chunks) })
        },
        onResponseError: (_controller, error) => {
          end()
          reject(error)
        },
      },
    )
  })
}

/** Splits usual URLs without the URL parser, which takes as long as everything else here and changes nothing in them. */
function addressOf(url: string): { readonly origin: string; readonly path: string } {
  const [, plain, rest] = /^(https?:\/\/[a-z\d.:-]+)(\/(?!.*\/\.)[\w./?=&%-]*)$/.exec(url) ?? []
  if (plain !== undefined && rest !== undefined) return { origin: plain, path: rest }
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search }
}

/** Most replies are one chunk. A byte order mark isn't a part of the text. */
function textIn(chunks: readonly Buffer[]): string {
  const [first, ...more] = chunks
  const text = first === undefined ? '' : (more.length === 0 ? first : Buffer.concat(chunks)).toString()
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ')
  return result
}
