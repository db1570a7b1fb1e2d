// A journal as text: what was done, what failed, and which requests had no result when the run ended.
import { subjectOf } from '../../core/plan/change.ts'
import type { JournalOf, JournalRead, JournalRun } from '../../core/plan/journal.ts'
import { present } from '../../core/given.ts'
import { counted, duration } from '../../core/words.ts'
import { outcomeColors, paint, type Style } from './style.ts'
import { visible } from '../../core/visible.ts'

export function journalText({ runs, damaged }: JournalRead, style: Style): string {
  const blocks = runs.map((run) => runText(run, style))
  if (damaged.length > 0)
    blocks.push(
      `${paint(style, 'yellow', counted(damaged.length, 'line'))} of the journal can't be read (${damaged.length === 1 ? 'line' : 'lines'} ${damaged.join(', ')}).\n`,
    )
  return blocks.length === 0 ? 'The journal is empty: nothing was written.\n' : blocks.join('\n')
}

function runText(run: JournalRun, style: Style): string {
  const { outcomes, inFlight } = run
  const width = Math.max(0, ...[...outcomes, ...inFlight].map((each) => whereOf(each).length))
  const lines = [
    paint(style, 'bold', `Apply ${visible(run.run)}  ${run.started}`) + `  ${endOf(run)}`,
    ...outcomes.map((each) => outcomeLine(each, width, style)),
    ...inFlight.map(
      (each) =>
        `${paint(style, 'red', 'unknown')}  ${whereOf(each).padEnd(width)}  ${nameOf(each)}\n` +
        `         no result before the run ended: ${visible(`${each.method} ${each.path}`)}, sent ${each.time}`,
    ),
    '',
    tallyOf(run),
  ]
  if (inFlight.length > 0) lines.push('Next: run belfry plan to list the missing changes.')
  return `${lines.join('\n')}\n`
}

export function endOf({ exit, ended }: JournalRun): string {
  return exit === undefined
    ? 'ended unexpectedly, for example because the process was killed'
    : `ended ${ended}, exit ${exit}`
}

function outcomeLine(each: JournalOf<'outcome'>, width: number, style: Style): string {
  const { status, already, httpStatus, requestId, milliseconds } = each
  const reply = status === 'skipped' ? 'not sent' : 'no reply'
  const facts = present(
    already === true && 'confirmed by a read',
    httpStatus === undefined ? reply : `status ${httpStatus}`,
    duration(milliseconds),
    requestId !== undefined && `request ID ${visible(requestId)}`,
  )
  return `${paint(style, outcomeColors[status], status.padEnd(8))} ${whereOf(each).padEnd(width)}  ${nameOf(each)}   ${facts.join(', ')}`
}

function tallyOf({ outcomes, inFlight }: JournalRun): string {
  const count = (status: string): number => outcomes.filter((each) => each.status === status).length
  const failed = count('failed') + count('stale')
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} not sent` : ''
  const waiting = count('waiting') > 0 ? `, ${count('waiting')} waiting` : ''
  return `${counted(outcomes.length + inFlight.length, 'write')}: ${count('done')} done, ${failed} failed, ${count('unknown')} unknown${skipped}${waiting}, ${inFlight.length} without a result.`
}

type Write = JournalOf<'sending'> | JournalOf<'outcome'>

function whereOf({ target }: Write): string {
  return visible(target ?? 'Organisation')
}

function nameOf(write: Write): string {
  return visible(`${write.action} ${subjectOf(write)}`)
}
