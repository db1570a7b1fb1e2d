// A folder in which a sandbox keeps its state across restarts.
import { mkdirSync } from 'node:fs'
import type { Clock } from '../clock.ts'
import { Ids, seededRandom } from '../store/ids.ts'
import { worldOf } from '../seed/populate.ts'
import type { Profile, World } from '../profile.ts'
import { Store } from '../store/store.ts'
import { DataError, type Header, readSaved, type Saved } from './saved.ts'
import { Journal, progressOf } from './journal.ts'
import { lock } from './lock.ts'

export interface DataOptions {
  readonly folder: string
  readonly clock: Clock
  readonly profile: Profile
  readonly random?: () => number
  /** The seed's, for a folder without a state. */
  readonly seedRandom: number
  /** Makes the world for a folder without a state. */
  readonly populate: () => World
}

export interface Data {
  readonly world: World
  readonly isRestored: boolean
  /** Waits until all changes so far are on disk. */
  durable(): Promise<void>
  close(): Promise<void>
}

const journalLimit = 8 * 1024 * 1024

/** Throws a DataError when the folder is another sandbox's or its files are damaged. */
export async function openData(options: DataOptions): Promise<Data> {
  const { folder } = options
  try {
    // It holds API keys and credentials in clear.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new DataError(`${folder} can't be created: ${String(error)}`, error)
  }
  const release = lock(folder)
  try {
    const saved = readSaved(folder)
    const world = saved === undefined ? options.populate() : restored(saved, options)
    const journal = new Journal({
      folder,
      header: saved?.header ?? headerOf(options, world),
      world,
      bytes: saved?.journalBytes ?? 0,
      limit: journalLimit,
    })
    await journal.start(saved === undefined ? 'fresh' : 'restored').catch((error: unknown) => {
      throw new DataError(`${folder} can't be written: ${String(error)}`, error)
    })
    world.store.listen((change) => journal.record(change))
    return {
      world,
      isRestored: saved !== undefined,
      durable: () => journal.durable(),
      close: async () => {
        try {
          await journal.close()
        } finally {
          release()
        }
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

function headerOf({ seedRandom: random }: DataOptions, world: World): Header {
  const { organizationId, userId } = world.store
  return { format: 1, generation: 1, organizationId, userId, random, ...progressOf(world) }
}

/** Goes on with the ids and, at the earliest, at the time at which the former sandbox left off. */
function restored({ header, changes, progress }: Saved, { clock, profile, random }: DataOptions): World {
  const store = new Store(header.organizationId, header.userId)
  for (const change of changes) store.apply(change)
  const ids = new Ids(random ?? seededRandom(header.random))
  ids.resume(progress.ids)
  clock.advance(Math.max(0, progress.time - clock.now().getTime()))
  return worldOf(store, ids, { clock, profile })
}
