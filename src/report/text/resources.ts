// Environments, integrations and subscribers as tables, and the manifest that a command made of them.
import { at, type ValueMap } from '../../core/value.ts'
import { firstOf, mapAt, mapsAt, textAt, textsAt } from '../../core/fields.ts'
import type { AnyAccount, GetCommand } from '../account.ts'
import type { Style } from './style.ts'
import { tableLines, type Cell, type Column } from './table.ts'

/** A column for each field of the JSON, or for what `computed` makes of several. */
const tables: Readonly<Record<GetCommand, readonly (Column & { readonly field: string })[]>> = {
  'get environments': [
    { title: 'NAME', field: 'name', least: 8 },
    { title: 'IDENTIFIER', field: 'identifier' },
    { title: 'PARENT', field: 'parent', least: 8, optional: true },
    { title: 'TYPE', field: 'type', least: 4, optional: true },
    { title: 'MANAGED', field: 'managed' },
  ],
  'get integrations': [
    { title: 'IDENTIFIER', field: 'identifier' },
    { title: 'NAME', field: 'name', least: 6, optional: true },
    { title: 'CHANNEL', field: 'channel' },
    { title: 'PROVIDER', field: 'providerId', least: 8 },
    { title: 'ACTIVE', field: 'active' },
    { title: 'PRIMARY', field: 'primary' },
    { title: 'WHEN', field: 'when', least: 8, optional: true },
    { title: 'MANAGED', field: 'managed' },
  ],
  'get subscribers': [
    { title: 'SUBSCRIBER', field: 'subscriberId' },
    { title: 'NAME', field: 'firstName', least: 6 },
    { title: 'EMAIL', field: 'email', least: 8 },
    { title: 'PHONE', field: 'phone', least: 8, optional: true },
    { title: 'CHANNELS', field: 'channels', least: 8, optional: true },
    { title: 'LOCALE', field: 'locale', least: 5, optional: true },
    { title: 'TIMEZONE', field: 'timezone', least: 8, optional: true },
  ],
}

/** By field. */
const computed: Readonly<Record<string, (item: ValueMap) => Cell>> = {
  identifier: (item) => {
    const { length } = textsAt(item, 'duplicates')
    return `${textAt(item, 'identifier')}${length === 0 ? '' : ` (${length}x)`}`
  },
  firstName: (item) => `${textAt(item, 'firstName')} ${textAt(item, 'lastName')}`.trim(),
  active: (item) => (at(item, 'active') === true ? 'yes' : { text: 'no', color: 'dim' }),
  primary: (item) => (at(item, 'primary') === true ? 'yes' : ''),
  channels: (item) => mapsAt(item, 'channels').map(channelText).join(', '),
  managed: (item) => {
    const place = mapAt(item, 'managed')
    if (place === undefined) return { text: 'unmanaged', color: 'yellow' }
    return `${textAt(place, 'file')}:${textAt(place, 'line')}`
  },
}

/** `items` are as in the JSON of the command. */
export function resourcesText(command: GetCommand, items: readonly ValueMap[], style: Style): string {
  if (items.length === 0) return `No ${command.slice('get '.length)} match.\n`
  const isManagedKnown = items.some((item) => at(item, 'managed') !== undefined)
  const columns = tables[command].filter(({ field }) => field !== 'managed' || isManagedKnown)
  const rows = items.map((item) => columns.map(({ field }) => computed[field]?.(item) ?? textAt(item, field)))
  return `${tableLines(columns, rows, style).join('\n')}\n`
}

/** Empty if the command made none. */
export function manifestText(account: AnyAccount): string {
  return 'manifest' in account ? (account.manifest ?? '') : ''
}

/** `slack@slack-ops`; with its number of device tokens, `fcm@fcm-push (2)`. */
function channelText(channel: ValueMap): string {
  const integration = firstOf(textAt(channel, 'integrationIdentifier'), textAt(channel, '_integrationId'))
  const tokens = textsAt(mapAt(channel, 'credentials'), 'deviceTokens').length
  return `${textAt(channel, 'providerId')}@${integration}${tokens === 0 ? '' : ` (${tokens})`}`
}
