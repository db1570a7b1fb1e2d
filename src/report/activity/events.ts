// Events as a table, newest first as they came.
import type { ValueMap } from '../../core/value.ts'
import { mapsAt, momentAt, textAt, textsAt } from '../../core/fields.ts'
import { recipientOf, triggerOf } from '../../core/delivery/job.ts'
import { statusTally, worstColor } from './job-status.ts'
import type { Style } from '../text/style.ts'
import { tableLines, type Column } from '../text/table.ts'

const columns: readonly Column[] = [
  { title: 'CREATED' },
  { title: 'EVENT' },
  { title: 'WORKFLOW', least: 8 },
  { title: 'RECIPIENT', least: 9 },
  { title: 'STEPS', least: 11 },
  { title: 'TRANSACTION', optional: true },
  { title: 'CHANNELS', least: 8, optional: true },
]

/** `events` are as the service answered, without their secrets. */
export function eventsText(events: readonly ValueMap[], style: Style): string {
  if (events.length === 0)
    return 'No events match. A trigger without a recipient in the service makes no event.\n'
  const rows = events.map((event) => {
    const jobs = mapsAt(event, 'jobs')
    return [
      momentAt(event, 'createdAt'),
      textAt(event, '_id'),
      triggerOf(event),
      recipientOf(event),
      { text: jobs.length === 0 ? 'none yet' : statusTally(jobs), color: worstColor(jobs) },
      textAt(event, 'transactionId'),
      textsAt(event, 'channels').join(', '),
    ]
  })
  return `${tableLines(columns, rows, style).join('\n')}\n`
}
