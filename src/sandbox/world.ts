// What every operation works on.
import type { Ids } from './ids.ts'
import type { Profile } from './profile.ts'
import type { Store } from './store.ts'

export interface World {
  readonly store: Store
  readonly ids: Ids
  readonly clock: () => Date
  readonly profile: Profile
}

/** The time as the service writes it. */
export function now(world: World): string {
  return world.clock().toISOString()
}
