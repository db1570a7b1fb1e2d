// The text on stderr after the problems, for every format of the result: the progress of a trigger, and whether a list has more
// pages.
import { quoted } from '../../core/shell.ts'
import { visible } from '../../core/visible.ts'
import { counted } from '../../core/words.ts'
import type { AnyAccount, Cursors, ListAccount } from '../account.ts'
import type { Style } from './style.ts'
import { triggerAside } from './delivery.ts'

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
  const records = command.replace(/ list$/, '')
  return max === undefined
    ? `There are more ${records}. Add --page ${page + 1} to list the next page, or --all to list all ${records}.\n`
    : `The list ends after ${counted(max, records.slice(0, -1))}, but there are more ${records}. Raise --max to list more.\n`
}

/** The options to copy for the pages after and before this one. */
function cursorText({ next, previous, totalCount, totalCountCapped }: Cursors): string {
  const total = `${totalCountCapped ? 'more than ' : ''}${totalCount} in total`
  return [
    next === null
      ? ''
      : `There are more subscribers, ${total}. Add --after ${quoted(visible(next))} to list the next page, or --all to list all subscribers.\n`,
    previous === null ? '' : `Previous page: --before ${quoted(visible(previous))}\n`,
  ].join('')
}
