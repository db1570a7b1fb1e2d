// What must be so before a failover writes, and what --if-failing doesn't measure.
import { commandLine, option } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { refusal } from '../../core/refusals.ts'
import { listText } from '../../core/words.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Target } from '../../project/project.ts'
import { notReadyProblem, type Roles } from './roles.ts'
import type { FailoverAccount } from '../../report/account.ts'

interface Permission {
  readonly reason?: string
  readonly unverified?: true
  readonly yes?: true
  readonly withoutSmoke?: true
  readonly ifFailing?: unknown
  readonly allowProtected: readonly string[]
}

/** A reason, unless it says nothing. */
export function textIn(reason: string | undefined): string | undefined {
  return reason?.trim() === '' ? undefined : reason
}

/** `unknown` are the required credentials that the service doesn't return. */
export function guardProblems(
  permission: Permission,
  target: Target,
  to: Desired,
  unknown: readonly string[],
): Problem[] {
  return [...protection(permission, target), ...credentials(permission, target, to, unknown)]
}

function protection(
  { reason, ifFailing, allowProtected }: Permission,
  { alias, protection: line }: Target,
): Problem[] {
  if (line === undefined) return []
  const lacking = [
    ...(allowProtected.includes(alias) ? [] : [option('allowProtected', [alias])]),
    ...(textIn(reason) !== undefined || ifFailing !== undefined ? [] : ['--reason TEXT']),
  ]
  return lacking.length === 0
    ? []
    : [
        refusal({
          rule: 'protected',
          severity: 'error',
          target: alias,
          ...given({ position: line.position }),
          message: `target ${alias} is protected: a failover needs ${listText(lacking)}`,
          hint: `Add ${listText(lacking)}. The journal keeps the reason.`,
        }),
      ]
}

function credentials(
  { unverified, yes, withoutSmoke }: Permission,
  { alias }: Target,
  { name, position }: Desired,
  unknown: readonly string[],
): Problem[] {
  if (unknown.length === 0) return []
  const about = {
    rule: 'unverified-credentials',
    target: alias,
    position,
    message: `credentials of integration ${name}: not known, because the service doesn't return ${listText(unknown)}`,
  } as const
  return yes === true && unverified !== true
    ? [refusal({ ...about, severity: 'error', hint: 'Check the credentials, then add --unverified.' })]
    : [
        {
          ...about,
          severity: 'warning',
          hint:
            withoutSmoke === true
              ? 'Check the credentials. Without a smoke trigger, belfry switches even if the credentials do not work.'
              : 'The smoke trigger shows whether the credentials work.',
        },
      ]
}

/** The end without a measurement: a mistake, or a channel that failed over already. It goes neither back nor on to a second standby. */
export function whyNotMeasured(
  channel: string,
  { declared, standbys }: Roles,
  primaries: readonly string[],
): Problem | Pick<FailoverAccount, 'state'> | undefined {
  if (declared === undefined)
    return {
      rule: 'no-standby',
      severity: 'error',
      message: `no manifest declares a primary integration for ${channel}, so --if-failing has nothing to watch`,
      hint: 'Declare primary: true for the integration to watch.',
    }
  const [primary] = primaries
  if (primaries.length === 1 && primary === declared.name) return undefined
  if (primaries.length === 1 && standbys.some(({ name }) => name === primary)) return { state: 'left' }
  return notReadyProblem(
    declared,
    `${channel} has ${primariesText(primaries)}, so --if-failing can't watch ${declared.name}`,
    `Run ${commandLine('apply')}, so that ${declared.name} is the only primary integration.`,
  )
}

function primariesText(primaries: readonly string[]): string {
  if (primaries.length === 0) return 'no primary integration'
  return primaries.length === 1
    ? `the primary integration ${listText(primaries)}`
    : `${primaries.length} primary integrations: ${listText(primaries)}`
}
