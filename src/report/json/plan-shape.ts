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
  rule: z.string().describe('A stable id such as unknown-field.'),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  position: position.optional(),
  resource: z.string().optional(),
  target: z.string().optional(),
  hint: z.string().optional(),
})

/** Secrets and ids that aren't known yet stand as labels such as `(secret env:NAME)`. */
export const value: z.ZodType<Json> = z.json()

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH'])

const request = z.strictObject({
  operation: z.string(),
  method,
  path: z.string(),
  body: value.optional(),
  onlyIf: value.optional().describe('What the service must show just before; else it is not sent.'),
})

const change = z.strictObject({
  id: z.string(),
  target: z.string().optional(),
  via: z.string().describe('The target whose key sends it.'),
  kind: z.string(),
  name: z.string(),
  part: z.string().optional().describe('A part with a call of its own, such as a channel of a subscriber.'),
  action: z.enum(['create', 'update', 'set-primary', 'resend']),
  stage: z.string(),
  operation: z.string(),
  method,
  path: z.string().describe('With symbolic ids such as {id of integration ses-eu}.'),
  body: value.optional().describe('With labels in place of secrets.'),
  requests: z
    .array(request)
    .optional()
    .describe('Of a change that takes several: all of them in their order, this one included.'),
  differences: detailsWith(value),
  needs: z.array(z.string()),
  sideEffects: z.array(z.string()),
  summary: z.string().optional(),
  position,
})

const state = integrationState.extend({
  conditional: integrationState.shape.conditional.describe('Whether it has conditions or rules.'),
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
    inError: count.describe('Declared resources that an error kept from being compared.'),
  }),
  requests,
  declaredSince: z
    .strictObject({
      base: z.string(),
      changes: z.array(note.extend({ target: z.string().optional(), differences: change.shape.differences })),
    })
    .optional()
    .describe("With --diff-base: what is declared otherwise than there, of fields that can't be compared."),
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
        .describe('Entries that were applied once and that the service dropped; they are not sent.'),
      unmanaged: z.array(unmanagedNote),
      duplicates: z
        .array(duplicateNote)
        .describe(
          "Identities that several resources of the service share: they can't be compared, and are left alone.",
        ),
      inError: count.optional().describe('Declared resources that an error kept from being compared.'),
      waiting: z.array(note),
      waitsFor: z.string().optional(),
      ownKey: ownKeyNotes,
      delivery: z
        .array(
          standing.extend({
            before: state.optional().describe("Absent where it isn't live."),
            after: state.optional().describe("Absent where it isn't live and won't be."),
          }),
        )
        .optional()
        .describe('How the integrations stand before and after, as far as the contract promises it.'),
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
      target: z.string().optional().describe('Absent for what belongs to the organisation.'),
      standing: z.enum(['added', 'removed']).optional().describe('Of a target that only one side has.'),
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
            .describe('Fields of a resource that is still declared; absent where the whole of it is gone.'),
        }),
      ),
    }),
  ),
})

export const outcome = z.strictObject({
  id: z.string().describe('The id of the change.'),
  status: z.enum(['done', 'failed', 'skipped', 'unknown', 'stale', 'waiting']),
  already: z
    .literal(true)
    .optional()
    .describe('Live showed it without this call, or after its reply was lost.'),
  reason: z.string().optional(),
  hint: z.string().optional(),
  fields: z
    .array(z.strictObject({ path: z.string(), message: z.string(), position }))
    .optional()
    .describe('Declared fields that the service names in a refusal, with its own words.'),
  startedAt: z
    .number()
    .min(0)
    .optional()
    .describe("Milliseconds from the start of the apply to its first sending; absent where it wasn't sent."),
  milliseconds: z.number().min(0),
})

export type PlanJson = z.infer<typeof plan>
export type DiffJson = z.infer<typeof difference>
export type ProblemJson = z.infer<typeof problem>
export type OutcomeJson = z.infer<typeof outcome>
