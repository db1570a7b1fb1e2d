// A failover: what the provider refused, the smoke trigger, and which integration is primary now.
import { commandLine } from '../../core/shell.ts'
import { mostEvents, type CountedWindow, type Health } from '../../core/delivery/health.ts'
import { exits } from '../../core/problem.ts'
import { counted, listText } from '../../core/words.ts'
import type { FailoverAccount } from '../account.ts'
import { sentences, type Node, type Text } from './document-node.ts'
import { smokeReport } from './smoke.ts'

const unverified =
  'Not verified: the service accepted the requests, but a later read returned different values. Run the command again.'

/** The plan, the measurement before it, and the lines of single changes were already printed. */
export function failoverNodes(account: FailoverAccount): readonly Node[] {
  const { exit, health, plan, smoke, state } = account
  return [
    ...smokeReport(smoke),
    sentences([
      ...(health === undefined || plan !== undefined ? [] : healthLines(health)),
      ...verdictOf(account),
      // For the first write; the switch itself has its own state.
      ...(exit === exits.unsettled && state !== 'unknown' ? [unverified] : []),
    ]),
  ]
}

/** Why --if-failing switches, or doesn't. */
export function healthLines({ windows, verdict }: Health): readonly string[] {
  return [...windows.map(windowText), `Result: ${verdict}.`]
}

/** `2026-01-05T09:00:00.000Z to 2026-01-05T09:10:00.000Z: 83 of 166 messages refused (50%)` */
function windowText({ from, to, delivered, refused, isSample }: CountedWindow): string {
  const total = delivered + refused
  const share = total === 0 ? '' : ` (${Math.round((100 * refused) / total)}%)`
  const sample = isSample === true ? `, in the newest ${counted(mostEvents, 'event')}` : ''
  return `${new Date(from).toISOString()} to ${new Date(to).toISOString()}: ${refused} of ${total} messages refused${share}${sample}`
}

function verdictOf(account: FailoverAccount): readonly Text[] {
  const { state, health, results = [], target = '', channel = '', from = '', to = '', undo } = account
  const primary = `the primary integration for ${channel} in ${target}`
  switch (state) {
    case 'switched':
      return [[{ strong: 'Switched', sign: '+' }, `: ${to} is ${primary}.`]]
    case 'already':
      return [`Nothing to do: ${to} is ${primary} already.`]
    case 'not switched':
      return [
        [{ strong: 'Not switched', sign: '-' }, `: belfry did not make ${to} ${primary}.`],
        ...(results.some(({ outcome }) => outcome.status === 'done')
          ? [`belfry activated ${to}.${undo === undefined ? '' : ` To undo this, run ${commandLine(undo)}.`}`]
          : []),
      ]
    case 'unknown':
      return [
        [
          { strong: 'Not verified', sign: '-' },
          `: belfry sent the request that makes ${to} ${primary}, but could not verify the result. To see which integration is primary, run ${commandLine('plan')}.`,
        ],
      ]
    case 'left':
      if (health === undefined) return [`Nothing to do: the standby ${from} is ${primary} already.`]
      if (health.verdict !== 'failing') return ['Nothing to do.']
      return [
        account.lacking === undefined
          ? `To switch to ${to}, first fix the causes of the warnings, then run the command again.`
          : `To switch to ${to}, run the command again with ${listText(account.lacking)}.`,
      ]
    default:
      return []
  }
}
