// Three ways in which services limit requests. Each is made for a number of requests a second and a window in seconds, and
// returns for a time in milliseconds whether a request is allowed, with the headers of the reply.

export const limiters = {
  /** A token bucket with headers, as deployed services have it: it refills only when it is empty. */
  bucket: (rate, seconds) => {
    const limit = rate * seconds
    const burst = Math.floor(limit * 1.1)
    let tokens = burst
    let refilled
    return (now) => {
      refilled ??= now
      if (tokens < 1) {
        const earned = Math.min(burst, Math.floor(((now - refilled) * rate) / 1000))
        if (earned >= 1) {
          tokens = earned
          refilled = earned === burst ? now : refilled + (earned * 1000) / rate
        }
      }
      const isAllowed = tokens >= 1
      if (isAllowed) tokens -= 1
      const reset = refilled + 1000 / rate - now
      return { isAllowed, headers: stated({ limit, remaining: tokens, reset, isAllowed, seconds, burst }) }
    }
  },
  /** So many in each window, with headers. */
  window: (rate, seconds) => {
    const limit = rate * seconds
    let ends = 0
    let remaining = 0
    return (now) => {
      if (now >= ends) {
        ends = now + seconds * 1000
        remaining = limit
      }
      const isAllowed = remaining >= 1
      if (isAllowed) remaining -= 1
      return { isAllowed, headers: stated({ limit, remaining, reset: ends - now, isAllowed, seconds }) }
    }
  },
  /** A token bucket of one second that says nothing but 429. */
  silent: (rate) => silentBucket(rate, 1),
}

export function silentBucket(rate, seconds) {
  const most = rate * seconds
  let tokens = most
  let filled = 0
  return (now) => {
    tokens = Math.min(most, tokens + ((now - filled) * rate) / 1000)
    filled = now
    const isAllowed = tokens >= 1
    if (isAllowed) tokens -= 1
    return { isAllowed, headers: {} }
  }
}

/** How many requests may be sent at once at the start. */
export function headStart(kind, rate, seconds) {
  return kind === 'bucket' ? Math.floor(rate * seconds * 1.1) : kind === 'window' ? rate * seconds : rate
}

/** The headers of a limiter. */
export function stated({ limit, remaining, reset, isAllowed, seconds, burst }) {
  const wait = String(Math.max(0, Math.ceil(reset / 1000)))
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': wait,
    'ratelimit-policy': `${limit};w=${seconds}${burst === undefined ? '' : `;burst=${burst}`}`,
    ...(!isAllowed && { 'retry-after': wait }),
  }
}
