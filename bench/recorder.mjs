// Stands between a client and a service, passes everything on, and keeps what was sent.
import { createServer } from 'node:http'
import { request } from 'undici'

/** `requests` holds `{ method, path, headers, body }` in order of arrival; `body` is absent where there was none. */
export async function startRecorder(target) {
  const requests = []
  const server = createServer((incoming, outgoing) => {
    pass(incoming, target, requests).then(
      ({ status, type, body }) => outgoing.writeHead(status, { 'content-type': type }).end(body),
      (error) => outgoing.writeHead(502).end(String(error)),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close }
}

async function pass(incoming, target, requests) {
  const { method, url: path } = incoming
  const headers = withoutConnection(incoming.headers)
  const chunks = []
  for await (const chunk of incoming) chunks.push(chunk)
  const sent = { method, headers, ...(chunks.length > 0 && { body: Buffer.concat(chunks).toString() }) }
  requests.push({ path, ...sent })
  const reply = await request(`${target}${path}`, sent)
  const type = reply.headers['content-type'] ?? 'application/json'
  return { status: reply.statusCode, type, body: await reply.body.text() }
}

/** Without what belongs to one connection: whoever sends the request again makes it anew. */
function withoutConnection(headers) {
  const {
    host: _host,
    connection: _connection,
    'content-length': _length,
    'transfer-encoding': _encoding,
    ...rest
  } = headers
  return rest
}
