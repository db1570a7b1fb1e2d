// The commands about resources in the service: what their tables show, and what formats need to know of them.
import { firstOf, mapAt, mapsAt, textAt, textsAt } from '../core/fields.ts'
import { at, type ValueMap } from '../core/value.ts'
import type { Cell, Column } from './text/table.ts'

export interface GetTable {
  /** A column for each field of the JSON, as its text or as `cell` makes it of the record. */
  readonly columns: readonly (Column & {
    readonly field: string
    readonly cell?: (item: ValueMap) => Cell
  })[]
  /** Its records are people. The others are resources, which manifests may declare. */
  readonly isOfPeople?: true
}

const managed = { title: 'MANAGED', field: 'managed', cell: placeOf } as const

export const getTables = {
  'get environments': {
    columns: [
      { title: 'NAME', field: 'name', least: 8 },
      { title: 'IDENTIFIER', field: 'identifier', cell: identifierOf },
      { title: 'PARENT', field: 'parent', least: 8, optional: true },
      { title: 'TYPE', field: 'type', least: 4, optional: true },
      managed,
    ],
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
  },
  'get subscribers': {
    isOfPeople: true,
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
  },
} as const satisfies Readonly<Record<string, GetTable>>

export type GetCommand = keyof typeof getTables

export const getCommands = Object.keys(getTables) as readonly GetCommand[]

export function isGet(command: string): command is GetCommand {
  return Object.hasOwn(getTables, command)
}

/** Whether its records are resources, without personal data. */
export function isOfResources(command: string): boolean {
  return isGet(command) && !('isOfPeople' in getTables[command])
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
