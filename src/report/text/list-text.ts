// A list as a table, and the manifest that a command made of it. After the problems, for every format of the result, on stderr:
// whether a list has more pages, and the result of a trigger.
import { at, type ValueMap } from '../../core/value.ts'
import { textAt } from '../../core/json.ts'
import { present } from '../../core/given.ts'
import { quoted } from '../../core/shell.ts'
import { visible } from '../../core/visible.ts'
import { counted } from '../../core/words.ts'
import type { AnyAccount, Cursors, ListAccount } from '../account.ts'
import { listRows, type ListCommand } from '../list-rows.ts'
import type { Style } from './style.ts'
import { tableLines } from './table.ts'
import { triggerAside } from './delivery.ts'

/** `items` are as in the JSON of the command. */
export function listText(command: ListCommand, items: readonly ValueMap[], style: Style, page = 0): string {
  const { columns: all, ifEmpty } = listRows[command]
  if (items.length === 0 && page > 0)
    return `No ${recordsOf(command)} on page ${page}. The first page is page 0.\n`
  if (items.length === 0) return `${present(`No ${recordsOf(command)} match.`, ifEmpty).join(' ')}\n`
  const isManagedKnown = items.some((item) => at(item, 'managed') !== undefined)
  const columns = all.filter(({ field }) => field !== 'managed' || isManagedKnown)
  const rows = items.map((item) => columns.map(({ field, cell = textAt }) => cell(item, field)))
  return `${tableLines(columns, rows, style).join('\n')}\n`
}

/** `subscribers`, `events` */
function recordsOf(command: ListCommand): string {
  return command.replace(/^get | list$/, '')
}

/** Empty if the command made none. */
export function manifestText(account: AnyAccount): string {
  return 'manifest' in account ? (account.manifest ?? '') : ''
}

export function accountAside(account: AnyAccount, style: Style): string {
  switch (account.command) {
    case 'trigger':
      return triggerAside(account, style)
    case 'events list':
    case 'messages list':
    case 'get subscribers':
      return moreText(account)
    default:
      return ''
  }
}

function moreText({ command, hasMore, page = 0, max, cursors }: ListAccount): string {
  if (cursors !== undefined) return cursorText(cursors)
  if (hasMore !== true) return ''
  const records = recordsOf(command)
  return max === undefined
    ? `There are more ${records}. All of them: --all, without --page.\nNext page: --page ${page + 1}\n`
    : `The list ends after ${counted(max, records.slice(0, -1))}, but there are more ${records}. Raise --max to list more.\n`
}

/** The options to copy for the pages after and before this one. */
function cursorText({ next, previous, totalCount, totalCountCapped }: Cursors): string {
  const total = `${totalCountCapped ? 'more than ' : ''}${totalCount} in total`
  return [
    next === null
      ? ''
      : `There are more subscribers, ${total}. All of them: --all, without --after and --before.\nNext page: --after ${quoted(visible(next))}\n`,
    previous === null ? '' : `Previous page: --before ${quoted(visible(previous))}\n`,
  ].join('')
}
