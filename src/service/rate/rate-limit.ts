// The service's limits in the headers of its replies, and the share of them that --rate allows.

/** A share of what the service allows (0 to 1), or a number of requests a second. */
export type Rate = { readonly share: number } | { readonly perSecond: number }

/** The default leaves a fifth of the limit to production traffic. */
export const defaultRate: Rate = { share: 0.8 }

/** `80%` or `5/s`; undefined for anything else, also for zero. */
export function parseRate(text: string): Rate | undefined {
  const [, amount = '', unit] = /^(\d{1,6}(?:\.\d{1,3})?)(%|\/s)$/.exec(text.trim()) ?? []
  const value = Number(amount)
  if (unit === undefined || value <= 0) return undefined
  if (unit === '/s') return { perSecond: value }
  return value <= 100 ? { share: value / 100 } : undefined
}

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

/** Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined if it isn't there or invalid. */
export function retryAfter(headers: Headers, now: number | undefined): number | undefined {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const seconds = number(text)
  if (seconds !== undefined) return seconds * 1000
  const date = Date.parse(text)
  // The difference to the service's own clock, because the local one may be wrong.
  const from = Date.parse(headers['date'] ?? '')
  const away = date - (Number.isNaN(from) ? (now ?? NaN) : from)
  return Number.isNaN(away) ? undefined : Math.max(0, away)
}

/** Limits are kept by category; these are those of deployed services. */
export function categoryOf(url: string): 'trigger' | 'configuration' | 'global' {
  if (/^[^?#]*\/v1\/events\//.test(url)) return 'trigger'
  return /^[^?#]*\/v[12]\/subscribers(?:[/?#]|$)/.test(url) ? 'configuration' : 'global'
}

function pair(part: string): [string, string] {
  const at = part.indexOf('=')
  return at < 0 ? ['', part] : [part.slice(0, at), part.slice(at + 1)]
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined
}
