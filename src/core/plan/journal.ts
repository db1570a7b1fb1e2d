// What a journal of writes says, line by line: the shape that the writer and the reader of the file share.
import { z } from 'zod'
import { given, optional } from '../given.ts'
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

/** @internal What a run goes by. */
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

/** One apply, or one failover, as its lines tell it. */
export interface JournalRun extends Pick<
  JournalOf<'start'>,
  'by' | 'commit' | 'plan' | 'failover' | 'promotions'
> {
  /** Of several journals: the one with the run. */
  readonly file?: string
  /** Of the first line of the run that can be read, counted from 1. */
  readonly line: number
  /** The line that says who started the run, and for which failover, is missing, for example because it is damaged. */
  readonly startMissing?: true
  readonly run: string
  readonly started: string
  /** Undefined where its last line is missing: it was killed, or the line is damaged. */
  readonly exit?: number
  readonly ended?: string
  readonly outcomes: readonly JournalOf<'outcome'>[]
  /** Sent, as far as the journal knows, and never concluded. */
  readonly inFlight: readonly JournalOf<'sending'>[]
}

export interface JournalRead {
  readonly runs: readonly JournalRun[]
  /** Lines, counted from 1, that are no entries, such as one that was cut off. */
  readonly damaged: readonly number[]
}

/** Several journals: runs newest first, each with its file. */
export interface JournalsRead extends Pick<JournalRead, 'runs'> {
  readonly damaged: readonly { readonly file: string; readonly line: number }[]
}

/** Whether the begin of a file is that of a journal: empty, or its first line or most of its lines are entries. */
export function isJournal(begin: string): boolean {
  const lines = begin.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(0, 1).every(isEntry) || lines.filter(isEntry).length * 2 > lines.length
}

/** Most lines of other files are told apart without parsing them. */
function isEntry(line: string): boolean {
  return line.startsWith('{') && entryIn(line) !== undefined
}

/** Runs in order of their first lines. */
export function readJournal(text: string): JournalRead {
  const runs = new Map<string, { readonly line: number; readonly entries: JournalEntry[] }>()
  const damaged: number[] = []
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue
    const [line, entry] = [index + 1, entryIn(content)]
    if (entry === undefined) damaged.push(line)
    else if (runs.get(entry.run)?.entries.push(entry) === undefined)
      runs.set(entry.run, { line, entries: [entry] })
  }
  return { runs: [...runs].map(([run, { line, entries }]) => runOf(run, line, entries)), damaged }
}

/** Lines that can't be read and that the run may have written: what it seems to lack may be in them. */
export function damagedOf({ line }: JournalRun, damaged: readonly number[]): number[] {
  return damaged.filter((each) => each > line)
}

function entryIn(line: string) {
  return journalEntry.safeParse(jsonIn(line)).data
}

function runOf(run: string, line: number, entries: readonly JournalEntry[]): JournalRun {
  const inFlight = new Map<string, JournalOf<'sending'>>()
  const outcomes: JournalOf<'outcome'>[] = []
  let first: JournalOf<'start'> | undefined
  let last: JournalOf<'end'> | undefined
  for (const entry of entries) {
    if (entry.type === 'sending') inFlight.set(entry.id, entry)
    if (entry.type === 'end') last = entry
    if (entry.type === 'start') first ??= entry
    if (entry.type !== 'outcome') continue
    inFlight.delete(entry.id)
    outcomes.push(entry)
  }
  return {
    line,
    ...(first === undefined && { startMissing: true }),
    run,
    started: entries[0]?.time ?? '',
    ...given({
      by: first?.by,
      commit: first?.commit,
      plan: first?.plan,
      failover: first?.failover,
      promotions: first?.promotions,
    }),
    ...(last !== undefined && { exit: last.exit, ended: last.time }),
    outcomes,
    inFlight: [...inFlight.values()],
  }
}

export interface Journal {
  /** Resolves once the record is safe; when it rejects nothing may be sent. */
  append(record: JournalRecord): Promise<void>
}

export interface FailoverTime {
  /** ISO 8601; absent if the journal of failovers doesn't show it. */
  readonly since?: string
  /** Lines of the journal that can't be read, if this is why the time isn't known. */
  readonly damaged?: number[]
}

/**
 * When a standby became primary. Not known if the last run that promoted an integration of its channel promoted
 * another one, or if a later line is damaged: that line may be of another switch.
 */
export function failedOverAt(
  { runs, damaged }: JournalRead,
  { to, ...place }: Promotion,
  sendings: ReadonlyMap<string, string> = new Map(),
): FailoverTime {
  let since: string | undefined
  let unread = [...damaged]
  for (const run of runs) {
    const { failover, promotions = [], outcomes, inFlight } = run
    // Of a request without a result, the service shows whether it took effect.
    const sent = [...outcomes.filter(({ status }) => ['done', 'unknown'].includes(status)), ...inFlight]
    for (const promotion of [...(failover ? [failover] : []), ...promotions]) {
      const { target, url, environment, channel } = promotion
      if (target !== place.target || url !== place.url) continue
      if (environment !== place.environment || channel !== place.channel) continue
      const found = sent.find(
        (each) => each.action === 'set-primary' && each.target === target && each.name === promotion.to,
      )
      if (found === undefined) continue
      since = promotion.to === to ? timeOf(found, sendings) : undefined
      unread = damagedOf(run, damaged)
    }
  }
  return unread.length > 0 ? { damaged: unread } : given({ since })
}

/** When each request was sent, by its run and its change. */
export function sendingTimes(text: string): ReadonlyMap<string, string> {
  const entries = text.split('\n').flatMap((line) => entryIn(line) ?? [])
  return new Map(
    entries.flatMap((entry) =>
      entry.type === 'sending' ? [[`${entry.run} ${entry.id}`, entry.time] as const] : [],
    ),
  )
}

/** If the reply was lost, the outcome was logged long after the service made the change. */
function timeOf(entry: JournalOf<'outcome' | 'sending'>, sendings: ReadonlyMap<string, string>): string {
  const isLost = entry.type === 'outcome' && (entry.status === 'unknown' || entry.already === true)
  return (isLost ? sendings.get(`${entry.run} ${entry.id}`) : undefined) ?? entry.time
}
