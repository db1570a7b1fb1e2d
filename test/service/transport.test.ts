// Both transports behave alike against a real server: the one that ships and the one that nock sees.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TransportError } from '../../src/service/errors.ts'
import { createTransport, type Transport, type WireRequest } from '../../src/service/transport.ts'
import { fetchTransport } from '../support/fetch-transport.ts'
import { startServer, textOf, type LocalServer } from '../support/local-server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

let server: LocalServer
let answer: Answer = (_, response) => void response.end('{}')
beforeAll(async () => {
  server = await startServer((request, response) => void answer(request, response))
})
afterAll(() => server.close())

const headers = { authorization: 'ApiKey top-secret-key' }
const get = (path = '/v1/x'): WireRequest => ({ method: 'GET', url: `${server.origin}${path}`, headers })

async function failure(sent: Promise<unknown>): Promise<TransportError> {
  const error: unknown = await sent.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  if (error instanceof TransportError) return error
  throw new Error(`expected a TransportError, got ${String(error)}`)
}

describe.each([
  ['undici', () => createTransport()],
  [
    'fetch',
    () => Object.assign((request: WireRequest) => fetchTransport(request), { close: async () => {} }),
  ],
])('the %s transport', (_, create) => {
  let transport: Transport & { close(): Promise<void> }
  beforeEach(() => {
    transport = create()
  })
  afterEach(() => transport.close())

  test.each(['PUT', 'POST', 'PATCH'] as const)('sends a %s to the letter', async (method) => {
    const seen: unknown[] = []
    answer = async (request, response) => {
      const { authorization, 'user-agent': agent, 'content-type': type } = request.headers
      const body = await textOf(request)
      seen.push({ method: request.method, url: request.url, authorization, agent, type, body })
      response.end('ok')
    }
    const url = `${server.origin}/v1/subscribers/auth0%7Cx/credentials?a=1&a=%C3%BC`
    await transport({
      method,
      url,
      headers: { ...headers, 'user-agent': 'belfry/0', 'content-type': 'application/json' },
      body: '{"name":"Zoë ☂"}',
    })
    expect(seen).toEqual([
      {
        method,
        url: '/v1/subscribers/auth0%7Cx/credentials?a=1&a=%C3%BC',
        authorization: 'ApiKey top-secret-key',
        agent: 'belfry/0',
        type: 'application/json',
        body: '{"name":"Zoë ☂"}',
      },
    ])
  })

  test.each([
    '/v1/x?limit=100&subscriberId=user%2B1',
    '/a path/ü?q=ü',
    '/behind/a/./proxy/../v1/x',
    "/v1/subscribers/it's~(me)!/credentials",
    '',
    '?a=1',
  ])('sends %j as a parser of URLs writes it', async (path) => {
    const seen: unknown[] = []
    answer = (request, response) => {
      seen.push(request.url)
      response.end('{}')
    }
    await transport(get(path))
    const { pathname, search } = new URL(`${server.origin}${path}`)
    expect(seen).toEqual([pathname + search])
  })

  test('sends no body where there is none', async () => {
    const lengths: unknown[] = []
    answer = (request, response) => {
      lengths.push(request.headers['transfer-encoding'], request.headers['content-length'] ?? '0')
      response.end('{}')
    }
    await transport({ method: 'POST', url: `${server.origin}/v1/integrations/i/set-primary`, headers })
    expect(lengths).toEqual([undefined, '0'])
  })

  test('gives status, headers in lower case and a body in UTF-8', async () => {
    answer = (_request, response) => {
      response.writeHead(201, { 'RateLimit-Limit': '150', Link: ['<a>', '<b>'] }).end('{"name":"Zoë ☂"}')
    }
    const reply = await transport(get())
    expect(reply).toMatchObject({
      status: 201,
      headers: { 'ratelimit-limit': '150', link: '<a>, <b>' },
      body: '{"name":"Zoë ☂"}',
    })
  })

  test.each([204, 301, 307, 404, 429, 503])('gives back a %i as it is', async (status) => {
    const asked: unknown[] = []
    answer = (request, response) => {
      asked.push(request.url)
      response.writeHead(status, { location: '/elsewhere', 'retry-after': '1' }).end()
    }
    const reply = await transport(get('/here'))
    expect([reply.status, reply.headers['retry-after'], reply.body, asked]).toEqual([
      status,
      '1',
      '',
      ['/here'],
    ])
  })

  test('says that nothing was sent where nobody listens', async () => {
    // Another process may take the port of a server that was closed. fetch refuses port 9.
    const url = 'http://127.0.0.1:2/v1/x'
    const error = await failure(transport({ method: 'PUT', url, headers, body: '{}' }))
    expect([error.phase, error.code]).toEqual(['connect', 'ECONNREFUSED'])
    expect(error.message).toBe(
      'nothing listens at http://127.0.0.1:2: check the service URL, and that the service is running',
    )
  })

  test('says that the outcome is unknown when the connection is cut', async () => {
    answer = (request) => request.socket.destroy()
    const error = await failure(transport({ ...get(), method: 'POST', body: '{}' }))
    expect(error.phase).toBe('unknown')
    expect(error.message).toBe(
      `the connection to ${server.origin} was closed before the reply was complete: check proxies and the service's log`,
    )
  })

  test('says that the outcome is unknown when the reply breaks off', async () => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"da', () => request.socket.destroy())
    }
    expect((await failure(transport(get()))).phase).toBe('unknown')
  })

  test('sends nothing after an interruption', async () => {
    let asked = 0
    answer = (_request, response) => {
      asked += 1
      response.end('{}')
    }
    const error = await failure(transport({ ...get(), signal: AbortSignal.abort() }))
    expect([error.phase, error.code, error.message, asked]).toEqual([
      'connect',
      'ABORTED',
      'the request was interrupted',
      0,
    ])
  })

  test('leaves at once when interrupted in flight', async () => {
    const interrupt = new AbortController()
    answer = () => interrupt.abort()
    const error = await failure(transport({ ...get(), signal: interrupt.signal }))
    expect([error.phase, error.code]).toEqual(['unknown', 'ABORTED'])
  })

  test('puts no header and no path into an error', async () => {
    answer = (request) => request.socket.destroy()
    const error = await failure(
      transport({ ...get('/v1/subscribers/ann%40acme.example'), method: 'PUT', body: '{"a":"b-secret"}' }),
    )
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/top-secret-key|ann|b-secret/)
  })

  test('refuses an address that is none', async () => {
    const error = await failure(transport({ method: 'GET', url: 'nowhere', headers }))
    expect([error.phase, error.message]).toEqual(['connect', 'the service URL is not a valid URL'])
  })
})

