// What programs read of plans, differences and outcomes, as zod states it.
import { z } from 'zod'
import type { Json } from '../../core/json.ts'
import {
  count,
  detailsWith,
  duplicateNote,
  integrationState,
  note,
  ownKeyNotes,
  place,
  position,
  requests,
  standing,
  unmanagedNote,
} from '../../core/plan/shapes.ts'

export const problem = z.strictObject({
  rule: z.string().describe('A stable ID such as unknown-field.'),
  severity: z.enum(['error', 'warning']),
  message: z.string().describe('What is wrong.'),
  position: position.optional(),
  resource: z.string().optional(),
  target: z.string().optional(),
  hint: z.string().optional().describe('How to fix the problem.'),
})

/** Secrets and IDs that aren't known yet are labels such as `(secret env:NAME)`. */
export const value: z.ZodType<Json> = z.json()

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH'])

const request = z.strictObject({
  operation: z.string(),
  method,
  path: z.string(),
  body: value.optional(),
  onlyIf: value
    .optional()
    .describe('What the service must show just before the request. Otherwise the request is not sent.'),
})

const change = z.strictObject({
  id: z.string(),
  target: z.string().optional(),
  via: z.string().describe('The target whose API key sends the change.'),
  kind: z.string(),
  name: z.string(),
  part: z.string().optional().describe('A part that has its own request, such as a channel of a subscriber.'),
  action: z.enum(['create', 'update', 'set-primary', 'resend']),
  stage: z.string(),
  operation: z.string(),
  method,
  path: z.string().describe('IDs that are not known yet are written as {id of integration ses-eu}.'),
  body: value.optional().describe('Labels replace secrets.'),
  requests: z
    .array(request)
    .optional()
    .describe('If the change needs several requests: all of them in order, including this one.'),
  differences: detailsWith(value),
  needs: z.array(z.string()),
  sideEffects: z.array(z.string()),
  summary: z.string().optional(),
  position,
})

const state = integrationState.extend({
  conditional: integrationState.shape.conditional.describe(
    'Whether the integration has conditions or rules.',
  ),
})

export const plan = z.strictObject({
  counts: z.strictObject({
    create: count,
    update: count,
    setPrimary: count,
    deactivate: count,
    resend: count,
    unchanged: count,
    unmanaged: count,
    missing: count,
    waiting: count,
    ownKey: count
      .optional()
      .describe("Resources with fields that need a target with the environment's own API key."),
    duplicates: count.describe('Declared resources that are in the service more than once.'),
    inError: count.describe('Declared resources that were not compared because of an error.'),
  }),
  requests,
  declaredSince: z
    .strictObject({
      base: z.string(),
      changes: z.array(note.extend({ target: z.string().optional(), differences: change.shape.differences })),
    })
    .optional()
    .describe(
      "With --diff-base: fields that can't be compared and that are declared differently in the base.",
    ),
  sections: z.array(
    z.strictObject({
      ...place,
      changes: z.array(change),
      unchanged: count,
      resources: count,
      missing: z.array(note),
      unreadable: z.array(note.extend({ paths: z.array(z.string()) })),
      pruned: z
        .array(note.extend({ path: z.string(), count }))
        .optional()
        .describe(
          'Entries that belfry applied before and that the service dropped. belfry does not send these entries.',
        ),
      unmanaged: z.array(unmanagedNote),
      duplicates: z
        .array(duplicateNote)
        .describe(
          'Identities that several resources in the service have. belfry does not compare or change these resources.',
        ),
      inError: count.optional().describe('Declared resources that were not compared because of an error.'),
      waiting: z.array(note),
      waitsFor: z.string().optional(),
      ownKey: ownKeyNotes,
      delivery: z
        .array(
          standing.extend({
            before: state
              .optional()
              .describe(
                'The state before the plan is applied. Absent if the integration is not in the service.',
              ),
            after: state
              .optional()
              .describe(
                'The state after the plan is applied. Absent if the integration is not in the service and the plan does not create it.',
              ),
          }),
        )
        .optional()
        .describe('The state of the integrations before and after, as far as the contract guarantees it.'),
    }),
  ),
})

export const difference = z.strictObject({
  counts: z.strictObject({
    create: count,
    update: count,
    setPrimary: count,
    deactivate: count,
    unchanged: count,
    noLongerManaged: count,
  }),
  sections: z.array(
    z.strictObject({
      target: z.string().optional().describe('Absent for resources of the organisation.'),
      standing: z.enum(['added', 'removed']).optional().describe('Present if only one side has the target.'),
      changes: z.array(
        change.omit({
          via: true,
          stage: true,
          operation: true,
          method: true,
          path: true,
          body: true,
          requests: true,
        }),
      ),
      unchanged: count,
      resources: count,
      noLongerManaged: z.array(
        note.extend({
          paths: z
            .array(z.string())
            .optional()
            .describe(
              'Fields that are no longer declared. Absent if the whole resource is no longer declared.',
            ),
        }),
      ),
    }),
  ),
})

export const outcome = z.strictObject({
  id: z.string().describe('The ID of the change.'),
  status: z.enum(['done', 'failed', 'skipped', 'unknown', 'stale', 'waiting']),
  already: z
    .literal(true)
    .optional()
    .describe('The service showed the change before this request was sent, or after its reply was lost.'),
  reason: z.string().optional(),
  hint: z.string().optional(),
  fields: z
    .array(z.strictObject({ path: z.string(), message: z.string(), position }))
    .optional()
    .describe('Declared fields that the service names in a refusal, with its messages.'),
  startedAt: z
    .number()
    .min(0)
    .optional()
    .describe(
      'Milliseconds from the start of the apply to the first request of this change. Absent if it was not sent.',
    ),
  milliseconds: z.number().min(0),
})

export type PlanJson = z.infer<typeof plan>
export type DiffJson = z.infer<typeof difference>
export type ProblemJson = z.infer<typeof problem>
export type OutcomeJson = z.infer<typeof outcome>
