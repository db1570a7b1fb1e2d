// What `belfry get` lists as a table, and the manifest that a command made of it.
import { at, type ValueMap } from '../../core/value.ts'
import { textAt } from '../../core/fields.ts'
import type { AnyAccount } from '../account.ts'
import { getTables, type GetCommand, type GetTable } from '../get-tables.ts'
import type { Style } from './style.ts'
import { tableLines } from './table.ts'

/** `items` are as in the JSON of the command. */
export function resourcesText(command: GetCommand, items: readonly ValueMap[], style: Style): string {
  if (items.length === 0) return `No ${command.slice('get '.length)} match.\n`
  const isManagedKnown = items.some((item) => at(item, 'managed') !== undefined)
  const { columns: all }: GetTable = getTables[command]
  const columns = all.filter(({ field }) => field !== 'managed' || isManagedKnown)
  const rows = items.map((item) => columns.map(({ field, cell }) => cell?.(item) ?? textAt(item, field)))
  return `${tableLines(columns, rows, style).join('\n')}\n`
}

/** Empty if the command made none. */
export function manifestText(account: AnyAccount): string {
  return 'manifest' in account ? (account.manifest ?? '') : ''
}
