// The JSON of problems, of the results of changes and of lists, as zod schemas.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { position, count } from '../../core/plan/shapes.ts'

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

/** A record of the service, which may have fields that no contract lists. */
const record = z
  .record(z.string(), z.json())
  .describe(
    'A record of the service, with the field names of the service. Each secret is replaced by a label, such as (secret live) for a secret that the service returned.',
  )

const target = optional(z.string(), 'The target that was read. Absent if no target was read.')

/** Of events, messages or subscribers. */
const list = {
  target,
  page: optional(count, 'The page number, counted from 0. With --all, the number of the first page.'),
  pageSize: optional(count, 'The maximum number of records on a page. Absent with --all.'),
  hasMore: optional(
    z.boolean(),
    'Whether the service has more pages. With --all: whether --max truncated the list.',
  ),
  data: optional(z.array(record), 'The records, newest first.'),
}

/** Lists of resources that manifests can declare. */
const resources = {
  target,
  data: optional(
    z.array(z.looseObject({ _id: z.string(), when: z.string().optional(), managed: position.nullish() })),
    'The resources, with the field names of manifests. `managed` is the place in the manifest that declares the resource. `managed` is null if no manifest declares the resource, and absent if the manifests have errors or were not read.',
  ),
}

/** What rows need of zod: as a whole, it would bring its messages in all languages into the bundle. */
const forms = {
  array: z.array,
  boolean: z.boolean,
  number: z.number,
  strictObject: z.strictObject,
  string: z.string,
}

export const listed = { z: forms, count, target, record, list, resources }
