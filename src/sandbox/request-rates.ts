// How many requests a second the plans of a service let an environment send.

export type Category = 'trigger' | 'configuration' | 'global'

/** Requests a second. */
export const plans = {
  free: { trigger: 60, configuration: 20, global: 30 },
  pro: { trigger: 240, configuration: 80, global: 120 },
  team: { trigger: 600, configuration: 200, global: 300 },
  enterprise: { trigger: 6000, configuration: 2000, global: 3000 },
} as const satisfies Readonly<Record<string, Readonly<Record<Category, number>>>>

/** A plan, requests a second for each category, or none at all. */
export type RateLimit = keyof typeof plans | number | 'off'

/** Undefined for an invalid text. */
export function readRateLimit(text: string): RateLimit | undefined {
  if (text === 'off' || isPlan(text)) return text
  const rate = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  return rate > 0 ? rate : undefined
}

export const planNames = Object.keys(plans)

function isPlan(text: string): text is keyof typeof plans {
  return Object.hasOwn(plans, text)
}
