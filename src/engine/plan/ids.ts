// The IDs that requests need, and what the service shows of the kinds of one section.
import { eachLeaf, IdOf, isMap, type Leaf, type Value } from '../../core/value.ts'
import { type Live, liveIn, type Observed, isOwned, type Owns } from '../../kinds/resource.ts'
import { callsOf, type Change } from '../../core/plan/change.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import type { Kind } from '../../kinds/kind.ts'

type Named = Pick<IdOf, 'kind' | 'name'>

export class Ids {
  readonly #known: Map<string, string>

  /** By `kind/name`. */
  constructor(known: Readonly<Record<string, string>>) {
    this.#known = new Map(Object.entries(known))
  }

  /** Undefined if it isn't known. */
  find({ kind, name }: Named): string | undefined {
    return this.#known.get(`${kind}/${name}`)
  }

  /** Throws if it isn't known. */
  of(id: Named): string {
    const found = this.find(id)
    if (found === undefined) throw new Error(`the ID of ${id.kind} ${id.name} is unknown`)
    return found
  }

  /** A create's reply contains the id; otherwise the service is read. */
  async learn(created: Named, reply: unknown, reread: () => Promise<Live | undefined>): Promise<void> {
    const id = isMap(reply as Value) ? (reply as { _id?: unknown })._id : undefined
    // It was created in any case; a change that refers to it fails because its id isn't known.
    const found = typeof id === 'string' ? id : (await reread().catch(() => undefined))?.id
    if (found !== undefined) this.#known.set(`${created.kind}/${created.name}`, found)
  }
}

/** The known ids that changes need, by `kind/name`, and a problem for each that can't become known. */
export function resolveIds(
  changes: readonly Change[],
  known: ReadonlyMap<string, string>,
): { readonly ids: Readonly<Record<string, string>>; readonly problems: readonly Problem[] } {
  const ids: Record<string, string> = {}
  // Several calls of one resource may refer to it.
  const problems = new Map<string, Problem>()
  const created = new Set<string>()
  for (const { action, kind, name } of changes) if (action === 'create') created.add(`${kind}/${name}`)
  for (const change of changes) {
    const own = `${change.kind}/${change.name}`
    const live = known.get(own)
    if (live !== undefined) ids[own] = live
    for (const id of idsIn(change)) {
      const key = `${id.kind}/${id.name}`
      const found = known.get(key)
      if (found !== undefined) ids[key] = found
      else if (!created.has(key))
        problems.set(`${change.kind}/${change.name} ${key}`, unknownReference(change, id))
    }
  }
  return { ids, problems: [...problems.values()] }
}

function idsIn(change: Change): IdOf[] {
  const ids: IdOf[] = []
  const visit = (leaf: Leaf): void => {
    if (leaf instanceof IdOf) ids.push(leaf)
  }
  for (const { parameters, body } of callsOf(change)) {
    eachLeaf(parameters, visit)
    eachLeaf(body, visit)
  }
  return ids
}

function unknownReference(change: Change, id: IdOf): Problem {
  return errorOf(
    'unknown-reference',
    `${change.kind} ${change.name} refers to ${id.kind} ${id.name}, which is neither declared nor in the service`,
    `Declare ${id.kind} ${id.name}, or correct the name.`,
    { target: change.target, position: change.position },
  )
}

/** What the service shows of the kinds of one section, as far as other resources or guards need it. */
export class LiveResources {
  /** By `kind/name`; without kinds that are read page by page, because no other resource refers to them. */
  readonly ids = new Map<string, string>()
  /**
   * By kind, the number of resources in the service that the project manages. Of subscribers, and of resources that weren't
   * selected and so not read, the declared ones are counted.
   */
  readonly counts = new Map<string, number>()
  /** By kind, everything that was observed, for kinds whose resources have side effects on each other. */
  readonly related = new Map<string, readonly Observed[]>()

  add(
    { name, effects, all: pages }: Kind,
    live: Live | undefined,
    all: readonly Observed[],
    owns?: Owns,
  ): void {
    if (effects !== undefined) this.related.set(name, all)
    if (live === undefined) return
    if (pages === undefined) this.ids.set(`${name}/${live.name}`, live.id)
    if (isOwned(owns, name, live.name)) this.#count(name, 1)
  }

  all(kind: string): readonly Live[] {
    return liveIn(this.related.get(kind) ?? [])
  }

  /** For declared resources that were not selected: limits in percent refer to them too. */
  addUnread({ name, scope }: Kind, count: number): void {
    if (scope === 'target') this.#count(name, count)
  }

  #count(kind: string, count: number): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + count)
  }
}
