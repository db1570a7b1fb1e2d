// How much of the service's limits this tool may use, as `--rate` says it.

/** A share of what the service allows (0 to 1), or a number of requests a second. */
export type Rate = { readonly share: number } | { readonly perSecond: number }

/** The default leaves a fifth of the limit to production traffic. */
export const defaultRate: Rate = { share: 0.8 }

/** `80%` or `5/s`; undefined for anything else, and for nothing at all. */
export function parseRate(text: string): Rate | undefined {
  const [, number = '', unit] = /^(\d{1,6}(?:\.\d{1,3})?)(%|\/s)$/.exec(text.trim()) ?? []
  const value = Number(number)
  if (unit === undefined || value <= 0) return undefined
  if (unit === '/s') return { perSecond: value }
  return value <= 100 ? { share: value / 100 } : undefined
}
