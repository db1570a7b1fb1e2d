// A run of smoke suites without what is about persons: addresses, numbers, and what messages said.
import type { Explanation, Judgement } from '../../core/delivery/delivery.ts'
import { maskName, maskQuoted, maskText, maskWithin } from '../../core/secrets/personal.ts'
import type { SmokeRun } from '../../core/delivery/smoke.ts'

export function withoutPersons({ results, ...rest }: SmokeRun): SmokeRun {
  return {
    ...rest,
    results: results.map((result) => ({
      ...result,
      name: maskWithin(result.name),
      attempts: result.attempts.map((attempt) => ({
        ...attempt,
        judgements: attempt.judgements.map((each) => judgement(each, attempt.quotable ?? [])),
        explanations: attempt.explanations.map((each) => explanation(each, attempt.quotable ?? [])),
        quotable: [],
      })),
    })),
  }
}

function judgement({ recipient, expected, seen, isMet }: Judgement, quotable: readonly string[]): Judgement {
  return {
    ...(recipient !== undefined && { recipient: maskName(recipient) }),
    expected: maskWithin(expected),
    seen: quoted.test(expected)
      ? maskedBehind(seen.indexOf('=') + 1 || seen.length, seen)
      : maskQuoted(seen, quotable),
    isMet,
  }
}

/** What a message said, to whom it may concern. */
const quoted = /^(?:\w+\.)?(?:subject|title|content)~?=/

function explanation(
  { recipient, why, advice, resource, ...rest }: Explanation,
  quotable: readonly string[],
): Explanation {
  return {
    ...rest,
    recipient: maskName(recipient),
    why: maskQuoted(why, quotable),
    advice: maskQuoted(advice, quotable),
    ...(resource !== undefined && { resource: maskWithin(resource) }),
  }
}

function maskedBehind(at: number, text: string): string {
  return text.slice(0, at) + maskText(text.slice(at))
}
