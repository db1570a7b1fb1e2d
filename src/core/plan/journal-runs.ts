// The runs of a journal, read from its lines, and when a failover in it was done.
import { given } from '../given.ts'
import { entryIn, type JournalEntry, type JournalOf, type Promotion } from './journal-lines.ts'

/** One apply, or one failover, as recorded in its lines. */
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
  /** Undefined if its last line is missing: it is still running, it was killed, or the line is damaged. */
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

/** Whether the beginning of a file is that of a journal: empty, or its first line or most of its lines are entries. */
export function isJournal(begin: string): boolean {
  const lines = begin.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(0, 1).every(isEntry) || lines.filter(isEntry).length * 2 > lines.length
}

/** Most lines of other files are recognised without parsing them. */
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
    const known = entry && runs.get(entry.run)
    if (entry === undefined) damaged.push(line)
    else if (known === undefined) runs.set(entry.run, { line, entries: [entry] })
    else known.entries.push(entry)
  }
  return { runs: [...runs].map(([run, { line, entries }]) => runOf(run, line, entries)), damaged }
}

/** Lines that can't be read and that the run may have written: they may contain what seems to be missing. */
export function damagedOf({ line }: JournalRun, damaged: readonly number[]): number[] {
  return damaged.filter((each) => each > line)
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

export interface FailoverTime {
  /** ISO 8601; absent if the journal of failovers doesn't show it. */
  readonly since?: string
  /** Lines of the journal that can't be read, if this is why the time isn't known. */
  readonly damaged?: number[]
  /** The greatest age that the project allows, if the failover is older. */
  readonly overdue?: string
}

/** Undefined if belfry made the failover, and it lasts no longer than the project allows. */
export function whyDrift({ since, overdue }: Pick<FailoverTime, 'since' | 'overdue'>): string | undefined {
  if (since === undefined) return "the journal doesn't show when it began"
  return overdue === undefined ? undefined : `it is older than ${overdue} (failover.maxAge)`
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
    // If a request has no result, the service shows whether it took effect.
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
