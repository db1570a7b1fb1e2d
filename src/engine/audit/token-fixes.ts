// Which subscriber keeps a shared device token, and what is left of the others' device tokens.
import { Secret } from '../../core/secrets/secret.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Live } from '../../kinds/resource.ts'
import type { Client } from '../../service/client.ts'
import { findSubscriber } from '../../service/pages.ts'
import { deviceTokensOf, type Directory } from './directory.ts'
import { isActive } from './integrations.ts'

/** A subscriber as a manifest declares it, with the device tokens that it keeps. */
export interface TokenFix {
  readonly subscriberId: string
  readonly channels: readonly ValueMap[]
  readonly targets: readonly [target: string]
}

/**
 * A shared token stays with the subscriber that was updated last: the service shows no age of a token. Each of the others
 * is read again, because the directory keeps no tokens. `left` says what isn't fixed and
 * why. `integrations` are by `_id`.
 */
export async function tokenFixes(
  target: string,
  directory: Directory,
  integrations: ReadonlyMap<string, Live>,
  client: Client,
): Promise<{ readonly fixes: readonly TokenFix[]; readonly left: readonly string[] }> {
  const { tokens } = directory
  const left: string[] = []
  /** The fingerprints that a subscriber loses. */
  const lost = new Map<string, Set<string>>()
  for (const { label, fingerprint, owners } of tokens.shared) {
    const all = [...owners].map((number) => directory.owner(number))
    const last = Math.max(...all.map(({ updatedAt }) => updatedAt))
    // Not a number if any of the times is unknown.
    if (all.filter(({ updatedAt }) => updatedAt === last).length !== 1)
      left.push(
        `belfry can't determine which subscriber was updated last, so all subscribers keep the token (fingerprint ${label})`,
      )
    else
      for (const { name, updatedAt } of all)
        if (updatedAt !== last) lost.set(name, (lost.get(name) ?? new Set()).add(fingerprint))
  }
  const fixes: TokenFix[] = []
  for (const [subscriberId, fingerprints] of lost) {
    const isLost = (token: string): boolean => fingerprints.has(tokens.fingerprintOf(token))
    const channels: ValueMap[] = []
    for (const channel of (await findSubscriber(client, subscriberId))?.channels ?? []) {
      const all = deviceTokensOf(channel)
      const deviceTokens = all.filter((token) => !isLost(token)).map((token) => Secret.of(token, 'live'))
      if (deviceTokens.length === all.length) continue
      const { providerId, _integrationId } = channel
      const integration = integrations.get(_integrationId)
      const integrationIdentifier = integration?.name ?? ''
      if (integration !== undefined && isActive(integration))
        channels.push({
          providerId,
          integrationIdentifier,
          credentials: { deviceTokens },
          exact: ['deviceTokens'],
        })
      else
        left.push(
          `subscriber ${subscriberId} keeps a token, because the integration of the channel is inactive or not in the service`,
        )
    }
    if (channels.length > 0) fixes.push({ subscriberId, channels, targets: [target] })
  }
  return { fixes, left }
}
