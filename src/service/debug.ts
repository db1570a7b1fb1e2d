// Logs HTTP requests and replies by their structure: the names and types of their fields, never their values.
import { jsonIn } from '../core/json.ts'
import { maskName } from '../core/secrets/personal.ts'
import type { Transport, WireRequest, WireResponse } from './transport.ts'

/** The same transport. `log` is called twice for each request, with a second line if there is a body; `now` is in milliseconds. */
export function debugged(transport: Transport, now: () => number, log: (line: string) => void): Transport {
  let count = 0
  return async (request) => {
    const number = ++count
    const name = `#${number} ${request.method} ${placeOf(request.url)}`
    const sent = textsIn(request)
    log(`> ${name}${outlineOf(request.body ?? '', sent)}`)
    const began = now()
    try {
      const response = await transport(request)
      log(
        `< ${name} ${response.status}, ${Math.round(now() - began)} ms${facts(response)}${outlineOf(response.body, sent)}`,
      )
      return response
    } catch (error) {
      const code = (error as { readonly code?: unknown } | null)?.code
      log(`< ${name} failed, ${typeof code === 'string' ? code : 'no code'}, ${Math.round(now() - began)} ms`)
      throw error
    }
  }
}

/** The path without addresses and telephone numbers, the names of the query's parameters, and which page is asked for. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return '(invalid URL)'
  const { pathname, searchParams } = new URL(url)
  const path = pathname.replaceAll(/[^/]+/g, maskedSegment)
  const query = [...searchParams].map(
    ([name, value]) => `${name}=${/^(?:limit|page)$/.test(name) ? value : typeOf(value)}`,
  )
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

function maskedSegment(segment: string): string {
  const [[name = ''] = []] = new URLSearchParams(segment.replaceAll('+', '%2B'))
  const shown = maskName(name)
  return shown === name ? segment : shown
}

/** The limits and retries in a reply, numbers only. */
function facts({ headers }: WireResponse): string {
  const shown = ['retry-after', 'ratelimit-remaining', 'ratelimit-reset'].filter((name) =>
    /^\d{1,9}$/.test(headers[name] ?? ''),
  )
  return shown.map((name) => `, ${name} ${headers[name]}`).join('')
}

const longest = 600

function outlineOf(body: string, sent: readonly string[]): string {
  if (body === '') return ''
  const json = jsonIn(body)
  const text = json === undefined ? `not JSON, ${body.length} characters` : outline(json, sent, 0)
  return `\n  ${text.length > longest ? `${text.slice(0, longest)}…` : text}`
}

const deepest = 6

function outline(value: unknown, sent: readonly string[], depth: number): string {
  if (typeof value !== 'object' || value === null) return typeOf(value)
  if (depth > deepest) return '…'
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${value.length} × ${outline(value[0], sent, depth + 1)}]`
  const fields = Object.entries(value).map(
    ([key, item]) => `${loggedKey(key, sent)}: ${outline(item, sent, depth + 1)}`,
  )
  return `{${fields.join(', ')}}`
}

function typeOf(value: unknown): string {
  return typeof value === 'string' ? `string(${value.length})` : value === null ? 'null' : typeof value
}

/** The name of a field; anything else, or a name that repeats something that was sent, is masked. */
function loggedKey(key: string, sent: readonly string[]): string {
  const isName = /^[A-Za-z_][\w.-]{0,63}$/.test(key)
  return isName && !sent.some((text) => key.includes(text)) ? key : '(name)'
}

const shortest = 4

/** The texts of a request: its key, and every text in its body. */
function textsIn({ headers, body }: WireRequest): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && value.length >= shortest) found.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  for (const value of Object.values(headers)) value.split(' ').forEach(visit)
  if (body !== undefined) visit(JSON.parse(body))
  return [...found]
}
