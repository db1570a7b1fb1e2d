// The current and the future primary integration of a channel, by the manifests and by the service.
import { option } from '../../core/shell.ts'
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import { present } from '../../core/given.ts'
import { errorOf, type Problem, badFlag } from '../../core/problem.ts'
import { applyCommand, type MayBeProtected, type Target } from '../../core/target.ts'
import { listText } from '../../core/words.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { requiredCredentials } from '../../kinds/integration/credentials.ts'
import { isRouted, declaredPrimariesOf, isPrimary, standbysOf } from '../../kinds/integration/routing.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { FailoverFlags } from '../options/service.ts'

export interface Roles {
  /** The integration that is to be primary. */
  readonly to: Desired
  /** The declared primary integration. */
  readonly declared: Desired | undefined
  readonly standbys: readonly Desired[]
}

/** Chooses the new primary integration among the declared ones; the problem if none fits the options. */
export function rolesOf(
  { channel, to, back }: Pick<FailoverFlags, 'to' | 'back'> & { readonly channel: string },
  all: readonly Desired[],
  target: MayBeProtected & Pick<Target, 'alias'>,
): Roles | Problem {
  if (!channelsWithPrimary.has(channel))
    return badFlag(
      `channel ${channel} has no primary integration${didYouMean(channel, [...channelsWithPrimary])}`,
      `Write ${[...channelsWithPrimary].join(' or ')}.`,
    )
  const [declared] = declaredPrimariesOf(channel, all)
  const standbys = standbysOf(channel, all)
  if (back === true)
    return declared === undefined
      ? errorOf(
          'no-standby',
          `no manifest declares a primary integration for ${channel} in target ${target.alias}`,
          'Declare primary: true for the integration to return to.',
        )
      : { to: declared, declared, standbys }
  const names = standbys.map(({ name }) => name)
  const chosen = to === undefined ? standbys[0] : standbys.find(({ name }) => name === to)
  if (chosen !== undefined) return { to: chosen, declared, standbys }
  if (to === undefined || names.length === 0)
    return errorOf(
      'no-standby',
      `no manifest declares a standby for ${channel} in target ${target.alias}`,
      `Declare standby: 1 for another ${channel} integration, then run ${applyCommand(target)}.`,
    )
  return badFlag(
    `${option('to', to)}: ${to} is not a declared standby for ${channel}${didYouMean(to, names)}`,
    `Standbys for ${channel}: ${listText(names)}.`,
  )
}

/** What the service shows of the channel. */
export interface Shown {
  readonly primaries: readonly string[]
  readonly isActive: boolean
  /** Whether the integration is the only primary one, and active. */
  readonly isDone: boolean
  readonly problems: readonly Problem[]
  /** Required credentials that the service doesn't return. */
  readonly unknown: readonly string[]
}

/** `all` are the integrations in the service. `problems` say why `to` can't become primary. */
export function shownOf(channel: string, to: Desired, all: readonly Live[], target: MayBeProtected): Shown {
  const own = all.filter(({ fields }) => fields['channel'] === channel)
  const live = own.find(({ name }) => name === to.name)
  const { missing = [], unknown = [] } = live === undefined ? {} : requiredCredentials(live.fields)
  const isActive = live?.fields['active'] === true
  const problems: Problem[] = []
  const refuse = (why: string, first: string): void => {
    const hint = `${first}, then run the command again.`
    problems.push(notReadyProblem(to, `integration ${to.name} ${why}`, hint))
  }
  if (live === undefined)
    refuse('is not in the service', `Run ${applyCommand(target)} to create the integration`)
  else if (own.some((each) => each !== live && each.name === to.name))
    refuse('is in the service several times', 'Delete all but one of them in the dashboard of the service')
  else if (isRouted(live.fields))
    refuse(
      'has conditions or rules in the service, which the service removes from a primary integration',
      `Declare conditions: null and rules: null, run ${applyCommand(target)}`,
    )
  if (missing.length > 0)
    refuse(
      `lacks ${listText(missing)}, which its provider requires`,
      `Declare the missing credentials, run ${applyCommand(target)}`,
    )
  return {
    primaries: own.filter(({ fields }) => isPrimary(fields)).map(({ name }) => name),
    isActive,
    isDone: isActive && live.fields['primary'] === true,
    unknown,
    problems,
  }
}

export function notReadyProblem({ target, position }: Desired, message: string, hint: string): Problem {
  return errorOf('not-ready', message, hint, { position, target })
}

/** Why an activated integration can't be made primary any more: someone else changed the channel meanwhile. */
export function changedSince(
  before: Shown,
  channel: string,
  to: Desired,
  all: readonly Live[],
  target: MayBeProtected,
): readonly Problem[] {
  const now = shownOf(channel, to, all, target)
  if (now.problems.length > 0) return now.problems
  const [is, was] = [now, before].map(({ primaries }) => primaries.toSorted().join('\0'))
  const named = ({ primaries }: Shown): string => listText(primaries) || 'none'
  const changes = present(
    is !== was && `the primary integration for ${channel} is ${named(now)}, not ${named(before)}`,
    !now.isActive && `integration ${to.name} is inactive`,
  )
  return changes.map((change) =>
    notReadyProblem(to, `the service changed while the command ran: ${change}`, 'Run the command again.'),
  )
}
