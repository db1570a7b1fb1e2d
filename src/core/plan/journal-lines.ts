// The lines of a journal of writes: the shape that the writer and the reader of the file share.
import { z } from 'zod'
import { optional } from '../given.ts'
import { jsonIn } from '../json.ts'

export const journalVersion = 1

/** In the folder of the project: plans read from it since when a standby is primary. */
export const failoverJournal = '.belfry/failover.ndjson'

const count = z.number().min(0)

const stamp = {
  run: z.string().describe('The ID of the apply run. All lines of the same run have the same ID.'),
  time: z.iso.datetime().describe('The time when the line was written: ISO 8601, UTC.'),
}

const write = {
  id: z.string().describe('The ID of the change, as in the plan.'),
  target: optional(z.string(), 'The target. Absent if the resource belongs to the organisation.'),
  kind: z.string().describe('The kind of the resource, such as integration.'),
  name: z.string().describe('The identity of the resource, such as the identifier of an integration.'),
  part: optional(
    z.string(),
    'The part of the resource that this request changes, such as a channel of a subscriber.',
  ),
  action: z.string().describe('create, update, set-primary or resend.'),
  operation: z.string().describe('The operation of the API, such as updateIntegration.'),
  method: z.string().describe('The HTTP method of the request.'),
  path: z
    .string()
    .describe(
      'The path of the request. IDs that are not known yet are placeholders such as {id of integration ses-eu}.',
    ),
}

/** @internal */
export const promotionEntry = z.strictObject({
  target: z.string(),
  url: z.string().describe('The URL of the service.'),
  environment: optional(
    z.string(),
    'The name of the environment. Absent if the project file does not name the environment.',
  ),
  channel: z.string(),
  to: z.string().describe('The integration that becomes primary.'),
})

/** @internal */
export const promotionEntries = optional(
  z.array(promotionEntry),
  'The integrations that an apply makes primary. Absent if there are none.',
)

/** @internal */
export const failoverEntry = promotionEntry
  .extend({
    reason: optional(z.string(), 'The reason that was given with --reason.'),
    smoke: z
      .enum(['sent', 'skipped'])
      .describe('"skipped" if --no-smoke was given, so belfry switched without a smoke trigger.'),
  })
  .describe('The failover that the run makes. Absent if the run is an apply.')

/** @internal Who started a run, from which commit and plan. */
export const authority = {
  by: optional(
    z.string(),
    'Who started the run: the user of the pipeline, or else the user of the machine. Absent if unknown.',
  ),
  commit: optional(z.string(), 'The git commit of the manifests. Absent outside of a git repository.'),
  plan: optional(
    z.string(),
    'The SHA-256 digest of the saved plan that was applied or approved. Absent without a saved plan.',
  ),
}

// Other readers accept fields that a later version adds.
const start = z.object({
  type: z.literal('start'),
  formatVersion: z.literal(journalVersion),
  ...stamp,
  writes: count.describe('The number of writes in the plan.'),
  ...authority,
  failover: failoverEntry.optional(),
  promotions: promotionEntries,
})

/** @internal */
export const sendingEntry = z
  .strictObject({
    type: z.literal('sending'),
    ...stamp,
    ...write,
    digest: optional(
      z.string(),
      'A keyed digest of the request body. If two requests for the same change have the same body, the digests are equal. Absent if the request has no body.',
    ),
    keyId: optional(z.string(), 'The ID of the key with which belfry made the digest.'),
  })
  .describe(
    'A request that belfry is about to send. belfry writes the line to disk before belfry sends the request.',
  )

/** @internal */
export const outcomeEntry = z.strictObject({
  type: z.literal('outcome'),
  ...stamp,
  ...write,
  status: z
    .enum(['done', 'failed', 'skipped', 'unknown', 'stale', 'waiting'])
    .describe(
      'The result of the change. "unknown": belfry sent the request and doesn\'t know whether the service made the change.',
    ),
  already: optional(
    z.literal(true),
    'true if the reply was an error or was lost, and a later read showed that the service has made the change.',
  ),
  httpStatus: optional(z.int(), 'The HTTP status of the reply. Absent if there was no reply.'),
  requestId: optional(
    z.string(),
    'The request ID in the reply of the service. Absent if the reply contains no request ID.',
  ),
  milliseconds: count.describe('The time from sending the request to its result, in milliseconds.'),
})

const end = z.strictObject({
  type: z.literal('end'),
  ...stamp,
  exit: z.int().min(0).max(255).describe('The exit code of apply.'),
})

/** @internal */
export const journalEntry = z.discriminatedUnion('type', [start, sendingEntry, outcomeEntry, end])

/** Taken from a function, so that the library's types name no other package. */
export type JournalEntry = NonNullable<ReturnType<typeof entryIn>>
export type JournalOf<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>

type Unstamped<T> = T extends unknown ? Omit<T, 'run' | 'time'> : never
/** An entry before its file says of which run and when. */
export type JournalRecord = Unstamped<JournalEntry>

export type Promotion = NonNullable<JournalOf<'start'>['promotions']>[number]

export interface Journal {
  /** Resolves once the record is safe; when it rejects nothing may be sent. */
  append(record: JournalRecord): Promise<void>
}

/** The entry of a line; undefined if it is damaged. */
export function entryIn(line: string) {
  return journalEntry.safeParse(jsonIn(line)).data
}
