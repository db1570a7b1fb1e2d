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
    run: z.string(),
    started: z.string(),
    ...authority,
    failover: failoverEntry.optional(),
    promotions: promotionEntries,
    file: optional(
      z.string(),
      'The journal that contains the run. Present only in the output of belfry log.',
    ),
    exit: optional(count, 'The exit code of the run. Absent if the run ended unexpectedly.'),
    ended: z.string().optional(),
    outcomes: z.array(outcomeEntry),
    inFlight: z
      .array(sendingEntry)
      .describe('The requests that were sent and that have no result in the journal.'),
  }),
)
