// The commands that list: a row for each, with the columns of its table, its JSON and its formats.
import type { z } from 'zod'
import { recipientOf, triggerOf } from '../core/delivery/job.ts'
import { firstOf, mapAt, mapsAt, momentAt, textAt, textsAt } from '../core/json.ts'
import { optional } from '../core/given.ts'
import { at, type ValueMap } from '../core/value.ts'
import { statusTally, worstColor } from './activity/job-status.ts'
import { messageColumns } from './activity/messages.ts'
import type { listed } from './json/common-shapes.ts'
import type { Cell, ListColumn } from './text/table.ts'

interface ListRow {
  readonly columns: readonly ListColumn[]
  /** The text after the message that nothing matches. */
  readonly ifEmpty?: string
  /** What its JSON has besides what the JSON of every command has. Help reads these rows and loads no zod. */
  readonly json: (shapes: typeof listed) => z.ZodRawShape
  /** `declared`: manifests can declare them, so `--format yaml` prints a manifest. `personal`: reports mask personal data in them. */
  readonly records: readonly ('declared' | 'personal')[]
}

const managed = { title: 'MANAGED', field: 'managed', cell: placeOf } as const

const rows = {
  'events list': {
    columns: [
      { title: 'CREATED', field: 'createdAt', cell: momentAt },
      { title: 'EVENT', field: '_id' },
      { title: 'WORKFLOW', field: 'template', least: 8, cell: triggerOf },
      { title: 'RECIPIENT', field: 'subscriber', least: 9, cell: recipientOf },
      { title: 'STEPS', field: 'jobs', least: 11, cell: stepsOf },
      { title: 'TRANSACTION', field: 'transactionId', optional: true },
      { title: 'CHANNELS', field: 'channels', least: 8, optional: true, cell: listOf },
    ],
    ifEmpty: 'A trigger without a recipient in the service makes no event.',
    json: ({ list }) => list,
    records: ['personal'],
  },
  'messages list': { columns: messageColumns, json: ({ list }) => list, records: ['personal'] },
  'get environments': {
    columns: [
      { title: 'NAME', field: 'name', least: 8 },
      { title: 'IDENTIFIER', field: 'identifier', cell: identifierOf },
      { title: 'PARENT', field: 'parent', least: 8, optional: true },
      { title: 'TYPE', field: 'type', least: 4, optional: true },
      managed,
    ],
    json: ({ resources }) => resources,
    records: ['declared'],
  },
  'get integrations': {
    columns: [
      { title: 'IDENTIFIER', field: 'identifier', cell: identifierOf },
      { title: 'NAME', field: 'name', least: 6, optional: true },
      { title: 'CHANNEL', field: 'channel' },
      { title: 'PROVIDER', field: 'providerId', least: 8 },
      {
        title: 'ACTIVE',
        field: 'active',
        cell: (item) => (at(item, 'active') === true ? 'yes' : { text: 'no', color: 'dim' }),
      },
      { title: 'PRIMARY', field: 'primary', cell: (item) => (at(item, 'primary') === true ? 'yes' : '') },
      { title: 'WHEN', field: 'when', least: 8, optional: true },
      managed,
    ],
    json: ({ resources }) => resources,
    records: ['declared'],
  },
  'get subscribers': {
    columns: [
      { title: 'SUBSCRIBER', field: 'subscriberId' },
      {
        title: 'NAME',
        field: 'firstName',
        least: 6,
        cell: (item) => `${textAt(item, 'firstName')} ${textAt(item, 'lastName')}`.trim(),
      },
      { title: 'EMAIL', field: 'email', least: 8 },
      { title: 'PHONE', field: 'phone', least: 8, optional: true },
      {
        title: 'CHANNELS',
        field: 'channels',
        least: 8,
        optional: true,
        cell: (item) => mapsAt(item, 'channels').map(channelText).join(', '),
      },
      { title: 'LOCALE', field: 'locale', least: 5, optional: true },
      { title: 'TIMEZONE', field: 'timezone', least: 8, optional: true },
    ],
    json: ({ z, list, count, record }) => ({
      ...list,
      next: z.string().nullish().describe('The value of --after for the next page. Null on the last page.'),
      previous: z
        .string()
        .nullish()
        .describe('The value of --before for the previous page. Null on the first page.'),
      totalCount: optional(count, 'The number of subscribers on all pages, as returned by the service.'),
      totalCountCapped: optional(
        z.boolean(),
        'Whether the service has more subscribers than the number in `totalCount`.',
      ),
      data: z.array(record).optional(),
    }),
    records: ['declared', 'personal'],
  },
} satisfies Readonly<Record<string, ListRow>>

export type ListCommand = keyof typeof rows

export const listRows: Readonly<Record<ListCommand, ListRow>> = rows

export const listCommands = Object.keys(listRows) as readonly ListCommand[]

function listOf(item: ValueMap, field: string): Cell {
  return textsAt(item, field).join(', ')
}

function stepsOf(event: ValueMap): Cell {
  const jobs = mapsAt(event, 'jobs')
  return { text: jobs.length === 0 ? 'none yet' : statusTally(jobs), color: worstColor(jobs) }
}

function identifierOf(item: ValueMap): Cell {
  const { length } = textsAt(item, 'duplicates')
  return `${textAt(item, 'identifier')}${length === 0 ? '' : ` (${length}x)`}`
}

function placeOf(item: ValueMap): Cell {
  const place = mapAt(item, 'managed')
  if (place === undefined) return { text: 'unmanaged', color: 'yellow' }
  return `${textAt(place, 'file')}:${textAt(place, 'line')}`
}

/** `slack@slack-ops`; with its number of device tokens, `fcm@fcm-push (2)`. */
function channelText(channel: ValueMap): string {
  const integration = firstOf(textAt(channel, 'integrationIdentifier'), textAt(channel, '_integrationId'))
  const tokens = textsAt(mapAt(channel, 'credentials'), 'deviceTokens').length
  return `${textAt(channel, 'providerId')}@${integration}${tokens === 0 ? '' : ` (${tokens})`}`
}
