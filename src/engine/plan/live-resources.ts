// What the service shows of one section's kinds: the ids, how many there are, and all of each kind whose changes depend on it.
import type { Kind } from '../../kinds/kind.ts'
import { isInside, type Owns } from '../../kinds/owns.ts'
import type { Live, Observed } from '../../kinds/resource.ts'

export class LiveResources {
  /** By `kind/name`; of a kind that is read page by page none: no other resource refers to one. */
  readonly ids = new Map<string, string>()
  /** By kind, of those that the project manages: of subscribers the declared ones, of all others every one. */
  readonly counts = new Map<string, number>()
  readonly related = new Map<string, readonly Observed[]>()

  add(
    { name, related, all: pages }: Kind,
    live: Live | undefined,
    all: readonly Observed[],
    owns?: Owns,
  ): void {
    if (related) this.related.set(name, all)
    if (live === undefined) return
    if (pages === undefined) this.ids.set(`${name}/${live.name}`, live.id)
    if (isInside(owns, name, live.name)) this.#count(name, 1)
  }

  /** All of a related kind; of others none. */
  all(kind: string): Live[] {
    return (this.related.get(kind) ?? []).flatMap(({ live }) => live ?? [])
  }

  /** Declared resources that were not selected are not read, but they are counted: limits in percent refer to all. */
  addUnread({ name, scope }: Kind, count: number): void {
    if (scope === 'target') this.#count(name, count)
  }

  #count(kind: string, count: number): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + count)
  }
}
