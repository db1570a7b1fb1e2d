// The conditions for a failover and for --if-failing, and the reason that the journal keeps.
import { option } from '../../core/shell.ts'
import { errorOf, type Problem, warningOf } from '../../core/problem.ts'
import { listText } from '../../core/words.ts'
import type { Health } from '../../core/delivery/health.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { failoverHint, isActive } from '../../kinds/integration/routing.ts'
import { applyCommand, type MayBeProtected } from '../../core/target.ts'
import type { Target } from '../../project/project.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'
import type { FailoverFlags } from '../options/service.ts'
import { notReadyProblem, type Roles } from './roles.ts'
import type { FailoverAccount } from '../../report/account.ts'
import type { Machine } from '../run.ts'

/** Without `smoke: false`, the smoke trigger is sent. */
export type FailoverRequest = ProjectRequest &
  ConnectionRequest &
  Pick<
    FailoverFlags,
    'to' | 'back' | 'ifFailing' | 'reason' | 'journal' | 'yes' | 'unverified' | 'allowProtected'
  > & {
    readonly channel: string
    readonly smoke?: boolean
  }

/** A reason, unless it is empty. */
function textIn(reason: string | undefined): string | undefined {
  return reason?.trim() === '' ? undefined : reason
}

/** Without a reason of a person, the measurement is the reason. */
export function reasonOf(
  request: Pick<FailoverRequest, 'reason'>,
  health: Health | undefined,
  filter: Machine['filter'],
): string | undefined {
  const reason = textIn(request.reason)
  const shares = health?.windows.map((each) => `${each.refused} of ${each.delivered + each.refused}`)
  return reason === undefined
    ? shares && `the provider refused ${shares.join(', then ')} messages`
    : filter.redact(reason)
}

/** `unknown` are the required credentials that the service doesn't return. */
export function guardProblems(
  permission: FailoverRequest,
  target: Target,
  to: Desired,
  unknown: readonly string[],
): Problem[] {
  return [...protection(permission, target), ...credentials(permission, target, to, unknown)]
}

/** The options that the same command lacks to switch without a question. */
export function lackingOptions(
  permission: FailoverRequest,
  target: Target,
  unknown: readonly string[],
): string[] {
  const isVerified = unknown.length === 0 || permission.unverified === true
  const unverified = isVerified ? [] : [option('unverified', true)]
  return ['--yes', ...protectionOptions(permission, target), ...unverified]
}

function protectionOptions(
  { reason, ifFailing, allowProtected }: FailoverRequest,
  { alias, protection: line }: Target,
): string[] {
  if (line === undefined) return []
  return [
    ...(allowProtected.includes(alias) ? [] : [option('allowProtected', [alias])]),
    ...(textIn(reason) !== undefined || ifFailing !== undefined ? [] : [option('reason', 'TEXT')]),
  ]
}

function protection(permission: FailoverRequest, target: Target): Problem[] {
  const { alias, protection: line } = target
  const lacking = protectionOptions(permission, target)
  return lacking.length === 0
    ? []
    : [
        errorOf(
          'protected',
          `target ${alias} is protected: a failover needs ${listText(lacking)}`,
          `Add ${listText(lacking)}. The journal keeps the reason.`,
          { target: alias, position: line?.position },
        ),
      ]
}

function credentials(
  { unverified, yes, smoke }: FailoverRequest,
  { alias }: Target,
  { name, position }: Desired,
  unknown: readonly string[],
): Problem[] {
  if (unknown.length === 0) return []
  const message = `credentials of integration ${name}: not known, because the service doesn't return ${listText(unknown)}`
  const about = { target: alias, position }
  const rule = 'unverified-credentials'
  if (yes === true && unverified !== true)
    return [errorOf(rule, message, `Check the credentials, then add ${option('unverified', true)}.`, about)]
  const hint =
    smoke === false
      ? 'Check the credentials. Without a smoke trigger, belfry switches even if the credentials do not work.'
      : 'The smoke trigger shows whether the credentials work.'
  return [warningOf(rule, message, hint, about)]
}

/**
 * Why there is no measurement: a mistake, or a channel that failed over already. It is switched neither back nor to a second
 * standby. `all` are the primary integrations in the service.
 */
export function whyNotMeasured(
  channel: string,
  { declared, standbys }: Roles,
  all: readonly Live[],
  target: MayBeProtected,
): Problem | Pick<FailoverAccount, 'state'> | undefined {
  if (declared === undefined)
    return errorOf(
      'no-standby',
      `no manifest declares a primary integration for ${channel}, so ${option('ifFailing')} has nothing to watch`,
      'Declare primary: true for the integration to watch.',
    )
  const [only] = all.length === 1 ? all : []
  if (only !== undefined && isActive(only)) {
    if (only.name === declared.name) return undefined
    if (standbys.some(({ name }) => name === only.name)) return { state: 'left' }
  }
  const idle = only === undefined || isActive(only) ? '' : ', which is inactive and delivers nothing'
  return notReadyProblem(
    declared,
    `${channel} has ${primariesText(all.map(({ name }) => name))}${idle}, so ${option('ifFailing')} can't watch ${declared.name}`,
    failoverHint(
      channel,
      [...all.map((live) => ({ live })), ...[declared, ...standbys].map((desired) => ({ desired }))],
      target.protection !== undefined,
    ) ?? `Run ${applyCommand(target)}, so that ${declared.name} is active and the only primary integration.`,
  )
}

function primariesText(primaries: readonly string[]): string {
  if (primaries.length === 0) return 'no primary integration'
  return primaries.length === 1
    ? `the primary integration ${listText(primaries)}`
    : `${primaries.length} primary integrations: ${listText(primaries)}`
}
