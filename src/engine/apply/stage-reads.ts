// What the changes of one stage read while they are applied, and which reads are recent enough to write.
import type { Change } from '../../core/plan/change.ts'
import { given } from '../../core/given.ts'
import { withoutDropped, withoutIgnored } from '../../kinds/ignored.ts'
import type { Kind, Access } from '../../kinds/kind.ts'
import type { Live, Observed, Page, SeenAt } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/declared-resources.ts'
import type { SectionContext } from './section-context.ts'

/** Milliseconds from the start of a read to the last moment at which a request may be based on it. */
const defaultFreshness = 5000

/**
 * Milliseconds from the start of a list to the last moment at which it may be used: there are tens of integrations, and
 * one request shows them all.
 */
const listServes = 250

/** Milliseconds from the reply, if the service takes longer for a list: no list is more recent. */
const replyServes = 50

/** Moments of the engine's clock. */
interface Age {
  readonly at: number
  /** When a list arrived; not set for what is read page by page. */
  readonly listed?: number
}

/** What the service shows of one resource, undefined if it isn't there. */
export interface Shown extends Age {
  readonly live: Live | undefined
  /** Everything that the same read showed, by name. */
  readonly all: ReadonlyMap<string, Observed>
}

/** Several resources, read together; `absent` if none of the others exists: the page to read again to check that. */
type Found = Omit<Shown, 'live'> & { readonly absent?: Page }

export class StageReads {
  readonly kind: Kind
  readonly #first: Change
  readonly #context: SectionContext
  /** What the changes refer to and don't change, by key. */
  readonly #shared = new Map<string, Access>()

  /** Lists and pages are read with the key of the `first` change. */
  constructor(first: Change, context: SectionContext) {
    this.kind = context.sourceOf(first).kind
    this.#first = first
    this.#context = context
  }

  get isPaged(): boolean {
    return this.kind.observePage !== undefined
  }

  /** `again`: it waited for its turn already, and at a low rate a list is never as recent as it should be. */
  isFresh({ at, listed }: Age, round: 'first' | 'again'): boolean {
    const { clock, freshness = defaultFreshness } = this.#context.run.engine
    const age = clock() - at
    const isRecent = listed === undefined || age <= listServes || clock() - listed <= replyServes
    return (isRecent || round === 'again') && age <= freshness
  }

  seen(change: Change): SeenAt | undefined {
    return this.#context.sourceOf(change).seen
  }

  place(place: Place, changes: readonly Change[]): Promise<Found> {
    const { kind } = this
    const desired = this.#desiredOf(changes)
    return this.#find(this.#first, (access) =>
      place === 'list' ? kind.observe(access, desired) : (kind.observePage?.(access, place, desired) ?? []),
    )
  }

  async one(change: Change): Promise<Shown> {
    const desired = this.#desiredOf([change])
    const found = await this.#find(change, (access) => this.kind.observe(access, desired))
    return { ...found, live: found.all.get(change.name)?.live }
  }

  #desiredOf(changes: readonly Change[]): Resources {
    return Resources.of([...new Set(changes.map((change) => this.#context.sourceOf(change).desired))])
  }

  async #find(
    change: Change,
    observe: (access: Access) => AsyncIterable<Observed> | Iterable<Observed>,
  ): Promise<Found> {
    const access = this.#context.access(change, this.kind, this.#shared)
    let at = this.#context.run.engine.clock()
    const all = new Map<string, Observed>()
    let absent: Page | undefined
    for await (const found of observe(access)) {
      const each = withoutIgnored(withoutDropped(found), this.kind)
      at = each.seen?.at ?? at
      if (each.live === undefined) absent = each.seen?.page
      else all.set(each.live.name, each)
    }
    const listed = this.isPaged ? undefined : this.#context.run.engine.clock()
    return { all, at, ...given({ absent, listed }) }
  }
}

/** What a call is based on: what was read since the plan or, of kinds that are read page by page, what the plan saw. */
export type Glance = Shown | (Age & { readonly live: 'unread' })

/** What one request shows: a page, or a list of everything. */
type Place = Page | 'list'

/** A place that several changes of a stage are based on. */
interface Shelf {
  place: Place
  readonly pending: Set<Change>
  found?: Found
  /** One request for all changes that ask for it meanwhile. If it fails, the rest of the stage doesn't try again. */
  reading?: Promise<void> | undefined
}

export class Freshness {
  readonly #reads: StageReads
  readonly #shelves = new Map<Change, Shelf>()
  readonly #byPlace = new Map<string, Shelf>()
  /** What was looked up for one resource alone, by name. */
  readonly #single = new Map<string, Shown>()

  constructor(changes: readonly Change[], reads: StageReads) {
    this.#reads = reads
    for (const change of changes) this.#shelve(change, reads.isPaged ? reads.seen(change)?.page : 'list')
  }

  /**
   * What the service shows of the change's resource: the last read if that is recent enough, else a new one. Throws what
   * the read throws.
   */
  async read(change: Change): Promise<Glance> {
    const known = this.#known(change)
    if (known !== undefined && this.#reads.isFresh(known, 'first')) return known
    const shelf = this.#shelves.get(change)
    // A page for one change saves no request.
    if (shelf === undefined || (shelf.place !== 'list' && shelf.pending.size < 2)) return this.#lookUp(change)
    await (shelf.reading ??= this.#fill(shelf))
    // It may be on another shelf now, or on none.
    return shownOn(shelf, change) ?? this.read(change)
  }

  /** The change has ended: it needs no more reads. */
  leave(change: Change): void {
    this.#single.delete(change.name)
    this.#shelve(change, undefined)
  }

  /** A resource without a place is looked up. */
  #shelve(change: Change, place: Place | undefined): void {
    this.#shelves.get(change)?.pending.delete(change)
    this.#shelves.delete(change)
    if (place === undefined) return
    const key = place === 'list' ? place : `${place.order} ${place.after} ${place.since === undefined}`
    const shelf = this.#byPlace.get(key) ?? { place, pending: new Set() }
    this.#byPlace.set(key, shelf)
    shelf.pending.add(change)
    this.#shelves.set(change, shelf)
  }

  #known(change: Change): Glance | undefined {
    const shelf = this.#shelves.get(change)
    const latest = this.#single.get(change.name) ?? (shelf && shownOn(shelf, change))
    // One list shows everything, so it is read again before the first change of a stage. What a request repeats is read
    // again too.
    if (latest !== undefined || !this.#reads.isPaged || change.reread === true) return latest
    const seen = this.#reads.seen(change)
    return seen && { live: 'unread', at: seen.at }
  }

  async #lookUp(change: Change): Promise<Shown> {
    const glance = await this.#reads.one(change)
    this.#single.set(change.name, glance)
    return glance
  }

  async #fill(shelf: Shelf): Promise<void> {
    const changes = [...shelf.pending]
    const found = await this.#reads.place(shelf.place, changes)
    shelf.found = found
    shelf.place = found.absent ?? shelf.place
    for (const change of changes)
      if (shelf.pending.has(change) && shownOn(shelf, change) === undefined)
        this.#shelve(change, found.all.get(change.name)?.seen?.page)
    shelf.reading = undefined
  }
}

/** Undefined if it wasn't read yet, or is on another page now. */
function shownOn({ place, found }: Shelf, { name }: Change): Shown | undefined {
  const { live, seen } = found?.all.get(name) ?? {}
  const isHere = live === undefined ? found?.absent !== undefined : seen?.page === place
  return found !== undefined && (place === 'list' || isHere) ? { ...found, live } : undefined
}
