// The steps of an event in aligned columns, each with its log below it.
import type { ValueMap } from '../../core/value.ts'
import { mapAt, textAt, timeAt } from '../../core/fields.ts'
import { detailsOf, spanOf } from '../../core/delivery/job.ts'
import { senderOf, sentThrough } from '../../core/delivery/sender.ts'
import { statusColor } from './job-status.ts'
import { paint, type Style } from '../text/style.ts'
import { padded } from '../text/table.ts'
import { earliest, elapsed, entryLines, logOf } from './timeline-log.ts'
import { visible } from '../../core/visible.ts'
import { widthOf } from '../text/layout.ts'

/** A line for each step with its log below it, times counted from the event's own. */
export function stepLines(event: ValueMap, jobs: readonly ValueMap[], style: Style): string[] {
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

/** From its first entry to its end; nothing where its log has one moment only. */
function tookText(job: ValueMap): string {
  const span = spanOf(job)
  return span === undefined || span.to <= span.from ? '' : `took ${elapsed(span.to - span.from)}`
}
