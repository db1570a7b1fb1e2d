// A journal on disk: lines are only ever added, and each is flushed before the apply continues.
import { randomBytes } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import type { JournalEntry, JournalRecord, Journal } from '../../core/plan/journal.ts'

export interface JournalFile extends Journal {
  /** The ID of the run in each line. */
  readonly run: string
  close(): Promise<void>
}

/**
 * Creates the file for its owner only, or adds to it. Rejects with what the system says where it can't be written. `run` is that
 * of another journal with lines of the same run.
 */
export async function openJournal(
  path: string,
  now: () => Date,
  run = randomBytes(4).toString('hex'),
): Promise<JournalFile> {
  const file = await open(path, 'a+', 0o600)
  return new Lines(file, now, run, await isTorn(file))
}

class Lines implements JournalFile {
  readonly #file: FileHandle
  readonly #now: () => Date
  readonly run: string
  #waiting: string
  /** What is being written; once it has failed, all that comes later fails with it. */
  #written: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(file: FileHandle, now: () => Date, run: string, torn: 'whole' | 'torn') {
    this.#file = file
    this.#now = now
    this.run = run
    this.#waiting = torn === 'torn' ? '\n' : ''
  }

  /** Lines that come while others are being flushed go to disk together. */
  append({ type, ...record }: JournalRecord): Promise<void> {
    const entry = { type, run: this.run, time: this.#now().toISOString(), ...record } as JournalEntry
    this.#waiting += `${JSON.stringify(entry)}\n`
    this.#next ??= this.#written = this.#written.then(() => this.#write())
    return this.#next
  }

  async #write(): Promise<void> {
    const text = this.#waiting
    this.#waiting = ''
    this.#next = undefined
    await this.#file.appendFile(text)
    await this.#file.datasync().catch((error: unknown) => {
      // A pipe or a terminal has nothing to flush.
      if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error
    })
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Whether the last line was cut off, so that the next one needs a line of its own. */
async function isTorn(file: FileHandle): Promise<'whole' | 'torn'> {
  const { size } = await file.stat()
  if (size === 0) return 'whole'
  const last = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return last.buffer.toString() === '\n' ? 'whole' : 'torn'
}
