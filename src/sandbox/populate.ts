// A world as a seed describes it.
import { Ids, seededRandom } from './ids.ts'
import { addEnvironment, addIntegration, addSubscriber } from './load.ts'
import { addMessage, addNotification, addWorkflow } from './load-activity.ts'
import { contractProfile, type Profile } from './profile.ts'
import { completeSeed, readSeed, type Seed } from './seed.ts'
import { Store } from './store.ts'
import type { World } from './world.ts'

export interface WorldOptions {
  readonly seed: Seed
  readonly clock: () => Date
  readonly profile: Profile
  /** Numbers from 0 to 1, of which identifiers and API keys are made. */
  readonly random?: () => number
}

/** Throws an Error whose message names the item of the seed that can't be. */
export function populate({ seed, clock, profile, random }: WorldOptions): World {
  const complete = completeSeed(seed)
  const store = new Store(complete.organizationId, complete.userId)
  const world: World = { store, ids: new Ids(random ?? seededRandom(complete.random)), clock, profile }
  addAll('environments', complete.environments, (item) => addEnvironment(world, item))
  addAll('integrations', complete.integrations, (item) => addIntegration(world, item))
  addAll('subscribers', complete.subscribers, (item) => addSubscriber(world, item))
  addAll('workflows', complete.workflows, (item) => addWorkflow(world, item))
  addAll('notifications', complete.notifications, (item) => addNotification(world, item))
  addAll('messages', complete.messages, (item) => addMessage(world, item))
  return world
}

/**
 * Reads a seed from JSON, its references too.
 * Throws an Error whose message is a sentence that names what is wrong first, and where.
 */
export function parseSeed(json: unknown): Seed {
  const seed = readSeed(json)
  populate({ seed, clock: () => new Date(0), profile: contractProfile })
  return seed
}

function addAll<Item>(section: string, items: readonly Item[], add: (item: Item) => unknown): void {
  for (const [index, item] of items.entries()) {
    try {
      add(item)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`The seed is wrong at ${section}[${index}]: ${why}.`, { cause: error })
    }
  }
}
