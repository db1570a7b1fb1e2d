// A run of smoke suites as programs read it.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { spot } from '../../core/plan/shapes.ts'
import type { SmokeRun } from '../../core/delivery/smoke.ts'
import * as told from '../../core/delivery/delivery.ts'

const milliseconds = z.number().min(0)

const judgement = told.judgement.extend({
  recipient: optional(
    z.string(),
    'The recipient. Absent if the expectation concerns the trigger as a whole.',
  ),
  expected: z.string().describe('The expectation, as written in the suite, such as email=sent.'),
})

const explanation = told.explanation.extend({
  recipient: z.string().optional(),
  position: optional(
    spot,
    'The resource or field that explains the result is declared at this place in a manifest or suite.',
  ),
})

const attempt = z.strictObject({
  transactionId: optional(z.string(), 'The transaction ID. Absent if no trigger was sent.'),
  milliseconds,
  judgements: z.array(judgement),
  explanations: z.array(explanation).describe('The reasons for unmet expectations.'),
  end: z.enum(['settled', 'timeout', 'unknown']),
  appearedAfter: optional(
    milliseconds,
    'How long there was no event after the trigger, in milliseconds. Absent if no event was found.',
  ),
})

const result = z.strictObject({
  suite: z.string(),
  name: z.string(),
  target: z.string(),
  tags: z.array(z.string()),
  position: spot,
  outcome: z.enum(['met', 'unmet', 'skipped', 'unknown']),
  reason: optional(z.string(), 'The reason why the case was skipped.'),
  attempts: z.array(attempt).describe('All attempts. The last attempt decides the outcome.'),
  milliseconds,
})

export const smokeShape = {
  cases: optional(z.array(result), 'The cases, in the order of the suites. Absent if no case was run.'),
  milliseconds: milliseconds.optional(),
}

export function smokeJson({ results, milliseconds: all }: SmokeRun): {
  readonly cases: readonly z.infer<typeof result>[]
  readonly milliseconds: number
} {
  const cases = results.map(({ tags, attempts, ...rest }) => ({
    ...rest,
    tags: [...tags],
    attempts: attempts.map(
      ({ transactionId, judgements, explanations, quotable: _quotable, ...attemptRest }) => ({
        ...(transactionId !== '' && { transactionId }),
        ...attemptRest,
        judgements: [...judgements],
        explanations: explanations.map(({ recipient, ...why }) => ({
          ...(recipient !== '' && { recipient }),
          ...why,
        })),
      }),
    ),
  }))
  return { cases, milliseconds: all }
}
