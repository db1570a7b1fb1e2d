// Whether the provider of a channel is failing, judged by the messages that reached it.

/** A message that reached a provider, which accepted or refused it. */
export interface Attempt {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly result: 'delivered' | 'refused'
}

/** `20%/10m` */
export interface Threshold {
  /** Of the attempts in a window: from 0 to 1. */
  readonly share: number
  /** Milliseconds of a window. */
  readonly window: number
}

/** From `from` up to, but not including, `to`: milliseconds since 1970. */
interface Window {
  readonly from: number
  readonly to: number
}

export interface CountedWindow extends Window {
  readonly delivered: number
  readonly refused: number
  /** Only the newest events of the window were read. */
  readonly isSample?: true
}

export interface Health {
  readonly verdict: 'failing' | 'healthy' | 'not enough traffic'
  /** The earlier one first. */
  readonly windows: readonly CountedWindow[]
}

/** Per window. Fewer aren't significant: 2 refusals of 10 may be chance. */
const leastAttempts = 50

/** Read of each window, the newest first: 20 pages, enough to distinguish a share of 20% from one of 16%. */
export const mostEvents = 1000

/** Two that follow each other: a single one may be a short disturbance. */
export function windowsBefore(now: number, { window }: Pick<Threshold, 'window'>): readonly Window[] {
  return [2, 1].map((back) => ({ from: now - back * window, to: now - (back - 1) * window }))
}

export function countedIn(window: Window, attempts: readonly Attempt[]): CountedWindow {
  const own = attempts.filter(({ at }) => at >= window.from && at < window.to)
  const refused = own.filter(({ result }) => result === 'refused').length
  return { ...window, delivered: own.length - refused, refused }
}

/** Failing only if each window has enough attempts and reaches the share. */
export function judgeHealth(windows: readonly CountedWindow[], { share }: Pick<Threshold, 'share'>): Health {
  if (windows.some(({ delivered, refused }) => delivered + refused < leastAttempts))
    return { verdict: 'not enough traffic', windows }
  const isFailing = windows.every(({ delivered, refused }) => refused >= share * (delivered + refused))
  return { verdict: isFailing ? 'failing' : 'healthy', windows }
}
