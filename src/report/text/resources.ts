// Environments, integrations and subscribers as tables, and the manifest that a command made of them.
import { at, type ValueMap } from '../../core/value.ts'
import { firstOf, mapAt, mapsAt, textAt, textsAt } from '../../core/fields.ts'
import type { AnyAccount, GetCommand } from '../account.ts'
import type { Style } from './style.ts'
import { tableLines, type Cell, type Column } from './table.ts'

interface Field extends Column {
  readonly cell: (item: ValueMap) => Cell
}

const field =
  (name: string) =>
  (item: ValueMap): string =>
    textAt(item, name)

const tables: Readonly<Record<GetCommand, readonly Field[]>> = {
  'get environments': [
    { title: 'NAME', least: 8, cell: (item) => `${textAt(item, 'name')}${timesOf(item)}` },
    { title: 'IDENTIFIER', cell: field('identifier') },
    { title: 'PARENT', least: 8, optional: true, cell: field('parent') },
    { title: 'TYPE', least: 4, optional: true, cell: field('type') },
  ],
  'get integrations': [
    { title: 'IDENTIFIER', least: 10, cell: (item) => `${textAt(item, 'identifier')}${timesOf(item)}` },
    { title: 'NAME', least: 6, optional: true, cell: field('name') },
    { title: 'CHANNEL', cell: field('channel') },
    { title: 'PROVIDER', least: 8, cell: field('providerId') },
    { title: 'ACTIVE', cell: (item) => (at(item, 'active') === true ? 'yes' : { text: 'no', color: 'dim' }) },
    { title: 'PRIMARY', cell: (item) => (at(item, 'primary') === true ? 'yes' : '') },
    { title: 'WHEN', least: 8, optional: true, cell: field('when') },
  ],
  'get subscribers': [
    { title: 'SUBSCRIBER', least: 10, cell: field('subscriberId') },
    {
      title: 'NAME',
      least: 6,
      cell: (item) => `${textAt(item, 'firstName')} ${textAt(item, 'lastName')}`.trim(),
    },
    { title: 'EMAIL', least: 8, cell: field('email') },
    { title: 'PHONE', least: 8, optional: true, cell: field('phone') },
    { title: 'CHANNELS', least: 8, optional: true, cell: channelsOf },
    { title: 'LOCALE', least: 5, optional: true, cell: field('locale') },
    { title: 'TIMEZONE', least: 8, optional: true, cell: field('timezone') },
  ],
}

const managed: Field = {
  title: 'MANAGED',
  least: 12,
  cell: (item) => {
    const place = mapAt(item, 'managed')
    if (place === undefined) return { text: 'unmanaged', color: 'yellow' }
    return `${textAt(place, 'file')}:${textAt(place, 'line')}`
  },
}

/** `items` are as in the JSON of the command. */
export function resourcesText(command: GetCommand, items: readonly ValueMap[], style: Style): string {
  if (items.length === 0) return `No ${command.slice('get '.length)} match.\n`
  const isManagedKnown = items.some((item) => at(item, 'managed') !== undefined)
  const columns = [...tables[command], ...(isManagedKnown ? [managed] : [])]
  const rows = items.map((item) => columns.map(({ cell }) => cell(item)))
  return `${tableLines(columns, rows, style).join('\n')}\n`
}

/** @internal */
export function manifestText(account: AnyAccount): string {
  return 'manifest' in account ? (account.manifest ?? '') : ''
}

/** How many resources share the identity, if several do. */
function timesOf(item: ValueMap): string {
  const { length } = textsAt(item, 'duplicates')
  return length === 0 ? '' : ` (${length} times)`
}

/** `slack@slack-ops`; with its number of device tokens, `fcm@fcm-push (2)`. */
function channelsOf(item: ValueMap): string {
  const texts = mapsAt(item, 'channels').map((channel) => {
    const integration = firstOf(textAt(channel, 'integrationIdentifier'), textAt(channel, '_integrationId'))
    const tokens = textsAt(mapAt(channel, 'credentials'), 'deviceTokens').length
    return `${textAt(channel, 'providerId')}@${integration}${tokens === 0 ? '' : ` (${tokens})`}`
  })
  return texts.join(', ')
}
