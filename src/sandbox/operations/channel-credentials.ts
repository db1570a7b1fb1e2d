// Channel credentials of a subscriber: to which integration they belong, and how they are added.
import type { ChannelCredentials, ChannelSettings } from '../../wire/generated.ts'
import type { IntegrationRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export interface ChannelTarget {
  readonly providerId: string
  readonly integrationIdentifier?: string
}

/** The active integration that credentials belong to; without an identifier, the newest. */
export function integrationFor(
  store: Store,
  environmentId: string,
  { providerId, integrationIdentifier }: ChannelTarget,
): IntegrationRecord | undefined {
  return store
    .integrationsOf(environmentId)
    .findLast(
      (row) =>
        row.active &&
        row.providerId === providerId &&
        (integrationIdentifier === undefined || row.identifier === integrationIdentifier),
    )
}

/** `stored` is undefined if the channel is new. */
export type Merge = (stored: ChannelCredentials | undefined, sent: ChannelCredentials) => ChannelCredentials

/** A subscriber's channels with credentials for an integration, merged with those that are there. */
export function channelsWith(
  channels: readonly ChannelSettings[],
  integration: IntegrationRecord,
  merge: (stored: ChannelCredentials | undefined) => ChannelCredentials,
): ChannelSettings[] {
  const { providerId, identifier, _id } = integration
  const stored = channels.find(
    (channel) => channel.providerId === providerId && channel._integrationId === _id,
  )
  const channel: ChannelSettings = {
    providerId,
    integrationIdentifier: identifier,
    credentials: merge(stored?.credentials),
    _integrationId: _id,
  }
  return stored === undefined
    ? [...channels, channel]
    : channels.map((other) => (other === stored ? channel : other))
}

/** Merges by key; device tokens are added. */
export const appended: Merge = (stored, sent) => ({
  ...stored,
  ...sent,
  ...(sent.deviceTokens !== undefined && {
    deviceTokens: [...new Set([...(stored?.deviceTokens ?? []), ...sent.deviceTokens])],
  }),
})
