// What the changes of one stage read while they are applied, and which reads are recent enough to write.
import type { Change } from '../../core/plan/change.ts'
import { given } from '../../core/given.ts'
import { withoutDropped, withoutIgnored } from '../../kinds/ignored.ts'
import type { Kind, Access } from '../../kinds/kind.ts'
import type { Live, Observed, Page, SeenAt } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/declared-resources.ts'
import type { SectionContext } from './section-context.ts'

/** Of `Engine.freshness`. */
const defaultFreshness = 5000

/**
 * Milliseconds from the start of a list to the last moment at which it may be used: there are tens of integrations, and
 * one request shows them all.
 */
const listLifetime = 250

/** Milliseconds from the reply, if the service takes longer than that for a list: no list is more recent. */
const listLifetimeAfterReply = 50

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
    const isRecent = listed === undefined || age <= listLifetime || clock() - listed <= listLifetimeAfterReply
    return (isRecent || round === 'again') && age <= freshness
  }

  /** When and where the plan saw the change's resource; undefined if it read nothing from a service. */
  seenInPlan(change: Change): SeenAt | undefined {
    return this.#context.sourceOf(change).seen
  }

  /** Everything that one request shows, with the resources of the changes. */
  readPlace(place: Place, changes: readonly Change[]): Promise<Found> {
    const { kind } = this
    const desired = this.#desiredOf(changes)
    return this.#find(this.#first, (access) =>
      place === 'list' ? kind.observe(access, desired) : (kind.observePage?.(access, place, desired) ?? []),
    )
  }

  /** A new read for this change alone. Of a kind that one list shows, `all` has everything. */
  async readOne(change: Change): Promise<Shown> {
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
      const each = withoutIgnored(withoutDropped(found, this.kind), this.kind)
      at = each.seen?.at ?? at
      if (each.live === undefined) absent = each.seen?.page
      else all.set(each.live.name, each)
    }
    const listed = this.isPaged ? undefined : this.#context.run.engine.clock()
    return { all, at, ...given({ absent, listed }) }
  }
}

/** What a request is based on: what was read since the plan or, of kinds that are read page by page, when the plan read it. */
export type Glance = Shown | (Age & { readonly live: 'unread' })

/** What one request shows: a page, or a list of everything. */
type Place = Page | 'list'

/** A read of one place for all changes of a stage that are based on it. */
interface SharedRead {
  place: Place
  /** The changes that have not ended. */
  readonly pending: Set<Change>
  /** What the last request showed. */
  found?: Found
  /** One request for all changes that ask for it meanwhile. If it fails, the rest of the stage doesn't try again. */
  reading?: Promise<void> | undefined
}

/** What the changes of a stage are based on: reads it again only if the last read is too old, and once for several changes. */
export class Freshness {
  readonly #reads: StageReads
  readonly #shared = new Map<Change, SharedRead>()
  readonly #byPlace = new Map<string, SharedRead>()
  /** What was looked up for one resource alone, by name. */
  readonly #single = new Map<string, Shown>()

  constructor(changes: readonly Change[], reads: StageReads) {
    this.#reads = reads
    for (const change of changes)
      this.#assign(change, reads.isPaged ? reads.seenInPlan(change)?.page : 'list')
  }

  /**
   * What the service shows of the change's resource: the last read if that is recent enough, else a new one. Throws what
   * the read throws.
   */
  async read(change: Change): Promise<Glance> {
    const known = this.#known(change)
    if (known !== undefined && this.#reads.isFresh(known, 'first')) return known
    const shared = this.#shared.get(change)
    // A page for one change saves no request.
    if (shared === undefined || (shared.place !== 'list' && shared.pending.size < 2))
      return this.#lookUp(change)
    await (shared.reading ??= this.#fill(shared))
    // The resource may be on another page now, or on none.
    return shownOn(shared, change) ?? this.read(change)
  }

  /** The change has ended: it needs no more reads. */
  leave(change: Change): void {
    this.#single.delete(change.name)
    this.#assign(change, undefined)
  }

  /** Shares the read of the place from now on. Without a place, the resource is looked up alone. */
  #assign(change: Change, place: Place | undefined): void {
    this.#shared.get(change)?.pending.delete(change)
    this.#shared.delete(change)
    if (place === undefined) return
    const key = place === 'list' ? place : `${place.order} ${place.after} ${place.since === undefined}`
    const shared = this.#byPlace.get(key) ?? { place, pending: new Set() }
    this.#byPlace.set(key, shared)
    shared.pending.add(change)
    this.#shared.set(change, shared)
  }

  /** The last read of the resource, if any. */
  #known(change: Change): Glance | undefined {
    const shared = this.#shared.get(change)
    const latest = this.#single.get(change.name) ?? (shared && shownOn(shared, change))
    // A list of everything costs one request, so it is read again before the first change of a stage. A change with `reread`
    // repeats values of the service, so these are read again too.
    if (latest !== undefined || !this.#reads.isPaged || change.reread === true) return latest
    const seen = this.#reads.seenInPlan(change)
    return seen && { live: 'unread', at: seen.at }
  }

  async #lookUp(change: Change): Promise<Shown> {
    const glance = await this.#reads.readOne(change)
    this.#single.set(change.name, glance)
    return glance
  }

  async #fill(shared: SharedRead): Promise<void> {
    const changes = [...shared.pending]
    const found = await this.#reads.readPlace(shared.place, changes)
    shared.found = found
    shared.place = found.absent ?? shared.place
    for (const change of changes)
      if (shared.pending.has(change) && shownOn(shared, change) === undefined)
        this.#assign(change, found.all.get(change.name)?.seen?.page)
    shared.reading = undefined
  }
}

/** Undefined if it wasn't read yet, or is on another page now. */
function shownOn({ place, found }: SharedRead, { name }: Change): Shown | undefined {
  const { live, seen } = found?.all.get(name) ?? {}
  const isHere = live === undefined ? found?.absent !== undefined : seen?.page === place
  return found !== undefined && (place === 'list' || isHere) ? { ...found, live } : undefined
}
