// What can be wrong with a subscriber before anything is read.
import { didYouMean } from '../../core/similar.ts'
import { contractVendor, spoken } from '../../core/vendor.ts'
import type { CheckContext } from '../kind.ts'
import type { Desired } from '../resource.ts'
import { findIntegration, channelsOf, partOf } from './parts.ts'
import { checkTokens } from './tokens.ts'
import { isMap, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { isOffset } from '../checks.ts'
import { providerNamed } from '../providers.ts'

export function checkSubscriber(desired: Desired, context: CheckContext): void {
  checkTokens(desired, context)
  checkTimezone(desired, context)
  const parts = new Set<string>()
  for (const [index, channel] of channelsOf(desired).entries()) {
    const part = partOf(channel)
    const identity = spoken(part, contractVendor)
    if (parts.has(identity))
      context.report(
        'duplicate-identity',
        ['channels', index],
        `subscriber ${desired.name} declares the channel ${part} twice`,
      )
    parts.add(identity)
    checkCredentials(channel, index, context)
    checkIntegrationOf(channel['providerId'], channel['integrationIdentifier'], index, context)
  }
}

function checkTimezone({ declared }: Desired, { report }: CheckContext): void {
  const timezone = textOf(declared['timezone'])
  if (isOffset(timezone))
    report(
      'offset-timezone',
      ['timezone'],
      `"${timezone}" is a UTC offset, not the name of a time zone; older services reject UTC offsets with status 422`,
      'Write a name such as Europe/Berlin, which also includes summer time.',
    )
}

/** The contract leaves open which credentials a channel takes, but for device tokens, which are those of push. */
function checkCredentials({ providerId, credentials }: ValueMap, index: number, context: CheckContext): void {
  const isChat = providerNamed(textOf(providerId))?.channel === 'chat'
  if (!isChat || !isMap(credentials) || !Object.hasOwn(credentials, 'deviceTokens')) return
  context.report(
    'foreign-credential',
    ['channels', index, 'credentials', 'deviceTokens'],
    `${textOf(providerId)} has no credential "deviceTokens"; only push channels have device tokens`,
    'Remove "deviceTokens". A chat channel has the credentials "webhookUrl" and "channel".',
  )
}

function checkIntegrationOf(
  providerId: Value | undefined,
  identifier: Value | undefined,
  index: number,
  context: CheckContext,
): void {
  const integrations = context.declaredOf('integration')
  if (integrations.size === 0) return
  const found = findIntegration(textOf(identifier), integrations)
  if (found === undefined && context.isOutside('integration', textOf(identifier))) return
  if (found === undefined) {
    const names = [...integrations].flatMap(({ name, alias }) =>
      alias === undefined ? [name] : [name, alias],
    )
    context.report(
      'unknown-integration',
      ['channels', index, 'integrationIdentifier'],
      `unknown integration "${textOf(identifier)}"; no manifest declares this integration${didYouMean(textOf(identifier), names)}`,
      'Write the identifier of a declared integration, or declare this integration.',
    )
  } else if (neutral(found.declared['providerId']) !== neutral(providerId)) {
    context.report(
      'provider-mismatch',
      ['channels', index, 'providerId'],
      `integration ${found.name} has the provider ${textOf(found.declared['providerId'])}, not ${textOf(providerId)}`,
      `Write providerId: ${textOf(found.declared['providerId'])}, or name a different integration.`,
    )
  }
}

function neutral(providerId: Value | undefined): string {
  return spoken(textOf(providerId), contractVendor)
}
