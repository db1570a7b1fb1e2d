// The runs of a journal in JSON.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import {
  authority,
  failoverEntry,
  outcomeEntry,
  promotionEntries,
  sendingEntry,
} from '../../core/plan/journal.ts'
import { count } from '../../core/plan/shapes.ts'

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
      'The exit code of the run. Absent if the run ended unexpectedly, or if its last line is damaged.',
    ),
    ended: z.string().optional(),
    outcomes: z.array(outcomeEntry),
    inFlight: z
      .array(sendingEntry)
      .describe('The requests that were sent and that have no result in the journal.'),
  }),
)
