// Makes every change durable: what happens at once becomes one line, and several requests share one flush to disk.
import { open, type FileHandle } from 'node:fs/promises'
import type { World } from '../profile.ts'
import type { Change } from '../store/store.ts'
import { encoded, type Entry, type Header, type Progress } from './saved.ts'
import { openJournal, writeSnapshot } from './snapshot.ts'

export function progressOf({ ids, clock }: Pick<World, 'ids' | 'clock'>): Progress {
  return { ids: ids.state, time: clock.now().getTime() }
}

interface JournalOptions {
  readonly folder: string
  readonly header: Header
  readonly world: World
  readonly bytes: number
  /** From how many bytes on a snapshot takes the journal's place. */
  readonly limit: number
}

interface Batch {
  readonly changes: Map<string, Change>
  readonly done: Promise<void>
  readonly settle: { resolve(): void; reject(error: unknown): void }
}

export class Journal {
  readonly #options: JournalOptions
  #header: Header
  #bytes: number
  #limit: number
  #file: FileHandle | undefined
  #next: Batch | undefined
  #writing: Batch | undefined
  #isRunning = false
  #failed: Batch | undefined

  constructor(options: JournalOptions) {
    this.#options = options
    this.#header = options.header
    this.#bytes = options.bytes
    this.#limit = options.limit
  }

  /** The first snapshot of a folder is written here. */
  async start(kept: 'fresh' | 'restored'): Promise<void> {
    if (kept === 'fresh') await this.#snapshot(this.#header.generation)
    else await this.#open()
  }

  /** Of several changes of one row at once the last one counts. */
  record(change: Change): void {
    if (this.#failed !== undefined) return
    this.#next ??= newBatch()
    this.#next.changes.set(JSON.stringify([change.table, change.environmentId, change.id]), change)
    if (!this.#isRunning) void this.#run()
  }

  /** Waits until all that was recorded so far is on disk. Rejects from the first failure on. */
  async durable(): Promise<void> {
    await (this.#failed ?? this.#next ?? this.#writing)?.done
  }

  async close(): Promise<void> {
    try {
      await this.durable()
    } finally {
      await this.#file?.close()
    }
  }

  /** After a failure nothing more is written, so that no line follows one that isn't whole. */
  async #run(): Promise<void> {
    this.#isRunning = true
    await Promise.resolve()
    for (let batch = this.#next; batch !== undefined; batch = this.#next) {
      this.#next = undefined
      this.#writing = batch
      try {
        if (this.#bytes > this.#limit) await this.#snapshot(this.#header.generation + 1)
        else await this.#append(batch)
      } catch (error) {
        this.#failed = batch
        batch.settle.reject(error)
        this.#refuseNext(error)
        return
      }
      batch.settle.resolve()
    }
    this.#writing = undefined
    this.#isRunning = false
  }

  #refuseNext(error: unknown): void {
    this.#next?.settle.reject(error)
  }

  async #append({ changes }: Batch): Promise<void> {
    const entry: Entry = { ...progressOf(this.#options.world), changes: [...changes.values()] }
    const line = Buffer.from(encoded(entry))
    await this.#file?.appendFile(line)
    await this.#file?.datasync()
    this.#bytes += line.length
  }

  /** Holds all that has changed until now; what changes while it is written goes into the new journal. */
  async #snapshot(generation: number): Promise<void> {
    const { folder, world, limit } = this.#options
    this.#header = { ...this.#header, ...progressOf(world), generation }
    const bytes = await writeSnapshot(folder, this.#header, world.store.contents())
    this.#bytes = 0
    this.#limit = Math.max(limit, bytes)
    await this.#open()
  }

  async #open(): Promise<void> {
    await this.#file?.close()
    this.#file = await open(await openJournal(this.#options.folder, this.#header.generation), 'a')
  }
}

function newBatch(): Batch {
  const settle = { resolve: (): void => undefined, reject: (_error: unknown): void => undefined }
  const done = new Promise<void>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  // Whoever waits is told; nobody has to.
  done.catch(() => undefined)
  return { changes: new Map(), done, settle }
}
