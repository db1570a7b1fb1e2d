// A service that is less tidy than the contract: it leaves fields out, ignores filters, refuses writes midway, and repeats
// what it was sent as names of fields.
import type { Transport, WireRequest, WireResponse } from '../../src/service/transport.ts'

export type Slip = 'fields left out' | 'filters ignored' | 'conflicts midway' | 'secrets in keys'

export const slips: readonly Slip[] = [
  'fields left out',
  'filters ignored',
  'conflicts midway',
  'secrets in keys',
]

/** The same service with these slips, by default with all of them. Conflicts need a caller that repeats requests. */
export function sloppy(inner: Transport, some: readonly Slip[] = slips): Transport {
  const has = (slip: Slip): boolean => some.includes(slip)
  let writes = 0
  return async (request) => {
    if (request.method !== 'GET' && has('conflicts midway')) {
      writes += 1
      // Every fourth write is refused before it has an effect, and every fourth one after.
      if (writes % 4 === 0) await inner(request)
      if (writes % 2 === 0) return conflict
    }
    const reply = await inner(has('filters ignored') ? withoutFilters(request) : request)
    return changed(reply, (body) => {
      const shorter = has('fields left out') ? withoutNeedless(body) : body
      return has('secrets in keys') ? withEchoes(shorter, textsOf(request)) : shorter
    })
  }
}

/** An earlier attempt of the same request is still being worked on. */
const conflict: WireResponse = {
  status: 409,
  headers: { 'content-type': 'application/json', 'retry-after': '1' },
  body: JSON.stringify({ statusCode: 409, message: 'in progress' }),
}

const ofPages = new Set(['limit', 'page', 'after', 'before', 'orderBy', 'orderDirection', 'includeCursor'])

function withoutFilters(request: WireRequest): WireRequest {
  const url = new URL(request.url)
  url.search = new URLSearchParams([...url.searchParams].filter(([name]) => ofPages.has(name))).toString()
  return { ...request, url: url.toString() }
}

function changed(reply: WireResponse, change: (body: unknown) => unknown): WireResponse {
  try {
    const body = JSON.stringify(change(JSON.parse(reply.body)))
    const { 'content-length': _length, ...headers } = reply.headers
    return { ...reply, headers, body }
  } catch {
    return reply
  }
}

const needless = new Set(['hasMore', 'pageSize', 'page', 'previous', 'totalCountCapped'])

/** Without what pages say of themselves, and without fields that are null or say that nothing is deleted. */
function withoutNeedless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNeedless)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(
    ([key, entry]) => entry !== null && !needless.has(key) && !(key === 'deleted' && entry === false),
  )
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutNeedless(entry)]))
}

/** Resources alone or in lists: the envelope and what is inside of a resource stay as they are. */
function withEchoes(value: unknown, texts: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => withEchoes(each, texts))
  if (!isObject(value)) return value
  const { data } = value
  if (data !== undefined && value['_id'] === undefined && value['subscriberId'] === undefined)
    return { ...value, data: withEchoes(data, texts) }
  return { ...Object.fromEntries(texts.map((text) => [text, 'sent'])), ...value }
}

/** The key, and every string in the body. */
function textsOf({ headers, body }: WireRequest): string[] {
  const found: string[] = [(headers['authorization'] ?? '').replace('ApiKey ', '')]
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (isObject(value)) Object.values(value).forEach(visit)
  }
  if (body !== undefined) visit(JSON.parse(body))
  return found.filter((text) => text.length > 3)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
