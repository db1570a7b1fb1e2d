// Which subscriber keeps a shared device token, and what is left of the others' device tokens.
import { Secret } from '../../core/secrecy/secret.ts'
import type { Live } from '../../kinds/resource.ts'
import type { Client } from '../../service/client.ts'
import { findSubscriber } from '../../service/pages.ts'
import { deviceTokensOf, type Directory } from './directory.ts'

/** A channel of a subscriber with the device tokens that it keeps. */
export interface TokenFix {
  readonly subscriberId: string
  readonly providerId: string
  readonly integrationIdentifier: string
  readonly deviceTokens: readonly Secret[]
}

export interface TokenFixes {
  readonly fixes: readonly TokenFix[]
  /** What isn't fixed and why, one sentence each. */
  readonly left: readonly string[]
}

/**
 * A shared token stays with the subscriber that was updated last: the service shows no age of a token. Each of the others
 * is read again, because the directory keeps no tokens. `integrations` are by `_id`.
 */
export async function tokenFixes(
  directory: Directory,
  integrations: ReadonlyMap<string, Live>,
  client: Client,
): Promise<TokenFixes> {
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
        `belfry can't determine which subscriber was updated last, so all keep the token (fingerprint ${label})`,
      )
    else
      for (const { name, updatedAt } of all)
        if (updatedAt !== last) lost.set(name, (lost.get(name) ?? new Set()).add(fingerprint))
  }
  const fixes: TokenFix[] = []
  for (const [subscriberId, fingerprints] of lost) {
    const isLost = (token: string): boolean => fingerprints.has(tokens.fingerprintOf(token))
    const found = await findSubscriber(client, subscriberId)
    for (const channel of found?.channels ?? []) {
      const all = deviceTokensOf(channel)
      if (!all.some(isLost)) continue
      const integration = integrations.get(channel._integrationId)
      if (integration?.fields['active'] === true)
        fixes.push({
          subscriberId,
          providerId: channel.providerId,
          integrationIdentifier: integration.name,
          deviceTokens: all.filter((token) => !isLost(token)).map((token) => Secret.of(token, 'live')),
        })
      else
        left.push(
          `subscriber ${subscriberId} keeps a token, because the integration of the channel is inactive or not in the service`,
        )
    }
  }
  return { fixes, left }
}
