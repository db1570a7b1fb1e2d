// The JSON of problems and of the results of changes, as zod schemas.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { position } from '../../core/plan/shapes.ts'

export const problem = z.strictObject({
  rule: z.string().describe('The stable ID of the rule, such as unknown-field.'),
  severity: z.enum(['error', 'warning']),
  message: z.string().describe('A description of the problem.'),
  position: position.optional(),
  resource: z.string().optional(),
  target: z.string().optional(),
  hint: optional(z.string(), 'How to fix the problem.'),
})

export type ProblemJson = z.infer<typeof problem>

export const outcome = z.strictObject({
  id: z.string().describe('The ID of the change.'),
  status: z.enum(['done', 'failed', 'skipped', 'unknown', 'stale', 'waiting']),
  already: optional(
    z.literal(true),
    'Present if the change was already in effect before belfry sent the request, or if the reply was lost and a later read showed the change.',
  ),
  reason: z.string().optional(),
  hint: z.string().optional(),
  fields: optional(
    z.array(z.strictObject({ path: z.string(), message: z.string(), position })),
    'The declared fields that the service rejected, with the messages of the service.',
  ),
  startedAt: optional(
    z.number().min(0),
    'The time from the start of the run to the first request of the change, in milliseconds. Absent if no request was sent.',
  ),
  milliseconds: z.number().min(0),
})

export type OutcomeJson = z.infer<typeof outcome>