describe('the undici transport alone', () => {
  test('uses connections again', async () => {
    answer = (_request, response) => void response.end('{}')
    const transport = createTransport()
    const before = server.connections()
    for (let call = 0; call < 20; call += 1) await transport(get())
    await transport.close()
    expect(server.connections() - before).toBeLessThanOrEqual(2)
  })

  test('waits for a reply only so long', async () => {
    answer = () => {}
    const transport = createTransport({ timeout: 20 })
    const error = await failure(transport(get()))
    expect([error.phase, error.code]).toEqual(['unknown', 'UND_ERR_HEADERS_TIMEOUT'])
    expect(error.message).toBe(
      `${server.origin} didn't finish its reply within 20 ms: check whether the service is overloaded`,
    )
  })

  test('waits for the rest of a reply only so long', async () => {
    answer = (_request, response) => void response.writeHead(200, { 'content-length': '9' }).write('{')
    // Long enough for the beginning, however busy the machine is.
    const error = await failure(createTransport({ timeout: 1000 })(get()))
    expect([error.phase, error.code]).toEqual(['unknown', 'UND_ERR_BODY_TIMEOUT'])
  })

  test('reads a reply only so far', async () => {
    answer = (_request, response) => void response.end('x'.repeat(101))
    const error = await failure(createTransport({ maxResponseBytes: 100 })(get()))
    expect([error.phase, error.message]).toEqual([
      'unknown',
      `the reply from ${server.origin} is larger than 100 bytes: check the service URL`,
    ])
  })

  test('counts a failed handshake as not sent', async () => {
    answer = () => {}
    const url = `${server.origin.replace('http:', 'https:')}/v1/x`
    const error = await failure(createTransport()({ method: 'PUT', url, headers, body: '{}' }))
    expect(error.phase).toBe('connect')
  })

  test('waits for its first request before it closes', async () => {
    answer = (_request, response) => void response.end('{}')
    const transport = createTransport()
    const begun = transport(get())
    await transport.close()
    expect((await begun).status).toBe(200)
  })

  test('sends nothing once closed', async () => {
    const transport = createTransport()
    await transport.close()
    expect((await failure(transport(get()))).phase).toBe('connect')
  })
})
