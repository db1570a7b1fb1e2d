// Flags whose text says something wrong: found before anything is sent, all at once.
import { whyUnusable } from '../core/file-failure.ts'
import type { Problem } from '../core/problem.ts'
import { mostSimilar } from '../core/similar.ts'

export function badFlag(message: string, hint?: string): Problem {
  return { rule: 'bad-flag', severity: 'error', message, ...(hint !== undefined && { hint }) }
}

/** Of a file that the command line names. */
export function unwritableFile(what: string, error: unknown): Problem {
  return {
    rule: 'file-unwritable',
    severity: 'error',
    message: `${what}: ${whyUnusable(error)}`,
    hint: 'Name a file in a folder that exists and that you may write to.',
  }
}

/** An empty text is mostly a variable that isn't set, and services take an empty filter for none. */
export function emptyFlags(
  flags: Readonly<Record<string, string | readonly string[] | undefined>>,
): Problem[] {
  return Object.entries(flags)
    .filter(([, value]) => [value].flat().includes(''))
    .map(([flag]) => badFlag(`--${flag} is empty`, 'Leave it out, or check the variable that it comes from.'))
}

/** The number; undefined where there is none, or after a problem. */
export function wholeNumber(
  flag: string,
  text: string | undefined,
  { least, most = Number.MAX_SAFE_INTEGER }: { readonly least: number; readonly most?: number },
  problems: Problem[],
): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  if (value >= least && value <= most) return value
  const range = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`
  problems.push(badFlag(`--${flag} ${text} is not a whole number${range}`))
  return undefined
}

const iso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isMoment(text: string): boolean {
  const day = text.slice(0, 10)
  const midnight = Date.parse(day)
  return (
    iso.test(text) &&
    !Number.isNaN(midnight) &&
    new Date(midnight).toISOString().startsWith(day) &&
    !Number.isNaN(Date.parse(text))
  )
}

/** `after` and `before` as moments that exist, in that order. */
export function timeProblems({
  after,
  before,
}: {
  readonly after?: string
  readonly before?: string
}): Problem[] {
  const problems = Object.entries({ after, before })
    .filter(([, text]) => text !== undefined && !isMoment(text))
    .map(([flag, text]) =>
      badFlag(`--${flag} ${text} is not a moment`, 'Write ISO 8601, such as 2026-01-31T09:00:00Z.'),
    )
  if (
    problems.length === 0 &&
    after !== undefined &&
    before !== undefined &&
    !(Date.parse(after) < Date.parse(before))
  )
    problems.push(badFlag(`--after ${after} is not earlier than --before ${before}`))
  return problems
}

/** Services may know channels that the contract doesn't, so an unknown one is sent all the same. */
export function channelWarnings(channels: readonly string[], known: readonly string[]): Problem[] {
  return channels
    .filter((channel) => channel !== '' && !known.includes(channel))
    .map((channel) => {
      const best = mostSimilar(channel, known)
      return {
        rule: 'unknown-channel',
        severity: 'warning',
        message: `--channel ${channel} is no channel that the contract knows${best === undefined ? '' : `; did you mean ${best}?`}`,
        hint: `Known are ${known.join(', ')}.`,
      }
    })
}
