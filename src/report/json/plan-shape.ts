// What programs read of plans, as zod states it.
import { z } from 'zod'
import { channelStateNames } from '../../core/plan/channels.ts'
import { type Inferred, optional } from '../../core/given.ts'
import type { Json } from '../../core/json.ts'
import {
  changeFields,
  cause,
  count,
  detailsWith,
  note,
  position,
  requests,
  sectionFields,
  unmanagedNote,
} from '../../core/plan/shapes.ts'

export const problem = z.strictObject({
  rule: z.string().describe('The stable ID of the rule, such as unknown-field.'),
  severity: z.enum(['error', 'warning']),
  message: z.string().describe('A description of the problem.'),
  position: position.optional(),
  resource: z.string().optional(),
  target: z.string().optional(),
  hint: optional(z.string(), 'How to fix the problem.'),
})

/** Secrets and IDs that aren't known yet are labels such as `(secret env:NAME)`. */
export const value: z.ZodType<Json> = z.json()

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH'])

const request = z.strictObject({
  operation: z.string(),
  method,
  path: z.string(),
  body: value.optional(),
  onlyIf: optional(
    value,
    'Fields with values. belfry reads the resource just before the request, and sends the request only if the service returns the values in `onlyIf`.',
  ),
})

export const change = z.strictObject({
  ...changeFields,
  operation: z.string(),
  method,
  path: z
    .string()
    .describe(
      'The path of the request. An ID that is not known yet is replaced by a label such as {id of integration ses-eu}.',
    ),
  body: optional(value, 'The body of the request. Each secret is replaced by a label.'),
  requests: optional(
    z.array(request),
    'All requests of the change, in order. Absent if the change needs only a single request.',
  ),
  differences: z.array(detailsWith(value).element.extend({ cause })),
})

const channelState = z.strictObject({
  state: z
    .enum(channelStateNames)
    .describe(
      'down: nothing is delivered. degraded: not everything is delivered, or not through the intended integration. failed over: a standby is the primary integration.',
    ),
  why: optional(z.string(), 'The reason as a part of a sentence. Absent if the channel is up.'),
})

const leftMeaning =
  'Only with apply --approved: the number of resources with differences that belfry left unchanged. Absent if there are none.'

export const plan = z.strictObject({
  counts: z.strictObject({
    create: count,
    update: count,
    setPrimary: count,
    deactivate: count,
    resend: count,
    unchanged: count,
    unmanaged: count,
    absent: optional(
      count,
      'The number of resources that the other target does not have. Present only in the output of belfry compare.',
    ),
    missing: count,
    waiting: count,
    ownKey: optional(
      count,
      "The number of resources with fields that belfry can't send without the environment's own API key.",
    ),
    duplicates: count.describe('The number of declared resources that are in the service more than once.'),
    inError: count.describe('The number of declared resources that were not compared because of an error.'),
    left: optional(count, leftMeaning),
    failoverDrift: optional(
      count,
      'The number of failovers that no journal explains, or that are older than failover.maxAge in the project file. Absent if there are none.',
    ),
    uncompared: optional(
      z.record(z.string(), count),
      'With --secrets=defer: the number of resources of each kind with secrets that belfry did not compare. Absent if there are none.',
    ),
  }),
  requests,
  causes: optional(
    z.strictObject({ branch: count, drift: count, both: count }),
    'The number of changes with each cause. Present only with --diff-base.',
  ),
  declaredSince: optional(
    z.strictObject({
      base: z.string(),
      changes: z.array(note.extend({ target: z.string().optional(), differences: detailsWith(value) })),
    }),
    "Fields whose declared values changed since the base revision, and that can't be compared with the service. Present only with --diff-base.",
  ),
  sections: z.array(
    z.strictObject({
      ...sectionFields,
      changes: z.array(change),
      unreadable: z.array(
        note.extend({
          paths: z.array(z.string()),
          heldBy: optional(
            z.array(z.string()),
            "Ignored fields that the service doesn't return. A request with `paths` would replace these fields, so belfry refuses --resend for this resource.",
          ),
        }),
      ),
      pruned: optional(
        z.array(note.extend({ path: z.string(), count })),
        'Entries of a list, such as device tokens, that belfry applied in an earlier run and that the service removed later. belfry does not send these entries again.',
      ),
      absent: optional(
        z.array(unmanagedNote.extend({ from: z.string() })),
        'Resources that the target `from` does not have. Present only in the output of belfry compare.',
      ),
      inError: optional(
        count,
        'The number of declared resources that were not compared because of an error.',
      ),
      left: optional(count, leftMeaning),
      part: optional(
        z.enum(['saved', 'none']),
        '"saved": a saved plan is applied. belfry compares only the resources of the saved plan, so `unchanged` and `resources` count no others. "none": --only and --exclude leave out all resources of the target.',
      ),
      channels: optional(
        z.array(
          z.strictObject({
            channel: z.string(),
            before: channelState,
            after: optional(channelState, 'Absent if the API contract leaves the state open.'),
          }),
        ),
        'The channels that do not deliver as intended, before or after the plan is applied. Absent if all channels are up.',
      ),
    }),
  ),
})

export type PlanJson = Inferred<typeof plan>
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
