// A real HTTP server on the loopback, whose every answer a test writes itself.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  readonly origin: string
  /** Connections accepted so far. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalServer> {
  let connections = 0
  const server = createServer(answer)
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
