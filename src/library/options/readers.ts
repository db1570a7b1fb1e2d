// Readers of options: each returns the value of a text, or the `Problem` of an invalid one; `name` is the option.
// And the kinds and providers that an option can name.
import { matchesName } from '../../core/glob.ts'
import { auditRules } from '../../core/rules.ts'
import { flagMilliseconds, millisecondsOf } from '../../core/words.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { option } from '../../core/shell.ts'
import { type Problem, badFlag } from '../../core/problem.ts'
import type { Threshold } from '../../core/delivery/health.ts'
import { readLimit, type Limit } from '../../core/plan/limits.ts'
import { inputLimitNames, parseInputLimit, type InputLimitName } from '../../manifest/text/read-text.ts'
import { parseRate, type Rate } from '../../service/rate/rate-limit.ts'

export { kindNames } from '../../kinds/kind.ts'
export { providerIds, providerNamed } from '../../kinds/providers.ts'

/** Reads a number from `least` to `most`, both included. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  const read = (text: string, name: string): number | Problem => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN
    if (value >= least && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? ` of at least ${least}` : ` from ${least} to ${most}`
    return badFlag(`${option(name)} ${text} is not a whole number${range}`)
  }
  return { read, isNumber: true } as const
}

/** Milliseconds. */
function time(least: number, most: number, expected: string) {
  const read = (text: string, name: string): number | Problem => {
    const value = flagMilliseconds(text)
    return value >= least && value <= most
      ? value
      : badFlag(`${option(name)} ${text} is not a valid duration ${expected}`)
  }
  return { read, milliseconds: [least, most] } as const
}

/** The most that a timer can wait for. */
export const timeout = time(1, 2 ** 31 - 1, 'above 0 and below 25 days: write 40, 40s or 2m')

export const freshness = time(1000, 3_600_000, 'from 1s to 1h: write 5, 5s or 2m')

/** `80%`, `5/s` */
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
  return auditRules.some((rule) => matchesName(rule, text))
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

/** `subscriber=20`, `subscriber=10%` */
export const changeLimits = { isMap: true, read: changeLimit } as const

function changeLimit(text: string, name: string): readonly [kind: string, Limit] | Problem {
  const [, kind = '', most = ''] = /^([^=]*)=(.*)$/.exec(text) ?? []
  const limit = readLimit(most)
  return limit === undefined
    ? badFlag(`${option(name)} ${text} is not a valid limit`, changeLimitExamples(name))
    : [kind, limit]
}

/** How to write the limits of an option. */
function changeLimitExamples(name: string): string {
  return `Write a number or a percentage, for example ${option(name, { subscriber: 20 })} or ${option(name, { subscriber: '10%' })}.`
}

/** `max-file-size=16MiB` */
export const inputLimits = { isMap: true, read: inputLimit } as const

function inputLimit(text: string, name: string): readonly [InputLimitName, number] | Problem {
  const limit = parseInputLimit(text)
  return limit === undefined
    ? badFlag(
        `${option(name)} ${text} is not a valid limit`,
        `Write a number, for example ${option(name, { 'max-depth': 200 })} or ${option(name, { 'max-file-size': '16MiB' })}. The names are ${inputLimitNames.join(', ')}. max-depth can be at most 500.`,
      )
    : [limit.name, limit.value]
}
