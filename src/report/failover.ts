// A failover as text: what the provider refused, the smoke trigger, and which integration is primary now.
import { commandLine } from '../core/shell.ts'
import { mostEvents, type CountedWindow, type Health } from '../core/delivery/health.ts'
import { exits } from '../core/problem.ts'
import { visible } from '../core/visible.ts'
import { counted } from '../core/words.ts'
import type { FailoverAccount } from './account.ts'
import { smokeText } from './text/smoke.ts'
import { paint, type Style } from './text/style.ts'

/** The plan, the measurement before it, and the lines of single changes were already printed. */
export function failoverText(account: FailoverAccount, style: Style): string {
  const { health, plan, smoke } = account
  return [
    ...(health === undefined || plan !== undefined ? [] : [healthText(health)]),
    ...(smoke === undefined ? [] : [`\n${smokeText(smoke, style)}\n`]),
    ...[...verdictOf(account, style), ...unverified(account)].map((line) => `${line}\n`),
  ].join('')
}

/** Why --if-failing switches, or doesn't. */
export function healthText({ windows, verdict }: Health): string {
  return `${windows.map(windowText).join('\n')}\nResult: ${verdict}.\n`
}

/** `2026-01-05T09:00:00.000Z to 2026-01-05T09:10:00.000Z: 83 of 166 messages refused (50%)` */
function windowText({ from, to, delivered, refused, isSample }: CountedWindow): string {
  const total = delivered + refused
  const share = total === 0 ? '' : ` (${Math.round((100 * refused) / total)}%)`
  const sample = isSample === true ? `, in the newest ${counted(mostEvents, 'event')}` : ''
  return `${new Date(from).toISOString()} to ${new Date(to).toISOString()}: ${refused} of ${total} messages refused${share}${sample}`
}

/** For the first write; the switch itself has its own state. */
function unverified({ exit, state }: FailoverAccount): readonly string[] {
  return exit === exits.unsettled && state !== 'unknown'
    ? [
        'Not verified: the service accepted the requests, but a later read returned different values. Run the command again.',
      ]
    : []
}

function verdictOf(account: FailoverAccount, style: Style): readonly string[] {
  const { state, health, results = [] } = account
  const [target, channel, from, to] = [account.target, account.channel, account.from, account.to].map(
    (text) => visible(text ?? ''),
  )
  const primary = `the primary integration for ${channel} in ${target}`
  switch (state) {
    case 'switched':
      return [`${paint(style, 'green', 'Switched')}: ${to} is ${primary}.`]
    case 'already':
      return [`Nothing to do: ${to} is ${primary} already.`]
    case 'not switched':
      return [
        `${paint(style, 'red', 'Not switched')}: belfry did not make ${to} ${primary}.`,
        ...(results.some(({ outcome }) => outcome.status === 'done')
          ? [
              `${to} is active now.${account.isDeclaredInactive === true ? ` To undo this, run ${commandLine('apply')}.` : ''}`,
            ]
          : []),
      ]
    case 'unknown':
      return [
        `${paint(style, 'red', 'Not verified')}: belfry sent the request that makes ${to} ${primary}, but could not verify the result. To see which integration is primary, run ${commandLine('plan')}.`,
      ]
    case 'left':
      if (health === undefined) return [`Nothing to do: the standby ${from} is ${primary} already.`]
      return health.verdict === 'failing'
        ? [`To switch to ${to}, run the command again with --yes.`]
        : ['Nothing to do.']
    default:
      return []
  }
}
