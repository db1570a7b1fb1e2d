// What every operation works on.
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import type { Profile } from './profile.ts'
import type { Store } from './store.ts'
import type { TaskQueue } from './worker/queue.ts'

export interface World {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly profile: Profile
  readonly tasks: TaskQueue
}

/** The time as the service writes it. */
export function now(world: World): string {
  return world.clock.now().toISOString()
}
