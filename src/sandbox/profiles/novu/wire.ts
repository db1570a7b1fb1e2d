// Bodies as deployed services have them: in an envelope, with the vendor's name, and with errors of several forms.
import { createHash } from 'node:crypto'
import { badRequest, Refusal, type ErrorReply } from '../../http/refusals.ts'
import type { WireRules } from '../../profile.ts'
import { bodies } from './bodies.ts'
import type { z } from 'zod'
import { valueAt } from '../../store/records.ts'

export const novuWire: WireRules = {
  // A list counts as an empty body.
  received: (body) => (Array.isArray(body) ? {} : swapVendor(body)),
  sent: (reply) => wrapped(swapVendor(reply)),
  statuses: {},
  bodies,
  sentences,
  errorBody,
  contentType: 'application/json; charset=utf-8',
  // A body of another content type is ignored.
  readBody: (text, type) => (/^application\/json\b/i.test(type) ? parsed(text) : undefined),
  bodyLimit: (path) => (path.startsWith('/v1/events') ? 26 * 1024 * 1024 : 100 * 1024),
}

/** All replies are wrapped, except pages: those have a `data` of their own, and no id, unlike a resource with `data`. */
function wrapped(reply: unknown): unknown {
  const isObject = typeof reply === 'object' && reply !== null
  const isPage = isObject && 'data' in reply && Boolean(reply.data) && !('_id' in reply) && !('id' in reply)
  return isPage ? reply : { data: reply }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  503: 'Service Unavailable',
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest((error as SyntaxError).message)
  }
}

/** `ctx` is repeated flat beside it; neither a validation nor the rate limit fills it. */
function errorBody(error: unknown, path: string, timestamp: string): ErrorReply {
  const { status, message, errors, more, form } = error instanceof Refusal ? error : new Refusal(500, '')
  const head = { statusCode: status, timestamp, path }
  if (status >= 500 && reasons[status] === undefined) {
    const errorId = createHash('sha256').update(`${timestamp}${path}`).digest('hex').slice(0, 32)
    const said = 'Internal server error, contact support and provide them with the errorId'
    return Object.assign({ ...head, message: said }, { errorId })
  }
  if (errors !== undefined) return Object.assign({ ...head, message }, { ctx: {}, errors }, more)
  if (form === 'bare') return { ...head, message }
  if (form === 'unnamed') {
    return Object.assign({ ...head, message }, more, { ctx: { ...more, statusCode: status } })
  }
  const reason = reasons[status]
  if (reason === undefined) return Object.assign({ ...head, message }, { ctx: {} })
  return Object.assign({ error: reason }, head, { message, ctx: { error: reason, statusCode: status } })
}

type Issue = z.core.$ZodIssue

function sentences(error: z.ZodError, body: unknown): string[] {
  return error.issues.flatMap((issue) => {
    const place = issue.path.join('.') || 'body'
    const isMissing = issue.path.length === 1 && valueAt(body, place) == null
    return [...(isMissing ? [`${place} should not be null or undefined`] : []), `${place} ${demand(issue)}`]
  })
}

function demand(issue: Issue): string {
  if (issue.code === 'invalid_value') {
    const words = issue.values.map((word) => swapWord(String(word)))
    return `must be one of the following values: ${words.join(', ')}`
  }
  if (issue.code !== 'invalid_type') return issue.message
  const names: Readonly<Record<string, string>> = {
    string: 'a string',
    boolean: 'a boolean value',
    number: 'a number conforming to the specified constraints',
    array: 'an array',
  }
  return `must be ${names[issue.expected] ?? 'an object'}`
}

const vendor = 'novu'

/** Fields whose values are enumerated, and those below which everything is the caller's own. */
const enumerated = new Set(['providerId', 'origin'])
const free = new Set(['payload', 'overrides', 'controls', 'step', 'steps', 'credentials', 'events'])

/** Swaps `svc` and the vendor's name in all values of a JSON tree that may hold either; a second call reverts it. */
function swapVendor(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => swapVendor(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      if (enumerated.has(key) && typeof item === 'string') return [key, swapWord(item)]
      return [key, isFree(key, item) ? item : swapVendor(item)]
    }),
  )
}

/** `data` of a subscriber is an object; that of a page is a list. */
function isFree(key: string, item: unknown): boolean {
  return free.has(key) || (key === 'data' && !Array.isArray(item))
}

/** `svc-slack` ⇄ `novu-slack` */
export function swapWord(word: string): string {
  const [first = '', ...rest] = word.split('-')
  const other = first === 'svc' ? vendor : first === vendor ? 'svc' : first
  return [other, ...rest].join('-')
}
