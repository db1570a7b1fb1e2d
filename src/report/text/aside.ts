// What people read on stderr after the problems, whatever the format of the result: how a trigger went, and whether a list has more.
import { counted } from '../../core/words.ts'
import type { AnyAccount, ListAccount } from '../account.ts'
import type { Style } from './style.ts'
import { triggerAside } from './trigger.ts'

export function accountAside(account: AnyAccount, style: Style): string {
  switch (account.command) {
    case 'trigger':
      return triggerAside(account, style)
    case 'events list':
    case 'messages list':
      return moreText(account)
    default:
      return ''
  }
}

function moreText({ command, hasMore, page = 0, max }: ListAccount): string {
  if (hasMore !== true) return ''
  return max === undefined
    ? `There are more: --page ${page + 1}, or --all.\n`
    : `There are more: this ends after ${counted(max, command === 'events list' ? 'event' : 'message')}; --max takes a higher number.\n`
}
