// Readers of options: each returns the value of a text, or the `Problem` of an invalid one; `name` is the option.
import { matchesName } from '../../core/glob.ts'
import { auditRules } from '../../core/rules.ts'
import { didYouMean } from '../../core/similar.ts'
import { option } from '../../core/shell.ts'
import type { Problem } from '../../core/problem.ts'
import type { Threshold } from '../../core/delivery/health.ts'
import { flagMilliseconds, millisecondsOf } from '../../core/time.ts'
import { parseRate, type Rate } from '../../service/rate/rate-limit.ts'
import { badFlag } from '../problems.ts'

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (text: string, name: string): number | Problem => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN
    if (value >= least && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? ` of at least ${least}` : ` from ${least} to ${most}`
    return badFlag(`${option(name)} ${text} is not a whole number${range}`)
  }
}

/** How many at once. */
export function parallel(text: string, name: string): number | Problem {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 && value <= 64
    ? value
    : badFlag(`${option(name)} ${text} is not a whole number from 1 to 64`)
}

/** Milliseconds. */
function time(isValid: (milliseconds: number) => boolean, expected: string) {
  return (text: string, name: string): number | Problem => {
    const value = flagMilliseconds(text)
    return isValid(value) ? value : badFlag(`${option(name)} ${text} is not a valid duration ${expected}`)
  }
}

/** Of milliseconds. */
export function seconds(milliseconds: number): string {
  return String(milliseconds / 1000)
}

export const timeout = time((value) => Number.isFinite(value) && value > 0, 'above 0: write 40, 40s or 2m')

export const freshness = time(
  (value) => value >= 1000 && value <= 3_600_000,
  'from 1s to 1h: write 5, 5s or 2m',
)

/** Of events and messages: services keep them for days. In milliseconds. */
export function period(text: string, name: string): number | Problem {
  const [, days] = /^(\d{1,3})d$/.exec(text) ?? []
  const value = days === undefined ? flagMilliseconds(text) : Number(days) * 86_400_000
  return value >= 60_000 && value <= 366 * 86_400_000
    ? value
    : badFlag(`${option(name)} ${text} is not a valid period from 1m to 366d: write 90m, 24h or 7d`)
}

export function rate(text: string, name: string): Rate | Problem {
  return (
    parseRate(text) ??
    badFlag(
      `${option(name)} ${text} is not a valid rate: write a share such as 80%, or requests per second such as 5/s`,
    )
  )
}

/** A pattern that matches a rule of audits. */
export function auditRule(text: string, name: string): string | Problem {
  return text === '' || auditRules.some((rule) => matchesName(rule, text))
    ? text
    : badFlag(
        `${option(name)} ${text}: unknown rule of audits${didYouMean(text, auditRules)}`,
        `The rules are ${auditRules.join(', ')}.`,
      )
}

const iso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/** As it is typed. `Date.parse` would turn the 30th of February into the 2nd of March. */
export function moment(text: string, name: string): string | Problem {
  const day = text.slice(0, 10)
  const midnight = Date.parse(day)
  const exists =
    iso.test(text) &&
    !Number.isNaN(midnight) &&
    new Date(midnight).toISOString().startsWith(day) &&
    !Number.isNaN(Date.parse(text))
  return exists
    ? text
    : badFlag(`${option(name)} ${text} is not a valid time`, 'Write ISO 8601, such as 2026-01-31T09:00:00Z.')
}

/** `20%/10m` */
export function threshold(text: string, name: string): Threshold | Problem {
  const [, share = '', window = ''] = /^(\d{1,3})%\/(.+)$/.exec(text) ?? []
  const milliseconds = millisecondsOf(window) ?? 0
  const isShare = Number(share) >= 1 && Number(share) <= 100
  return isShare && milliseconds >= 60_000 && milliseconds <= 86_400_000
    ? { share: Number(share) / 100, window: milliseconds }
    : badFlag(
        `${option(name)} ${text} is not a valid share and time`,
        'Write a share from 1% to 100% and a time from 1m to 24h, for example 20%/10m.',
      )
}
