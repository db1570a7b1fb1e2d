// The JSON of a diff and of the runs of a journal, as zod schemas.
import { z } from 'zod'
import { type Inferred, optional } from '../../core/given.ts'
import { change, details } from '../../core/plan/plan-shape.ts'
import { count, note } from '../../core/plan/shapes.ts'
import {
  authority,
  failoverEntry,
  outcomeEntry,
  promotionEntries,
  sendingEntry,
} from '../../core/plan/journal-lines.ts'

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
      target: optional(z.string(), 'The name of the target. Absent for resources of the organisation.'),
      targetChange: optional(
        z.enum(['added', 'removed']),
        'Whether the target was added or removed. Absent if both versions have the target.',
      ),
      changes: z.array(
        change
          .omit({
            via: true,
            stage: true,
            operation: true,
            method: true,
            path: true,
            body: true,
            requests: true,
            cause: true,
          })
          .extend({ differences: details }),
      ),
      unchanged: count,
      resources: count,
      noLongerManaged: z.array(
        note.extend({
          paths: optional(
            z.array(z.string()),
            'The fields that are no longer declared. Absent if the whole resource is no longer declared.',
          ),
        }),
      ),
    }),
  ),
})

export type DiffJson = Inferred<typeof difference>

export const runs = z.array(
  z.strictObject({
    line: z.int().min(1).describe('The number of the first line of the run that is not damaged.'),
    startMissing: optional(
      z.literal(true),
      'true if the start line of the run is missing, for example because it is damaged. It is then not known who started the run, and whether it is an apply or a failover.',
    ),
    run: z.string(),
    started: z.string(),
    ...authority,
    failover: failoverEntry.optional(),
    promotions: promotionEntries,
    file: optional(
      z.string(),
      'The journal that contains the run. Present only in the output of belfry log.',
    ),
    exit: optional(
      count,
      'The exit code of the run. Absent if the run is still going on, if it ended unexpectedly, or if its last line is damaged.',
    ),
    ended: z.string().optional(),
    outcomes: z.array(outcomeEntry),
    inFlight: z
      .array(sendingEntry)
      .describe('The requests that were sent and that have no result in the journal.'),
  }),
)
