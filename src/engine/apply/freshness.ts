// Decides what a change may still be based on: what was read too long ago is read again before its call goes out.
import type { Change } from '../../core/plan/change.ts'
import type { Page } from '../../kinds/resource.ts'
import type { Age, Found, Shown, StageReads } from './stage-reads.ts'

/** What a call is based on: what was read since the plan or, of kinds that are read page by page, what the plan saw. */
export type Glance = Shown | (Age & { readonly live: 'unread' })

/** A list, or a page of a directory, that several changes of a stage are based on. */
interface Shelf {
  /** Undefined for a list, which shows all there is. */
  readonly page: Page | undefined
  readonly pending: Set<Change>
  found?: Found
  reading?: Promise<void> | undefined
  /** The rest of the stage doesn't try again. */
  failure?: { readonly error: unknown }
}

/** The looks of one stage. */
export class Freshness {
  readonly #reads: StageReads
  readonly #shelves = new Map<Change, Shelf>()
  /** What was looked up for one resource alone, by name. */
  readonly #single = new Map<string, Shown>()

  constructor(changes: readonly Change[], reads: StageReads) {
    this.#reads = reads
    const { isPaged } = reads
    const shelves = new Map<number, Shelf>()
    for (const change of changes) {
      const page = isPaged ? reads.seen(change)?.page : undefined
      // What is looked up in any case needs no page.
      if (change.reread === true || (isPaged && page === undefined)) continue
      const key = page?.number ?? 0
      const shelf = shelves.get(key) ?? { page, pending: new Set() }
      shelves.set(key, shelf)
      shelf.pending.add(change)
      this.#shelves.set(change, shelf)
    }
  }

  /** What the service shows of the change's resource: as known if that is fresh, else read again. Throws what the read throws. */
  async look(change: Change): Promise<Glance> {
    if (change.reread === true) return this.#lookUp(change)
    const known = this.#known(change)
    if (known !== undefined && this.#reads.isFresh(known, 'first')) return known
    const shelf = this.#shelves.get(change)
    // A page for one change saves no request.
    if (shelf === undefined || (shelf.page !== undefined && shelf.pending.size < 2))
      return this.#lookUp(change)
    await this.#read(shelf)
    return shownOn(shelf, change) ?? this.#lookUp(change)
  }

  /** The change is through: it needs no look any more. */
  leave(change: Change): void {
    this.#single.delete(change.name)
    this.#shelves.get(change)?.pending.delete(change)
    this.#shelves.delete(change)
  }

  #known(change: Change): Glance | undefined {
    const shelf = this.#shelves.get(change)
    const read = [this.#single.get(change.name), shelf && shownOn(shelf, change)]
    const latest = read.filter((each) => each !== undefined).sort((left, right) => right.at - left.at)[0]
    // One list shows all, so it is read again before the first change of a stage.
    if (latest !== undefined || !this.#reads.isPaged) return latest
    const seen = this.#reads.seen(change)
    return seen && { live: 'unread', at: seen.at }
  }

  async #lookUp(change: Change): Promise<Shown> {
    const glance = await this.#reads.one(change)
    this.#single.set(change.name, glance)
    return glance
  }

  /** One request, whoever asks for it meanwhile. */
  async #read(shelf: Shelf): Promise<void> {
    if (shelf.failure === undefined) {
      const reads = this.#reads
      const changes = [...shelf.pending]
      shelf.reading ??= (shelf.page === undefined ? reads.list(changes) : reads.page(shelf.page, changes))
        .then((found) => void (shelf.found = found))
        .catch((error: unknown) => void (shelf.failure = { error }))
        .finally(() => (shelf.reading = undefined))
      await shelf.reading
    }
    if (shelf.failure !== undefined) throw shelf.failure.error
  }
}

/** Undefined if it wasn't read yet, or has moved off its page. */
function shownOn({ page, found }: Shelf, { name }: Change): Shown | undefined {
  if (found === undefined) return undefined
  const live = found.live.get(name)
  return page !== undefined && live === undefined ? undefined : { ...found, live, all: found.live }
}
