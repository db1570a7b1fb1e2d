// Checks the `primary` field of a suite: the list of integrations shows which integration is primary.
import { commandLine } from '../../core/shell.ts'
import { severalPrimaries } from '../../core/plan/channels.ts'
import { listText } from '../../core/words.ts'
import type { Explanation } from '../../core/delivery/delivery.ts'
import type { SmokeAttempt } from '../../core/delivery/smoke.ts'
import type { SmokePrimary } from '../../core/delivery/suite.ts'
import type { Problem } from '../../core/problem.ts'
import { problemOf } from '../../engine/failure.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import { isPrimary } from '../../kinds/integration/primary.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import type { DeliveryTarget } from '../target.ts'
import { declaredIntegration, remedy } from '../explain/surroundings.ts'
import type { Waiting } from '../wait-request.ts'

export async function checkPrimary(
  each: SmokePrimary,
  at: Pick<DeliveryTarget, 'proof' | 'declared'>,
  { clock }: Pick<Waiting, 'clock'>,
): Promise<SmokeAttempt> {
  const began = clock()
  const { channel, identifier, target } = each
  const expected = `primary.${channel}=${identifier}`
  const done = (
    seen: string,
    explanations: readonly Explanation[],
    end: SmokeAttempt['end'],
  ): SmokeAttempt => ({
    transactionId: '',
    milliseconds: clock() - began,
    judgements: [{ expected, seen: `primary.${channel}=${seen}`, isMet: seen === identifier }],
    explanations,
    end,
  })
  let live: readonly Live[]
  const unread = ({ message, hint = '' }: Problem): SmokeAttempt =>
    done('?', [{ recipient: '', why: message, advice: hint }], 'unknown')
  const look = await at.proof()
  if ('rule' in look) return unread(look)
  try {
    live = await readIntegrations(look)
  } catch (error) {
    return unread(problemOf(error, target))
  }
  const { declared } = at
  const own = live.filter(({ fields }) => fields['channel'] === channel)
  const primaries = own.filter(({ fields }) => isPrimary(fields))
  const [primary] = primaries
  const isSeveral = primaries.length > 1
  const isActive = primary?.fields['active'] === true
  const isIt = primaries.some(({ name }) => name === identifier)
  if (isIt && isActive && !isSeveral) return done(identifier, [], 'settled')
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
  return done(seen, [explanation], 'settled')
}

function severalAdvice(identifier: string, isIt: boolean, desired: Desired | undefined): string {
  if (desired?.declared['primary'] === true)
    return `Run ${commandLine('apply')} to make ${identifier} the only primary integration, as the manifest declares.`
  const which = isIt || desired !== undefined ? `integration ${identifier}` : 'one of these integrations'
  return `Declare primary: true on ${which}, then run ${commandLine('apply')}.`
}
