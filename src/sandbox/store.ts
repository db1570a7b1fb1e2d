// All that the service remembers, in memory.
import { Directory } from './directory.ts'
import type {
  EnvironmentRecord,
  IntegrationRecord,
  MessageRecord,
  NotificationRecord,
  WorkflowRecord,
} from './records.ts'
import { Table } from './table.ts'

/** What belongs to one environment alone. */
export interface EnvironmentStore {
  readonly subscribers: Directory
  readonly workflows: Table<WorkflowRecord>
  readonly messages: Table<MessageRecord>
  readonly notifications: Table<NotificationRecord>
  /** Transaction ids that a trigger has used. */
  readonly transactions: Set<string>
  /** Collections of routes that are no part of the contract, by name. */
  readonly collections: Map<string, Map<string, unknown>>
}

export class Store {
  readonly organizationId: string
  readonly userId: string
  readonly environments = new Table<EnvironmentRecord>()
  readonly integrations = new Table<IntegrationRecord>()
  readonly #own = new Map<string, EnvironmentStore>()

  constructor(organizationId: string, userId: string) {
    this.organizationId = organizationId
    this.userId = userId
  }

  /** What belongs to an environment, by the environment's `_id`. */
  of(environmentId: string): EnvironmentStore {
    const known = this.#own.get(environmentId)
    if (known !== undefined) return known
    const made: EnvironmentStore = {
      subscribers: new Directory(),
      workflows: new Table(),
      messages: new Table(),
      notifications: new Table(),
      transactions: new Set(),
      collections: new Map(),
    }
    this.#own.set(environmentId, made)
    return made
  }

  /** The workflow that a trigger identifier starts. */
  workflow(environmentId: string, identifier: string): WorkflowRecord | undefined {
    return this.of(environmentId).workflows.find((row) =>
      row.triggers.some((trigger) => trigger.identifier === identifier),
    )
  }

  /** Integrations of an environment that aren't deleted, oldest first. */
  integrationsOf(environmentId: string): IntegrationRecord[] {
    return this.integrations.filter((row) => row._environmentId === environmentId && !row.deleted)
  }
}
