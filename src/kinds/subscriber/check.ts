// What can be wrong with a subscriber before anything is read.
import { didYouMean } from '../../core/similar.ts'
import type { CheckContext, Desired } from '../kind.ts'
import { findIntegration } from './link.ts'
import { channelsOf, partOf } from './parts.ts'

export function checkSubscriber(desired: Desired, context: CheckContext): void {
  const parts = new Set<string>()
  for (const [index, channel] of channelsOf(desired).entries()) {
    const part = partOf(channel)
    if (parts.has(part))
      context.report(
        'duplicate-identity',
        ['channels', index],
        `subscriber ${desired.name} has the channel ${part} twice`,
      )
    parts.add(part)
    checkIntegrationOf(channel['providerId'], channel['integrationIdentifier'], index, context)
  }
}

function checkIntegrationOf(
  providerId: unknown,
  identifier: unknown,
  index: number,
  context: CheckContext,
): void {
  const integrations = context.declaredOf('integration')
  if (integrations.length === 0) return
  const found = findIntegration(String(identifier), integrations)
  if (found === undefined) {
    const names = integrations.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]))
    context.report(
      'unknown-integration',
      ['channels', index, 'integrationIdentifier'],
      `no manifest declares an integration "${String(identifier)}" for this target${didYouMean(String(identifier), names)}`,
    )
  } else if (found.declared['providerId'] !== providerId) {
    context.report(
      'provider-mismatch',
      ['channels', index, 'providerId'],
      `integration ${found.name} is ${String(found.declared['providerId'])}, not ${String(providerId)}`,
    )
  }
}
