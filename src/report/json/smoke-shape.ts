// A run of smoke suites as programs read it.
import { z } from 'zod'
import { spot } from '../../core/plan/shapes.ts'
import type { SmokeRun } from '../../core/delivery/smoke.ts'
import * as told from './delivery-shape.ts'

const milliseconds = z.number().min(0)

const judgement = told.judgement.extend({
  recipient: z.string().optional().describe('Absent where it is about the trigger as a whole.'),
  expected: z.string().describe('As it was written: email=sent.'),
})

const explanation = told.explanation.extend({
  recipient: z.string().optional(),
  position: spot.optional().describe('Where that resource, or the field that matters, is declared.'),
})

const attempt = z.strictObject({
  transactionId: z.string().optional().describe('Absent where nothing was triggered.'),
  milliseconds,
  judgements: z.array(judgement),
  explanations: z.array(explanation).describe('Of what is not as expected.'),
  end: z.enum(['settled', 'timeout', 'unknown']),
})

const result = z.strictObject({
  suite: z.string(),
  name: z.string(),
  target: z.string(),
  tags: z.array(z.string()),
  position: spot,
  outcome: z.enum(['met', 'unmet', 'skipped', 'unknown']),
  reason: z.string().optional().describe('Why it was skipped.'),
  attempts: z.array(attempt).describe('The last one decides.'),
  milliseconds,
})

export const smokeShape = {
  cases: z.array(result).optional().describe('In the order of the suites; absent where nothing was run.'),
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
