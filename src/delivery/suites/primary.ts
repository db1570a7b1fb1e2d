// Checks the `primary` field of a suite: the list of integrations shows which integration is primary.
import { commandLine } from '../../core/shell.ts'
import { severalPrimaries } from '../../core/plan/channels.ts'
import { listText } from '../../core/words.ts'
import type { Explanation } from '../../core/delivery/delivery.ts'
import type { SmokeAttempt, SmokePrimary } from '../../core/delivery/smoke.ts'
import type { Problem } from '../../core/problem.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import { isPrimary } from '../../kinds/integration/routing.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { DeliveryTarget } from '../delivery-target.ts'
import { declaredIntegration, remedy } from '../explain/surroundings.ts'
import type { Waiting } from '../trigger.ts'

export async function checkPrimary(
  each: SmokePrimary,
  at: Pick<DeliveryTarget, 'proof' | 'declared'>,
  { clock }: Pick<Waiting, 'clock'>,
): Promise<SmokeAttempt> {
  const began = clock()
  const { channel, identifier, target } = each
  const access = await at.proof()
  const { seen, ...judged } =
    'rule' in access
      ? unread(access)
      : await readIntegrations(access).then(
          (live) => judgedBy(live, each, at.declared),
          (error: unknown) => unread(problemOf(error, target)),
        )
  const [expected, found] = [identifier, seen].map((name) => `primary.${channel}=${name}`) as [string, string]
  return {
    transactionId: '',
    milliseconds: clock() - began,
    judgements: [{ expected, seen: found, isMet: seen === identifier }],
    ...judged,
  }
}

interface Judged extends Pick<SmokeAttempt, 'explanations' | 'end'> {
  /** The primary integrations of the channel; `?` if they can't be read. */
  readonly seen: string
}

function unread({ message, hint = '' }: Problem): Judged {
  return { seen: '?', explanations: [{ recipient: '', why: message, advice: hint }], end: 'unknown' }
}

function judgedBy(
  live: readonly Live[],
  { channel, identifier }: SmokePrimary,
  declared: DeliveryTarget['declared'],
): Judged {
  const own = live.filter(({ fields }) => fields['channel'] === channel)
  const primaries = own.filter(({ fields }) => isPrimary(fields))
  const [primary] = primaries
  const isSeveral = primaries.length > 1
  const isActive = primary?.fields['active'] === true
  const isIt = primaries.some(({ name }) => name === identifier)
  if (isIt && isActive && !isSeveral) return { seen: identifier, explanations: [], end: 'settled' }
  const seen = `${listText(primaries.map(({ name }) => name)) || 'none'}${isActive || isSeveral || primary === undefined ? '' : ' (not active)'}`
  const desired = declaredIntegration(identifier, declared)
  const isLive = own.some(({ name }) => name === identifier)
  const flag = isIt && !isSeveral ? 'active' : 'primary'
  const state = isActive ? '' : ', but is not active and sends nothing'
  const why =
    primary === undefined
      ? `no integration is primary for ${channel}`
      : `${primary.name} is primary for ${channel}${state}`
  const isMissing = isLive ? '' : `, and this environment has no ${channel} integration ${identifier}`
  const advice = isSeveral
    ? severalAdvice(identifier, isIt, desired)
    : desired !== undefined
      ? remedy(identifier, flag, declared)
      : isLive && isIt
        ? `Activate ${identifier}, or make a different integration primary.`
        : `Declare ${identifier} with primary: true and run ${commandLine('apply')}, or correct the suite.`
  const explanation: Explanation = {
    recipient: '',
    channel,
    why: isSeveral ? severalPrimaries(primaries) : `${why}${isMissing}`,
    advice,
    resource: `integration ${identifier}`,
    ...(desired !== undefined && { position: desired.positionOf([flag]) }),
  }
  return { seen, explanations: [explanation], end: 'settled' }
}

function severalAdvice(identifier: string, isIt: boolean, desired: Desired | undefined): string {
  if (desired?.declared['primary'] === true)
    return `Run ${commandLine('apply')} to make ${identifier} the only primary integration, as the manifest declares.`
  const which = isIt || desired !== undefined ? `integration ${identifier}` : 'one of these integrations'
  return `Declare primary: true on ${which}, then run ${commandLine('apply')}.`
}
