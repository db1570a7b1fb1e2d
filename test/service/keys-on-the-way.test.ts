// Where a key must not go: to whom no certificate vouches for, and to where a redirect leads.
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { createClient } from '../../src/service/client.ts'
import { ServiceError, TransportError } from '../../src/service/errors.ts'
import { listEnvironments } from '../../src/service/operations.ts'
import { createTransport, type TransportOptions } from '../../src/service/transport.ts'
import { startServer } from '../support/local-server.ts'
import { selfSigned } from '../support/self-signed.ts'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Lets every connection through, as proxies do. */
async function startTunnel(): Promise<string> {
  const proxy = createServer()
  proxy.on('connect', ({ url = '' }, socket) => {
    const { hostname, port } = new URL(`http://${url}`)
    const through = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(through).pipe(socket)
    })
    socket.on('error', () => through.destroy())
    through.on('error', () => socket.destroy())
  })
  return `http://127.0.0.1:${await listening(proxy)}`
}

async function failure(origin: string, options: TransportOptions = {}): Promise<unknown> {
  const transport = createTransport(options)
  onTestFinished(() => transport.close())
  const client = createClient({ transport, origin, apiKey: Secret.of('top-secret-key', 'env:KEY') })
  return listEnvironments(client).then(
    () => 'it was answered',
    (error: unknown) => error,
  )
}

test.each(['alone', 'through a proxy'])(
  'a certificate is verified %s, whatever the environment says',
  async (how) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const keys: unknown[] = []
    const service = createTlsServer(selfSigned(), ({ headers }, response) => {
      keys.push(headers.authorization)
      response.end('[]')
    })
    const origin = `https://127.0.0.1:${await listening(service)}`
    const https = how === 'alone' ? undefined : await startTunnel()
    const error = await failure(origin, { proxy: { http: undefined, https, except: undefined } })
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ phase: 'connect', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(keys).toEqual([])
  },
)

test('a proxy that drops what it is asked for ends the request at once, unsent', async () => {
  const proxy = await startServer((_request, response) => void response.end())
  onTestFinished(() => proxy.close())
  const options = { proxy: { http: proxy.origin, https: undefined, except: undefined } }
  expect(await failure('http://api.example.com', options)).toMatchObject({
    phase: 'connect',
    code: 'PROXY_REFUSED',
    message:
      'the proxy refused the connection to http://api.example.com: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY',
  })
  expect(proxy.connections()).toBe(1)
})

test.each([301, 302, 303, 307, 308])('no key follows a redirect with %i', async (status) => {
  const elsewhere = await startServer((_request, response) => void response.end('[]'))
  onTestFinished(() => elsewhere.close())
  const location = `${elsewhere.origin}/v1/environments?\u001b`
  const server = await startServer((_request, response) => {
    response.writeHead(status, { location: encodeURI(location) }).end()
  })
  onTestFinished(() => server.close())
  const error = await failure(server.origin)
  expect(error).toBeInstanceOf(ServiceError)
  expect((error as ServiceError).hint).toBe(
    `The service URL redirects to ${elsewhere.origin}. belfry doesn't follow redirects, because a different server would then receive the API key. Set the service URL to a URL that doesn't redirect.`,
  )
  expect(elsewhere.connections()).toBe(0)
})
