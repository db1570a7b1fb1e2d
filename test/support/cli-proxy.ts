// Stands between the program and a sandbox: lets requests through, answers itself, or holds them back.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { startServer, textOf } from './local-server.ts'

export interface Passing {
  readonly method: string
  readonly path: string
  readonly body: string
  /** The API key. */
  readonly key: string
}

export interface Answer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer instead of the sandbox's; undefined lets the request through. */
export type Intercept = (request: Passing) => Answer | undefined | Promise<Answer | undefined>

/** The address of a proxy before a sandbox, until the test is over. */
export async function startProxy(origin: string, intercept: Intercept): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '' } = request
    const body = await textOf(request)
    const key = (request.headers.authorization ?? '').replace(/^ApiKey /, '')
    const own = await intercept({ method, path, body, key })
    const { status, body: text, headers = {} } = own ?? (await forward(origin, request, body))
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }
  const server = await startServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  onTestFinished(() => server.close())
  return server.origin
}

async function forward(origin: string, request: IncomingMessage, body: string): Promise<Answer> {
  const reply = await fetch(origin + (request.url ?? ''), {
    method: request.method ?? 'GET',
    headers: {
      authorization: request.headers.authorization ?? '',
      ...(body !== '' && { 'content-type': 'application/json' }),
    },
    ...(body !== '' && { body }),
  })
  return { status: reply.status, body: await reply.text() }
}

/** As the service words a failure. */
export function failure(status: number, message: string): Answer {
  return { status, body: JSON.stringify({ statusCode: status, timestamp: '', path: '', message }) }
}
