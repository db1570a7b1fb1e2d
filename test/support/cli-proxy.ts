// Stands between the program and a sandbox: lets requests through, answers itself, or holds them back.
import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http'
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
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '' } = incoming
    const body = await textOf(incoming)
    const key = (incoming.headers.authorization ?? '').replace(/^ApiKey /, '')
    const own = await intercept({ method, path, body, key })
    const { status, body: text, headers = {} } = own ?? (await forward(origin, incoming, body))
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }
  const server = await startServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy())
  })
  onTestFinished(() => server.close())
  return server.origin
}

const agent = new Agent({ keepAlive: true })

/** Many times as cheap as fetch: some tests forward thousands. */
export function forward(
  origin: string,
  { url = '', method = 'GET', headers }: IncomingMessage,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const passed = {
      authorization: headers.authorization ?? '',
      ...(headers['idempotency-key'] !== undefined && { 'idempotency-key': headers['idempotency-key'] }),
      ...(body !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    request(origin + url, { agent, method, headers: passed }, (reply) => {
      textOf(reply).then((text) => resolve({ status: reply.statusCode ?? 0, body: text }), reject)
    })
      .on('error', reject)
      .end(body)
  })
}

/** As the service words a failure. */
export function failure(status: number, message: string): Answer {
  return { status, body: JSON.stringify({ statusCode: status, timestamp: '', path: '', message }) }
}

/** What the sandbox answers to a request. */
export async function forwarded(origin: string, { method, path, body, key }: Passing): Promise<Answer> {
  const reply = await fetch(origin + path, {
    method,
    headers: { authorization: `ApiKey ${key}`, ...(body !== '' && { 'content-type': 'application/json' }) },
    ...(body !== '' && { body }),
  })
  return { status: reply.status, body: await reply.text() }
}
