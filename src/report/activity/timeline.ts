// One event as text: its recipient, the result and time of each step, and why a step did not finish.
import { at, type ValueMap } from '../../core/value.ts'
import { firstOf, mapAt, mapsAt, textAt, textsAt, timeAt } from '../../core/json.ts'
import {
  detailsOf,
  logOf,
  recipientOf,
  spanOf,
  timesOf,
  triggerOf,
  senderIn,
  sendersOrGuess,
  sentThrough,
} from '../../core/delivery/job.ts'
import { reasonOf, statusColor, statusTally } from './job-status.ts'
import { counted, duration } from '../../core/words.ts'
import { paint, type Style } from '../text/style.ts'
import { cut } from '../text/table.ts'
import { inline } from '../text/value.ts'
import { visible } from '../../core/visible.ts'
import { widthOf, padded } from '../text/layout.ts'

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
  const steps = jobs.map((job) => ({ job, cells: stepCells(job), log: entriesOf(job, start) }))
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
  const sender = sentThrough(sendersOrGuess(job, detailsOf(job), []))
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

/** An entry of the log of a step, each time counted from the moment at which the event was triggered. */
interface Entry {
  readonly mark: string
  readonly color: 'red' | 'yellow' | 'green' | 'dim'
  /** The time and the status. */
  readonly cells: readonly [string, string]
  readonly text: string
  /** The provider's text, for a failure or a warning. */
  readonly raw: string
}

const marks: ReadonlyMap<string, Pick<Entry, 'mark' | 'color'>> = new Map([
  ['Failed', { mark: 'x', color: 'red' }],
  ['Warning', { mark: '!', color: 'yellow' }],
  ['Success', { mark: ' ', color: 'green' }],
])

/** What happened in a step, in order. */
function entriesOf(job: ValueMap, start: number | undefined): Entry[] {
  return logOf(job).map((detail) => {
    const status = textAt(detail, 'status')
    const { mark, color } = marks.get(status) ?? { mark: ' ', color: 'dim' as const }
    const sender = senderIn(detail)
    const notes = [
      sender === undefined ? '' : sentThrough({ senders: [sender], guess: '' }),
      at(detail, 'isRetry') === true ? 'a retry' : '',
      at(detail, 'isTest') === true ? 'a test' : '',
    ].filter((note) => note !== '')
    return {
      mark,
      color,
      cells: [offset(timeAt(detail, 'createdAt'), start), visible(status)],
      text: visible(`${textAt(detail, 'detail')}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`),
      raw: mark === ' ' ? '' : visible(textAt(detail, 'raw')),
    }
  })
}

function entryLines(
  { mark, color, cells, text, raw }: Entry,
  widths: readonly number[],
  style: Style,
): string[] {
  const [when, status] = cells
  const head = `  ${mark} ${when.padStart(widths[0] ?? 0)}  `
  const shown = paint(style, color, padded(status, widths[1] ?? 0))
  const indent = ' '.repeat(head.length + (widths[1] ?? 0) + 2)
  return [
    `${head}${shown}  ${text}`.trimEnd(),
    ...(raw === '' ? [] : [`${indent}${paint(style, 'dim', cut(raw, 400, style))}`]),
  ]
}

function earliest(jobs: readonly ValueMap[]): number | undefined {
  return timesOf(jobs.flatMap((job) => mapsAt(job, 'executionDetails'))).toSorted((a, b) => a - b)[0]
}

function offset(time: number | undefined, start: number | undefined): string {
  if (time === undefined || start === undefined) return ''
  return time < start ? `-${elapsed(start - time)}` : `+${elapsed(time - start)}`
}

/** Milliseconds as `38 ms`, `4.0 s`, `3 min 20 s`, `5 h 10 min` or `7 d 2 h`. */
function elapsed(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return duration(milliseconds)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}
