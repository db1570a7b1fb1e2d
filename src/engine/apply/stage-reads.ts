// What the changes of one stage read while they are carried out, each with the API key that changes it.
import type { Change } from '../../core/plan/change.ts'
import { withoutDropped } from '../../kinds/dropped.ts'
import { withoutIgnored } from '../../kinds/ignored.ts'
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
export interface Age {
  /** When it was asked. */
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
export interface Found extends Age {
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

  /** Whether resources are read page by page, and not by one list. */
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

  /** All resources of these changes by one list. */
  list(changes: readonly Change[]): Promise<Found> {
    return this.#find(this.#first, (look) => this.kind.observe(look, this.#desiredOf(changes)))
  }

  /** Those of the changes' resources that are on a page of the directory. */
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

  /** What one request shows, with the key of the change. */
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
