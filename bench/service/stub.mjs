// The service of the bench, as cheap as a server can be: nothing is checked, and what is asked often is made once.
// A process of its own, so that its cost is on no side of a ratio: node bench/service/stub.mjs, which prints its URL.
//
//   POST /control/reset   the state of the start, described by the body: see `start.mjs`
//   GET  /control/log     what was asked since then
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { apiKey, environment, integrations, mailIntegrations, stored } from './data.mjs'
import { Directory } from './directory.mjs'
import { limiters } from './limiters.mjs'

const json = { 'content-type': 'application/json' }
const environments = JSON.stringify([
  {
    ...environment,
    _organizationId: '6b0000010000000000000001',
    identifier: 'bench',
    type: 'prod',
    apiKeys: [
      {
        key: apiKey,
        _userId: '6b0000020000000000000001',
        hash: createHash('sha256').update(apiKey).digest('hex'),
      },
    ],
  },
])

let state = reset({})

function reset({
  subscribers = 0,
  pushTokens = { from: 0, to: 0 },
  integrations: more = 0,
  pageSize = 100,
  replyTime = 0,
  limiter,
}) {
  const all = [...integrations, ...mailIntegrations(more)].map(stored)
  return {
    directory: new Directory(subscribers, pushTokens),
    integrations: new Map(all.map((each) => [each._id, each])),
    pageSize,
    replyTime,
    limit: limiter && limiters[limiter.kind](limiter.perSecond, limiter.window),
    pages: new Map(),
    isWritten: false,
    underWay: 0,
    log: [],
    refused: 0,
  }
}

const server = createServer((request, response) => {
  const { method, url } = request
  if (url === '/control/reset')
    return read(request, (body) => {
      state = reset(JSON.parse(body))
      response.end()
    })
  if (url === '/control/log') return response.end(JSON.stringify(logOf(state)))
  const current = state
  const now = performance.now()
  const { isAllowed, headers } = current.limit?.(now) ?? { isAllowed: true, headers: {} }
  if (!isAllowed) {
    current.refused += 1
    response.writeHead(429, { ...json, ...headers })
    return response.end('{"statusCode":429,"message":"API rate limit exceeded"}')
  }
  const entry = { at: now, method, path: url, isAlone: current.underWay === 0 }
  current.underWay += 1
  current.log.push(entry)
  const send = (status, body) => {
    const reply = () => {
      current.underWay -= 1
      response.writeHead(status, { ...json, ...headers, 'content-length': Buffer.byteLength(body) })
      response.end(body)
    }
    if (current.replyTime === 0) reply()
    else setTimeout(reply, current.replyTime)
  }
  if (method === 'GET') return send(200, get(current, url))
  read(request, (body) => {
    entry.body = body
    current.isWritten = true
    const reply = write(current, method, url, body === '' ? {} : JSON.parse(body))
    send(reply === undefined ? 404 : 200, reply ?? '{"statusCode":404,"message":"not found"}')
  })
})

function get(current, url) {
  if (url.startsWith('/v1/environments')) return environments
  if (url.startsWith('/v1/integrations')) return JSON.stringify([...current.integrations.values()])
  // Pages are the same until something is written.
  const known = current.isWritten ? undefined : current.pages.get(url)
  if (known !== undefined) return known
  const page = Buffer.from(current.directory.page(new URL(url, 'http://stub').searchParams, current.pageSize))
  if (!current.isWritten && current.pages.size < 2000) current.pages.set(url, page)
  return page
}

function write({ directory, integrations: all }, method, url, body) {
  const [, version, kind, id, action] = url.split(/[/?]/)
  if (kind === 'integrations' && method === 'POST' && id === undefined) {
    const created = stored(body, all.size)
    all.set(created._id, created)
    return JSON.stringify(created)
  }
  if (kind === 'integrations') {
    const known = { ...all.get(id), ...body }
    if (url.endsWith('/set-primary'))
      for (const each of all.values()) if (each.channel === known.channel) each.primary = each._id === id
    if (!url.endsWith('/set-primary')) all.set(id, known)
    return JSON.stringify(all.get(id))
  }
  if (version === 'v2' && method === 'POST') return directory.create(body)
  if (method === 'PATCH') return directory.update(decodeURIComponent(id), body)
  return action === 'credentials' ? directory.credentials(decodeURIComponent(id), body) : undefined
}

function logOf({ log, refused }) {
  return { requests: log, refused }
}

function read(request, done) {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => done(Buffer.concat(chunks).toString()))
}

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
