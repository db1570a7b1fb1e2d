// Environments, integrations and subscribers as tables, and the manifest that a command made of them.
import { at, type ValueMap } from '../../core/value.ts'
import { firstOf, mapAt, mapsAt, textAt, textsAt } from '../../core/fields.ts'
import type { AnyAccount } from '../account.ts'
import { getTables, type GetCommand, type GetTable } from '../get-tables.ts'
import type { Style } from './style.ts'
import { tableLines, type Cell } from './table.ts'

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
  const { columns: all }: GetTable = getTables[command]
  const columns = all.filter(({ field }) => field !== 'managed' || isManagedKnown)
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
