// The JSON of a run of smoke suites and of a failover.
import * as shapes from '../../core/delivery/delivery.ts'
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { spot, count } from '../../core/plan/shapes.ts'
import type { SmokeRun } from '../../core/delivery/smoke.ts'
import { plan as planShape } from '../../core/plan/plan-shape.ts'
import { outcome } from './common-shapes.ts'

const milliseconds = z.number().min(0)

const judgement = shapes.judgement.extend({
  recipient: optional(
    z.string(),
    'The recipient. Absent if the expectation concerns the trigger as a whole.',
  ),
  expected: z.string().describe('The expectation, as written in the suite, such as email=sent.'),
})

const explanation = shapes.explanation.extend({
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
    'How long the service returned no event after the trigger, in milliseconds. Absent if no event was found.',
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

export const failoverShape = {
  target: optional(z.string(), 'The target that was read. Absent if no target was read.'),
  channel: z.string().optional(),
  from: optional(
    z.string(),
    'The integration that was primary before the command. Absent if there was none, or if it is not known.',
  ),
  to: optional(z.string(), 'The integration that the command makes primary.'),
  state: optional(
    z.enum(['switched', 'already', 'not switched', 'unknown', 'left']),
    '"switched": the integration in `to` is primary now. "already": it was primary before. "not switched": a request or the smoke trigger failed before the switch. "unknown": belfry sent the request that makes it primary, but could not verify the result. "left": --if-failing found no reason to switch, or was used without --yes. Absent if the command was refused.',
  ),
  health: optional(
    z.strictObject({
      verdict: z.enum(['failing', 'healthy', 'not enough traffic']),
      windows: z.array(
        z.strictObject({
          from: z.string(),
          to: z.string(),
          delivered: count.describe('The number of messages that the provider accepted.'),
          refused: count.describe('The number of messages that the provider refused.'),
          isSample: optional(
            z.literal(true),
            'true if the window has more events than belfry reads: the numbers are those of the newest 1,000 events. Absent if belfry read all events of the window.',
          ),
        }),
      ),
    }),
    'The result of --if-failing. The windows are in the order of their times.',
  ),
  plan: planShape.optional(),
  results: z.array(outcome).optional(),
  smoke: optional(z.strictObject(smokeShape), 'The result of the smoke trigger.'),
}
