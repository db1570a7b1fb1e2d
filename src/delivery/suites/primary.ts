// Checks the `primary` field of a suite: the list of integrations shows which integration is primary.
import { applyCommand } from '../../core/target.ts'
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
import {
  declaredIntegration,
  failoverFix,
  remedy,
  type Flag,
  type Surroundings,
} from '../explain/surroundings.ts'
import type { Waiting } from '../wait.ts'

type Known = Pick<Surroundings, 'declared' | 'target' | 'integrations'>

export async function checkPrimary(
  each: SmokePrimary,
  at: Pick<DeliveryTarget, 'proof'> & Known,
  { clock }: Pick<Waiting, 'clock'>,
): Promise<SmokeAttempt> {
  const began = clock()
  const { channel, identifier, target } = each
  const access = await at.proof()
  const { seen, isMet, ...judged } =
    'rule' in access
      ? unread(access)
      : await readIntegrations(access).then(
          (live) => comparedPrimary(live, each, at),
          (error: unknown) => unread(problemOf(error, target)),
        )
  const valueOf = (name: string): string => `primary.${channel}=${name}`
  const judgement = { expected: valueOf(identifier), seen: valueOf(seen), isMet }
  return {
    transactionId: '',
    milliseconds: clock() - began,
    judgements: [judgement],
    ...judged,
  }
}

interface Judged extends Pick<SmokeAttempt, 'explanations' | 'end'> {
  /** The primary integrations of the channel, for people; `?` if they can't be read. */
  readonly seen: string
  readonly isMet: boolean
}

function unread({ message, hint = '' }: Problem): Judged {
  return {
    seen: '?',
    isMet: false,
    explanations: [{ recipient: '', why: message, advice: hint }],
    end: 'unknown',
  }
}

function comparedPrimary(live: readonly Live[], { channel, identifier }: SmokePrimary, at: Known): Judged {
  const own = live.filter(({ fields }) => fields['channel'] === channel)
  const primaries = own.filter(({ fields }) => isPrimary(fields))
  const [primary, ...others] = primaries
  const isSeveral = others.length > 0
  const isIdle = primary !== undefined && !isSeveral && primary.fields['active'] !== true
  const isExpected = primaries.some(({ name }) => name === identifier)
  if (isExpected && !isSeveral && !isIdle)
    return { seen: identifier, isMet: true, explanations: [], end: 'settled' }
  const names = listText(primaries.map(({ name }) => name)) || 'none'
  const state = isIdle ? ', but is not active and sends nothing' : ''
  const why = primary === undefined ? 'no integration is primary' : `${primary.name} is primary`
  const isMissing = !own.some(({ name }) => name === identifier)
  const missing = isMissing ? `, and this environment has no ${channel} integration ${identifier}` : ''
  const desired = declaredIntegration(identifier, at.declared)
  const known = { ...at, integrations: live }
  const flag = isExpected && !isSeveral ? 'active' : 'primary'
  const explanation: Explanation = {
    recipient: '',
    channel,
    why: isSeveral ? severalPrimaries(primaries) : `${why} for ${channel}${state}${missing}`,
    advice: isSeveral
      ? severalAdvice(identifier, isExpected, desired, known)
      : adviceFor(identifier, flag, desired, known),
    resource: `integration ${identifier}`,
    ...(desired !== undefined && { position: desired.positionOf([flag]) }),
  }
  const seen = `${names}${isIdle ? ' (not active)' : ''}`
  return { seen, isMet: false, explanations: [explanation], end: 'settled' }
}

function adviceFor(identifier: string, flag: Flag, desired: Desired | undefined, at: Known): string {
  if (desired !== undefined) return remedy(identifier, flag, at)
  return flag === 'active'
    ? `Activate ${identifier}, or make a different integration primary.`
    : `Declare ${identifier} with primary: true and run ${applyCommand(at.target)}, or correct the suite.`
}

function severalAdvice(
  identifier: string,
  isExpected: boolean,
  desired: Desired | undefined,
  known: Known,
): string {
  const { target } = known
  const failover = failoverFix(desired, known)
  if (failover !== undefined) return failover
  if (desired?.declared['primary'] === true)
    return `Run ${applyCommand(target)} to make ${identifier} the only primary integration, as the manifest declares.`
  const which =
    isExpected || desired !== undefined ? `integration ${identifier}` : 'one of these integrations'
  return `Declare primary: true on ${which}, then run ${applyCommand(target)}.`
}
