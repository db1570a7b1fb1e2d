// The behaviours in which deployed services differ from the contract and from each other, gathered in one object.
import { createHash } from 'node:crypto'
import type * as wire from '../wire/generated.ts'
import { appended } from './channels.ts'
import type { EnvironmentRecord, IntegrationRecord } from './records.ts'
import { credentialsHiddenByList, providersHiddenByUpdate } from './vocabulary.ts'
import { without } from './without.ts'

type Changes<Row> = Partial<Row>

export interface Profile {
  readonly name: string
  /** What goes on the wire for a successful reply. */
  readonly envelope: (reply: unknown) => unknown
  /** Statuses that differ from the contract's, by operation. */
  readonly statuses: Partial<Record<wire.OperationId, number>>

  /** The keys of `shown` that a key of `caller` gets to see; undefined leaves the field out. */
  readonly apiKeys: (shown: EnvironmentRecord, caller: EnvironmentRecord) => wire.ApiKey[] | undefined
  readonly updatedEnvironment: (reply: wire.Environment) => unknown
  /** The parent that a create gives an environment. */
  readonly parentAtCreate: (parentId: string | undefined) => string | undefined

  readonly listsIntegration: (integration: IntegrationRecord, caller: EnvironmentRecord) => boolean
  readonly listedIntegration: (integration: IntegrationRecord) => wire.ListedIntegration
  readonly shownIntegration: (integration: IntegrationRecord) => wire.Integration
  /** Integrations among which an update must keep `identifier` unique. */
  readonly renameScope: (integration: IntegrationRecord, other: IntegrationRecord) => boolean
  /** What a promotion changes in the integration that becomes primary. */
  readonly promotion: Changes<IntegrationRecord>

  /** Credentials of a subscriber's channel after an upsert. */
  readonly mergedCredentials: (
    stored: wire.ChannelCredentials,
    sent: wire.ChannelCredentials,
  ) => wire.ChannelCredentials
  readonly shownChannel: (channel: wire.ChannelSettings) => wire.ChannelSettings
  /** Whether the reply of update-subscriber names a channel. */
  readonly updateShowsChannel: (channel: wire.ChannelSettings) => boolean
  /** Whether a text filter of the subscriber search matches. */
  readonly matches: (value: string, filter: string) => boolean
}

/** The contract to the letter. */
export const contractProfile: Profile = {
  name: 'contract',
  envelope: (reply) => reply,
  statuses: {},

  apiKeys: (shown) => shown.apiKeys.map(({ key, _userId }) => ({ key, _userId, hash: sha256(key) })),
  updatedEnvironment: (reply) => reply,
  parentAtCreate: (parentId) => parentId,

  listsIntegration: () => true,
  listedIntegration: (integration) => ({
    ...without(integration, 'configurations'),
    credentials: without(integration.credentials, ...credentialsHiddenByList),
  }),
  shownIntegration: (integration) => integration,
  renameScope: (integration, other) => integration._environmentId === other._environmentId,
  promotion: { primary: true },

  mergedCredentials: appended,
  shownChannel: (channel) => channel,
  updateShowsChannel: (channel) => !providersHiddenByUpdate.includes(channel.providerId),
  matches: (value, filter) => value.includes(filter),
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
