// What a reply's headers say of the service's limits; services that say nothing are not limited by us.

export interface Limits {
  /** Requests that one window gives. */
  readonly limit: number
  /** Milliseconds. */
  readonly window: number
  /** Requests that a window gives at most, with what was saved up. */
  readonly burst: number
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly reset: number
}

type Headers = Readonly<Record<string, string>>

/** The window and the burst come from the policy (`100;w=5;burst=110;…`); without it 5 s and no burst are assumed. */
export function limitsIn(headers: Headers): Limits | undefined {
  const limit = number(headers['ratelimit-limit'])
  const remaining = number(headers['ratelimit-remaining'])
  if (limit === undefined || remaining === undefined || limit <= 0) return undefined
  const policy = new Map((headers['ratelimit-policy'] ?? '').split(';').map((part) => pair(part.trim())))
  const window = (number(policy.get('w')) ?? 5) * 1000
  return {
    limit,
    window,
    burst: Math.max(limit, number(policy.get('burst')) ?? limit),
    remaining,
    reset: (number(headers['ratelimit-reset']) ?? window / 1000) * 1000,
  }
}

/** Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined where it says nothing. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const seconds = number(text)
  if (seconds !== undefined) return seconds * 1000
  const date = Date.parse(text)
  // The service's own clock says how far away its date is.
  const from = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(from) ? now : from))
}

/** Limits are kept by category; these are those of deployed services. */
export function categoryOf(url: string): 'trigger' | 'configuration' | 'global' {
  const { pathname } = new URL(url)
  if (/\/v1\/events\//.test(pathname)) return 'trigger'
  return /\/v[12]\/subscribers(?:\/|$)/.test(pathname) ? 'configuration' : 'global'
}

function pair(part: string): [string, string] {
  const at = part.indexOf('=')
  return at < 0 ? ['', part] : [part.slice(0, at), part.slice(at + 1)]
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined
}
