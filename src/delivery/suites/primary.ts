// Checks the `primary` field of a suite: the list of integrations shows which integration is primary.
import { commandLine } from '../../core/shell.ts'
import type { Explanation } from '../../core/delivery/delivery.ts'
import type { SmokeAttempt } from '../../core/delivery/smoke.ts'
import type { SmokePrimary } from '../../core/delivery/suite.ts'
import type { Problem } from '../../core/problem.ts'
import { problemOf } from '../../engine/failure.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import { isPrimary } from '../../kinds/integration/primary.ts'
import type { Live } from '../../kinds/resource.ts'
import type { Resources } from '../../kinds/resources.ts'
import type { DeliveryTarget } from '../target.ts'
import { declaredIntegration, remedy } from '../explain/remedy.ts'
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
  if (primaries.length > 1) return done(listed(primaries), [severalOf(each, primaries, declared)], 'settled')
  const isActive = primary?.fields['active'] === true
  if (primary?.name === identifier && isActive) return done(identifier, [], 'settled')
  const seen = primary === undefined ? 'none' : `${primary.name}${isActive ? '' : ' (not active)'}`
  const desired = declaredIntegration(identifier, declared)
  const isLive = own.some(({ name }) => name === identifier)
  const why = [
    primary === undefined
      ? `no integration is primary for ${channel}`
      : `${primary.name} is primary for ${channel}${isActive ? '' : ', but is not active and sends nothing'}`,
    ...(isLive ? [] : [`and this environment has no ${channel} integration ${identifier}`]),
  ].join(', ')
  const flag = primary?.name === identifier ? 'active' : 'primary'
  const advice =
    desired === undefined && isLive && primary?.name === identifier
      ? `Activate ${identifier}, or make a different integration primary.`
      : desired === undefined
        ? `Declare ${identifier} with primary: true and run ${commandLine('apply')}, or correct the suite.`
        : remedy(identifier, flag, declared)
  return done(
    seen,
    [
      {
        recipient: '',
        channel,
        why,
        advice,
        resource: `integration ${identifier}`,
        ...(desired !== undefined && { position: desired.positionOf([flag]) }),
      },
    ],
    'settled',
  )
}

/** The list doesn't show which of several primary integrations sends. The newest does. */
function severalOf(
  { channel, identifier }: SmokePrimary,
  primaries: readonly Live[],
  declared: Resources,
): Explanation {
  const desired = declaredIntegration(identifier, declared)
  const isIt = primaries.some(({ name }) => name === identifier)
  return {
    recipient: '',
    channel,
    why: `${listed(primaries)} are primary for ${channel}; the service uses the newest active primary integration`,
    advice:
      desired?.declared['primary'] === true
        ? `Run ${commandLine('apply')} to make ${identifier} the only primary integration, as the manifest declares.`
        : `Declare primary: true on ${isIt || desired !== undefined ? `integration ${identifier}` : 'one of these integrations'}, then run ${commandLine('apply')}.`,
    resource: `integration ${identifier}`,
    ...(desired !== undefined && { position: desired.positionOf(['primary']) }),
  }
}

function listed(all: readonly Live[]): string {
  const names = all.map(({ name }) => name)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
