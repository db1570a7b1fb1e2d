// What the rules of a profile get.
import type { Clock } from './clock.ts'
import type { Ids } from './store/new-ids.ts'
import type { IntegrationRecord } from './store/records.ts'
import type { Store } from './store/store.ts'
import type { TaskQueue } from './worker/queue.ts'

/** How a fault changes the world for one request. */
export type Quirk = 'race-create' | 'race-trigger' | 'vanished-cursor' | 'substring-ids' | 'dropped-trigger'

export interface Setting {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly tasks: TaskQueue
  /** Empty except for requests that a fault hits. */
  readonly quirks: ReadonlySet<Quirk>
  /** The integrations that a create sees if others are created at the same time. */
  readonly racing?: readonly IntegrationRecord[]
  /** Milliseconds by which the worker starts late for a trigger. */
  readonly lag?: number
}

/** The time as the service writes it. */
export function now({ clock }: Pick<Setting, 'clock'>): string {
  return clock.now().toISOString()
}
