// What the changes of one stage read while they are carried out, and what a change may still be based on.
import type { Change } from '../../core/plan/change.ts'
import { withoutDropped, withoutIgnored } from '../../kinds/ignored.ts'
import type { Kind, Look } from '../../kinds/kind.ts'
import type { Live, Observed, Page, Sight } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/resources.ts'
import type { SectionContext } from './section-context.ts'

/** Milliseconds from the start of a read to the last moment at which a call may be based on it. */
const defaultFreshness = 5000

/** Milliseconds from the start of a list to the last moment at which it serves: there are tens of integrations, and one request shows them all. */
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
  readonly all: ReadonlyMap<string, Live>
}

/** Several resources, read with one request. Only those that are there are in it, by name. */
interface Found extends Age {
  readonly live: ReadonlyMap<string, Live>
}

export class StageReads {
  readonly kind: Kind
  readonly #first: Change
  readonly #context: SectionContext
  /** What the changes refer to and don't move, by key. */
  readonly #shared = new Map<string, Look>()

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
  isFresh({ at, listed }: Age, look: 'first' | 'again'): boolean {
    const { clock, freshness = defaultFreshness } = this.#context.run.engine
    const age = clock() - at
    const isRecent = listed === undefined || age <= listServes || clock() - listed <= replyServes
    return (isRecent || look === 'again') && age <= freshness
  }

  seen(change: Change): Sight | undefined {
    return this.#context.sourceOf(change).seen
  }

  list(changes: readonly Change[]): Promise<Found> {
    return this.#find(this.#first, (look) => this.kind.observe(look, this.#desiredOf(changes)))
  }

  page(page: Page, changes: readonly Change[]): Promise<Found> {
    const desired = this.#desiredOf(changes)
    return this.#find(this.#first, (look) => this.kind.observePage?.(look, page, desired) ?? [])
  }

  async one(change: Change): Promise<Shown> {
    const desired = this.#desiredOf([change])
    const found = await this.#find(change, (look) => this.kind.observe(look, desired))
    return { ...found, live: found.live.get(change.name), all: found.live }
  }

  #desiredOf(changes: readonly Change[]): Resources {
    return Resources.of([...new Set(changes.map((change) => this.#context.sourceOf(change).desired))])
  }

  async #find(
    change: Change,
    observe: (look: Look) => AsyncIterable<Observed> | Iterable<Observed>,
  ): Promise<Found> {
    const look = this.#context.look(change, this.kind, this.#shared)
    let at = this.#context.run.engine.clock()
    const live = new Map<string, Live>()
    for await (const found of observe(look)) {
      const each = withoutIgnored(withoutDropped(found), this.kind)
      at = each.seen?.at ?? at
      if (each.live !== undefined) live.set(each.live.name, each.live)
    }
    return { live, at, ...(!this.isPaged && { listed: this.#context.run.engine.clock() }) }
  }
}

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
