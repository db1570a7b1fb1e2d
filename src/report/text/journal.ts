// A journal as text: what was done, what failed, and which requests had no result when the run ended.
import { commandLine } from '../../core/shell.ts'
import { subjectOf } from '../../core/plan/change.ts'
import type { JournalOf } from '../../core/plan/journal.ts'
import {
  damagedOf,
  type JournalRead,
  type JournalRun,
  type JournalsRead,
} from '../../core/plan/journal-runs.ts'
import { present } from '../../core/given.ts'
import { counted, duration, linesText } from '../../core/words.ts'
import { outcomeMarks, paint, signed, type Style } from './style.ts'
import { visible } from '../../core/visible.ts'

export function journalText({ runs, damaged }: JournalRead, style: Style): string {
  const blocks = runs.map((run) =>
    [
      ...runLines(run, damaged, style),
      '',
      tallyOf(run),
      ...(run.inFlight.length > 0 ? [`Next: run ${commandLine('plan')} to list the missing changes.`] : []),
      '',
    ].join('\n'),
  )
  if (damaged.length > 0)
    blocks.push(
      `${paint(style, 'yellow', counted(damaged.length, 'line'))} of the journal can't be read (${linesText(damaged)}).\n`,
    )
  return blocks.length === 0
    ? 'The file is empty: a journal to which nothing was written, or a saved plan that was truncated.\n'
    : blocks.join('\n')
}

/** Several journals, newest run first. */
export function logText({ runs, damaged }: JournalsRead, style: Style): string {
  const blocks = runs.map((run) => {
    const own = damaged.flatMap(({ file, line }) => (file === run.file ? [line] : []))
    return `${runLines(run, own, style).join('\n')}\n`
  })
  const broken = damaged.map(({ file, line }) => `  ${visible(file)}:${line}\n`)
  return [
    ...(blocks.length === 0 ? ['No changes.\n'] : blocks),
    ...(broken.length === 0
      ? []
      : [`${counted(broken.length, 'line')} of the journals can't be read:\n${broken.join('')}`]),
  ].join('\n')
}

/** `by ada, commit 3f2c1e0d9b8a, plan 9a8b7c6d5e4f`; empty for a journal of an earlier version. */
function authorityOf({ by, commit, plan }: JournalRun): string {
  const facts = present(
    by !== undefined && `by ${visible(by)}`,
    commit !== undefined && `commit ${visible(commit).slice(0, 12)}`,
    plan !== undefined && `plan ${visible(plan).slice(0, 12)}`,
  )
  return facts.join(', ')
}

/** `damaged` are lines of the journal that contains the run. */
function runLines(run: JournalRun, damaged: readonly number[], style: Style): string[] {
  const { started, file } = run
  const title = `${titleOf(run)} ${visible(run.run)}  ${started}  ${authorityOf(run) || 'unknown user and commit'}`
  return [
    `${paint(style, 'bold', title)}  ${endOf(run, damaged)}${file === undefined ? '' : `  (${visible(file)})`}`,
    ...failoverLines(run).map((line) => `  ${visible(line)}`),
    ...writesOf(run, damaged, style)
      .flat()
      .map((line) => `  ${line}`),
  ]
}

/** The lines of each write. */
export function writesOf(run: JournalRun, damaged: readonly number[], style: Style) {
  const { outcomes, inFlight } = run
  const lack =
    damagedOf(run, damaged).length > 0
      ? "the result may be in a line that can't be read"
      : 'no result before the run ended'
  const width = Math.max(0, ...[...outcomes, ...inFlight].map((each) => whereOf(each).length))
  return [
    ...outcomes.map((each) =>
      signed(style, outcomeMarks[each.status].sign, [outcomeLine(each, width, style)]),
    ),
    ...inFlight.map((each) =>
      signed(style, '-', [
        `${paint(style, 'red', 'unknown ')} ${whereOf(each).padEnd(width)}  ${nameOf(each)}`,
        `         ${lack}: ${visible(`${each.method} ${each.path}`)}, sent ${each.time}`,
      ]),
    ),
  ]
}

export function titleOf({ failover, startMissing }: JournalRun): string {
  if (startMissing === true) return 'Run'
  return failover === undefined ? 'Apply' : 'Failover'
}

/** What the run was for; nothing of an apply. */
export function failoverLines({ failover }: JournalRun): string[] {
  if (failover === undefined) return []
  const { target, channel, to, reason, smoke } = failover
  return [
    `${channel} of ${target} to ${to}${smoke === 'skipped' ? ', without a smoke trigger' : ''}`,
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
  ]
}

export function endOf(run: JournalRun, damaged: readonly number[]): string {
  if (run.exit !== undefined) return `ended ${run.ended}, exit ${run.exit}`
  return damagedOf(run, damaged).length > 0
    ? "its end is not known: lines of the journal can't be read"
    : 'ended unexpectedly, for example because the process was killed'
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
  return `${paint(style, outcomeMarks[status].color, status.padEnd(8))} ${whereOf(each).padEnd(width)}  ${nameOf(each)}   ${facts.join(', ')}`
}

function tallyOf({ outcomes, inFlight }: JournalRun): string {
  const count = (status: string): number => outcomes.filter((each) => each.status === status).length
  const failed = count('failed') + count('stale')
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} not sent` : ''
  const waiting = count('waiting') > 0 ? `, ${count('waiting')} waiting` : ''
  const writes = outcomes.length - count('skipped') - count('waiting') + inFlight.length
  return `${counted(writes, 'write')}: ${count('done')} done, ${failed} failed, ${count('unknown')} unknown${skipped}${waiting}, ${inFlight.length} without a result.`
}

type Write = JournalOf<'sending'> | JournalOf<'outcome'>

function whereOf({ target }: Write): string {
  return visible(target ?? 'Organisation')
}

function nameOf(write: Write): string {
  return visible(`${write.action} ${subjectOf(write)}`)
}
