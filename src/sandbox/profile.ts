// The behaviours in which deployed services differ from the contract and from each other, gathered in one object.
import type * as wire from '../wire/generated.ts'
import type { EnvironmentRecord, IntegrationRecord } from './records.ts'

type Changes<Row> = Partial<Row>

export interface Profile {
  readonly name: string
  /** A request's body in the contract's words. */
  readonly received: (body: unknown) => unknown
  /** What goes on the wire for a successful reply. */
  readonly sent: (reply: unknown) => unknown
  /** Statuses that differ from the contract's, by operation. */
  readonly statuses: Partial<Record<wire.OperationId, number>>

  readonly listedEnvironment: (shown: EnvironmentRecord, caller: EnvironmentRecord) => wire.Environment
  readonly createdEnvironment: (created: EnvironmentRecord, caller: EnvironmentRecord) => wire.Environment
  readonly updatedEnvironment: (updated: EnvironmentRecord, caller: EnvironmentRecord) => unknown
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
