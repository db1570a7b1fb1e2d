// The parts of the JSON of lists.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { count, position } from '../../core/plan/shapes.ts'

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

/** Of what manifests declare. */
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
