// A list as a table, and the manifest that a command made of it.
import { at, type ValueMap } from '../../core/value.ts'
import { textAt } from '../../core/json.ts'
import { present } from '../../core/given.ts'
import type { AnyAccount } from '../account.ts'
import { listRows, type ListCommand } from '../list-rows.ts'
import type { Style } from './style.ts'
import { tableLines } from './table.ts'

/** `items` are as in the JSON of the command. */
export function listText(command: ListCommand, items: readonly ValueMap[], style: Style): string {
  const { columns: all, ifEmpty } = listRows[command]
  const what = command.replace('get ', '').replace(' list', '')
  if (items.length === 0) return `${present(`No ${what} match.`, ifEmpty).join(' ')}\n`
  const isManagedKnown = items.some((item) => at(item, 'managed') !== undefined)
  const columns = all.filter(({ field }) => field !== 'managed' || isManagedKnown)
  const rows = items.map((item) => columns.map(({ field, cell = textAt }) => cell(item, field)))
  return `${tableLines(columns, rows, style).join('\n')}\n`
}

/** Empty if the command made none. */
export function manifestText(account: AnyAccount): string {
  return 'manifest' in account ? (account.manifest ?? '') : ''
}
