// One event as text: its recipient, the result and time of each step, and why a step did not finish.
import { at, type ValueMap } from '../../core/value.ts'
import { firstOf, mapAt, mapsAt, textAt, textsAt, timeAt } from '../../core/json.ts'
import { detailsOf, recipientOf, spanOf, triggerOf } from '../../core/delivery/job.ts'
import { reasonOf, statusColor, statusTally } from './job-status.ts'
import { counted } from '../../core/words.ts'
import { paint, type Style } from '../text/style.ts'
import { cut, padded } from '../text/table.ts'
import { inline } from '../text/value.ts'
import { visible } from '../../core/visible.ts'
import { senderOf, sentThrough } from '../../core/delivery/sender.ts'
import { earliest, elapsed, entryLines, logOf } from './timeline-log.ts'
import { widthOf } from '../text/layout.ts'

/** `event` is as the service returned it, without its secrets. */
export function timelineText(event: ValueMap, style: Style): string {
  const jobs = mapsAt(event, 'jobs')
  const title = `Event ${visible(firstOf(textAt(event, '_id'), 'without an ID'))}`
  const blocks = [
    [`${paint(style, 'bold', title)}  ${visible(workflowOf(event))}`.trimEnd(), ...factLines(event, style)],
    stepLines(event, jobs, style),
    verdict(jobs),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** `Welcome (welcome)`: its name, and what triggers it. */
function workflowOf(event: ValueMap): string {
  const name = textAt(mapAt(event, 'template'), 'name')
  const trigger = triggerOf(event)
  return name === '' || name === trigger ? trigger : `${name} (${trigger})`
}

function factLines(event: ValueMap, style: Style): string[] {
  const subscriber = mapAt(event, 'subscriber')
  const name = `${textAt(subscriber, 'firstName')} ${textAt(subscriber, 'lastName')}`.trim()
  const severity = [textAt(event, 'severity'), at(event, 'critical') === true ? 'critical' : '']
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ['recipient', [recipientOf(event), name, textAt(subscriber, 'email'), textAt(subscriber, 'phone')]],
    ['transaction', [textAt(event, 'transactionId')]],
    ['created', [textAt(event, 'createdAt')]],
    ['severity', severity.filter((text) => text !== 'none')],
    ['topics', mapsAt(event, 'topics').map((topic) => textAt(topic, 'topicKey'))],
    ['tags', textsAt(event, 'tags')],
    ['context', textsAt(event, 'contextKeys')],
    ['added to digest of', [textAt(event, '_digestedNotificationId')]],
  ]
  const lines = facts.map(([label, texts]) => [label, visible(texts.filter(Boolean).join(', '))] as const)
  const payload = mapAt(event, 'payload')
  const shown = payload === undefined || Object.keys(payload).length === 0 ? '' : inline(payload)
  return [...lines, ['payload', cut(shown, 400, style)] as const]
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `  ${label.padEnd(11)}  ${text}`)
}

function verdict(jobs: readonly ValueMap[]): string[] {
  if (jobs.length === 0)
    return [
      'The event has no steps. The service stores an event before its steps. Look again in a few seconds. If there are still no steps, the workflow has no active step.',
    ]
  const reasons = jobs
    .map((job, index) => reasonOf(job, jobs.slice(0, index)))
    .filter((reason) => reason !== undefined)
  return [
    `${counted(jobs.length, 'step')}: ${statusTally(jobs)}.`,
    ...reasons.map((reason) => `  ${reason}.`),
  ]
}

/** A line for each step with its log below it, times counted from the event's own. */
function stepLines(event: ValueMap, jobs: readonly ValueMap[], style: Style): string[] {
  const start = timeAt(event, 'createdAt') ?? earliest(jobs)
  const steps = jobs.map((job) => ({ job, cells: stepCells(job), log: logOf(job, start) }))
  const cellWidths = widthsOf(steps.map(({ cells }) => cells))
  const logWidths = widthsOf(steps.flatMap(({ log }) => log.map(({ cells }) => cells)))
  return steps.flatMap(({ job, cells, log }) => {
    const filled = cells.map((cell, index) => {
      const text = padded(cell, cellWidths[index] ?? 0)
      return index === 1 ? paint(style, statusColor(textAt(job, 'status')), text) : text
    })
    const line = filled.filter((_, index) => cellWidths[index] !== 0)
    return [line.join('  ').trimEnd(), ...log.flatMap((entry) => entryLines(entry, logWidths, style))]
  })
}

function stepCells(job: ValueMap): string[] {
  const name = textAt(mapAt(job, 'step'), 'name')
  const sender = sentThrough(senderOf(job, detailsOf(job), []))
  const known = [textAt(job, 'type'), textAt(job, 'status'), sender]
  return [...known, tookText(job), name].map(visible)
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return rows.reduce<number[]>(
    (widths, cells) => cells.map((cell, index) => Math.max(widths[index] ?? 0, widthOf(cell))),
    [],
  )
}

/** From its first entry to its end; empty if its log has only one time. */
function tookText(job: ValueMap): string {
  const span = spanOf(job)
  return span === undefined || span.to <= span.from ? '' : `took ${elapsed(span.to - span.from)}`
}
