// A journal: what was done, what failed, and which requests have no result.
import { commandLine } from '../../core/shell.ts'
import { subjectOf } from '../../core/plan/change.ts'
import type { JournalOf } from '../../core/plan/journal-lines.ts'
import {
  damagedOf,
  type JournalRead,
  type JournalRun,
  type JournalsRead,
} from '../../core/plan/journal-runs.ts'
import { present } from '../../core/given.ts'
import { counted, duration, linesText } from '../../core/words.ts'
import { organisation } from '../words/plan-notes.ts'
import { filled, group, sentences, signOf, type Group, type Node, type Step } from './document-node.ts'

export function journalNodes({ runs, damaged }: JournalRead): readonly Node[] {
  const isEmpty = runs.length + damaged.length === 0
  const broken = { strong: counted(damaged.length, 'line'), sign: '!' } as const
  return [
    sentences(isEmpty ? [emptyLine] : []),
    ...runs.flatMap((run) => [runGroup(run, damaged), sentences(endLines(run))]),
    sentences(
      damaged.length === 0 ? [] : [[broken, ` of the journal can't be read (${linesText(damaged)}).`]],
    ),
  ]
}

const emptyLine =
  'The file is empty: a journal to which nothing was written, or a saved plan that was truncated.'

/** Several journals, newest run first. */
export function logNodes({ runs, damaged }: JournalsRead): readonly Node[] {
  const places = damaged.map(({ file, line }) => `${file}:${line}`)
  return [
    sentences(runs.length === 0 ? ['No changes.'] : []),
    ...runs.map((run) =>
      runGroup(
        run,
        damaged.flatMap(({ file, line }) => (file === run.file ? [line] : [])),
      ),
    ),
    ...group(`${counted(damaged.length, 'line')} of the journals can't be read:`, [sentences(places)]),
  ]
}

/** `damaged` are lines of the journal that contains the run. */
function runGroup(run: JournalRun, damaged: readonly number[]): Group {
  const { started, file, outcomes, inFlight } = run
  const lack =
    damagedOf(run, damaged).length > 0
      ? "the result may be in a line that can't be read"
      : 'no result in the journal'
  const items: readonly Step[] = [
    ...outcomes.map((each) => ({
      sign: signOf(each.status),
      label: each.status,
      name: each.target ?? organisation,
      text: `${nameOf(each)}   ${factsOf(each)}`,
    })),
    ...inFlight.map((each) => ({
      sign: signOf('unknown'),
      label: 'unknown',
      name: each.target ?? organisation,
      text: nameOf(each),
      below: [`${lack}: ${each.method} ${each.path}, sent ${each.time}`],
    })),
  ]
  const facts = present(started, authorityOf(run), endOf(run, damaged), file && `(${file})`)
  return {
    is: 'group',
    title: [titleOf(run), ' ', { code: run.run }, ...facts.map((fact) => ({ fact }))],
    nodes: filled([sentences(failoverLines(run)), { is: 'story', noun: 'write', items }]),
  }
}

/** `by ada, commit 3f2c1e0d9b8a, plan 9a8b7c6d5e4f` */
function authorityOf({ by, commit, plan }: JournalRun): string {
  const facts = present(
    by !== undefined && `by ${by}`,
    commit !== undefined && `commit ${commit.slice(0, 12)}`,
    plan !== undefined && `plan ${plan.slice(0, 12)}`,
  )
  // An earlier version wrote no such facts.
  return facts.join(', ') || 'unknown user and commit'
}

function titleOf({ failover, startMissing }: JournalRun): string {
  if (startMissing === true) return 'Run'
  return failover === undefined ? 'Apply' : 'Failover'
}

/** What the run was for; nothing of an apply. */
function failoverLines({ failover }: JournalRun): readonly string[] {
  if (failover === undefined) return []
  const { target, channel, to, reason, smoke } = failover
  return present(
    `${channel} of ${target} to ${to}${smoke === 'skipped' ? ', without a smoke trigger' : ''}`,
    reason !== undefined && `Reason: ${reason}`,
  )
}

function endOf(run: JournalRun, damaged: readonly number[]): string {
  if (run.exit !== undefined) return `ended ${run.ended}, exit ${run.exit}`
  return damagedOf(run, damaged).length > 0
    ? "its end is not known: lines of the journal can't be read"
    : 'still running, or ended unexpectedly, for example because the process was killed'
}

/** Of outcomes without a request that may have taken effect. */
const unsent: ReadonlySet<string> = new Set(['skipped', 'stale', 'waiting'])

function factsOf({ status, already, httpStatus, requestId, milliseconds }: JournalOf<'outcome'>): string {
  const reply = unsent.has(status) ? 'not sent' : 'no reply'
  return present(
    already === true && 'confirmed by a read',
    httpStatus === undefined ? reply : `status ${httpStatus}`,
    duration(milliseconds),
    requestId !== undefined && `request ID ${requestId}`,
  ).join(', ')
}

function endLines({ outcomes, inFlight, failover }: JournalRun): readonly string[] {
  const count = (status: string): number => outcomes.filter((each) => each.status === status).length
  const others = ['stale', 'waiting'].filter((status) => count(status) > 0)
  const rest = others.map((status) => `, ${count(status)} ${status}`).join('')
  const sent = outcomes.filter(({ status }) => !unsent.has(status)).length + inFlight.length
  return present(
    `${counted(sent, 'change')} sent: ${count('done')} done, ${count('failed')} failed, ${count('unknown')} unknown${rest}, ${inFlight.length} without a result.`,
    inFlight.length > 0 &&
      (failover === undefined
        ? `Next: once the run has ended, run ${commandLine('plan')} to list the missing changes.`
        : 'Next: once the run has ended, run the same command again to finish the failover.'),
  )
}

function nameOf(write: JournalOf<'sending'> | JournalOf<'outcome'>): string {
  return `${write.action} ${subjectOf(write)}`
}
