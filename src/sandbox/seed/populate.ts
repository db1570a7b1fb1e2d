// Creates the world that a seed describes.
import { Clock } from '../clock.ts'
import { Ids, seededRandom } from '../store/ids.ts'
import { addEnvironment, addIntegration, addSubscriber } from './load.ts'
import { addMessage, addNotification, addTenant, addTopic, addWorkflow } from './load-activity.ts'
import type { Profile, World } from '../profile.ts'
import { contractProfile } from '../profiles/contract/contract.ts'
import { completeSeed } from './seed.ts'
import { readSeed, type Seed } from './seed-shapes.ts'
import { Store } from '../store/store.ts'
import { TaskQueue } from '../worker/queue.ts'

/** @internal */
export interface WorldOptions {
  readonly seed: Seed
  readonly clock: Clock
  readonly profile: Profile
  /** Numbers from 0 to 1, of which identifiers and API keys are made. */
  readonly random?: () => number
}

/** @internal Throws an Error whose message names the invalid item of the seed. */
export function populate({ seed, clock, profile, random }: WorldOptions): World {
  const complete = completeSeed(seed)
  const store = new Store(complete.organizationId, complete.userId)
  const world = worldOf(store, new Ids(random ?? seededRandom(complete.random)), { clock, profile })
  addAll('environments', complete.environments, (item) => addEnvironment(world, item))
  addAll('integrations', complete.integrations, (item) => addIntegration(world, item))
  addAll('subscribers', complete.subscribers, (item) => addSubscriber(world, item))
  addAll('workflows', complete.workflows, (item) => addWorkflow(world, item))
  addAll('topics', complete.topics, (item) => addTopic(world, item))
  addAll('tenants', complete.tenants, (item) => addTenant(world, item))
  addAll('notifications', complete.notifications, (item) => addNotification(world, item))
  addAll('messages', complete.messages, (item) => addMessage(world, item))
  return world
}

/** @internal */
export function worldOf(
  store: Store,
  ids: Ids,
  { clock, profile }: Pick<WorldOptions, 'clock' | 'profile'>,
): World {
  return { store, ids, clock, profile, tasks: new TaskQueue(store, ids, clock), quirks: new Set() }
}

/** Reads a seed from JSON, its references too. Throws an Error whose message names the first problem and its place. */
export function parseSeed(json: unknown): Seed {
  const seed = readSeed(json)
  populate({ seed, clock: new Clock({ start: new Date(0), speed: 0 }), profile: contractProfile })
  return seed
}

function addAll<Item>(section: string, items: readonly Item[], add: (item: Item) => unknown): void {
  for (const [index, item] of items.entries()) {
    try {
      add(item)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`Invalid seed at ${section}[${index}]: ${why}.`, { cause: error })
    }
  }
}
