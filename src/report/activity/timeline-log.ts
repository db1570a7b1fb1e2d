// The log of one step, each time counted from the moment at which the event was triggered.
import { at, type ValueMap } from '../../core/value.ts'
import { mapsAt, textAt, timeAt } from '../../core/json.ts'
import { logOf as entriesOf, timesOf } from '../../core/delivery/job.ts'
import { senderIn, sentThrough } from '../../core/delivery/sender.ts'
import { duration } from '../../core/words.ts'
import { paint, type Style } from '../text/style.ts'
import { cut, padded } from '../text/table.ts'
import { visible } from '../../core/visible.ts'

export interface Entry {
  readonly mark: string
  readonly color: 'red' | 'yellow' | 'green' | 'dim'
  /** The time and the status. */
  readonly cells: readonly [string, string]
  readonly text: string
  /** The provider's text, for a failure. */
  readonly raw: string
}

const marks: ReadonlyMap<string, Pick<Entry, 'mark' | 'color'>> = new Map([
  ['Failed', { mark: 'x', color: 'red' }],
  ['Warning', { mark: '!', color: 'yellow' }],
  ['Success', { mark: ' ', color: 'green' }],
])

/** What happened in a step, in order. */
export function logOf(job: ValueMap, start: number | undefined): Entry[] {
  return entriesOf(job).map((detail) => {
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

export function entryLines(
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

export function earliest(jobs: readonly ValueMap[]): number | undefined {
  return timesOf(jobs.flatMap((job) => mapsAt(job, 'executionDetails'))).toSorted((a, b) => a - b)[0]
}

function offset(time: number | undefined, start: number | undefined): string {
  if (time === undefined || start === undefined) return ''
  return time < start ? `-${elapsed(start - time)}` : `+${elapsed(time - start)}`
}

/** Milliseconds as `38 ms`, `4.0 s`, `3 min 20 s`, `5 h 10 min` or `7 d 2 h`. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return duration(milliseconds)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}
