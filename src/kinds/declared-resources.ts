// Declared resources in manifest order, however they are kept: as objects, or as lines of NDJSON that are parsed when they
// are needed.
import { HashIndex, hashOf, Numbers } from '../core/compact.ts'
import { firstAfter } from '../core/lists.ts'
import type { Desired } from './resource.ts'

/** What keeps them. Indexes are from 0 to `size` - 1, in manifest order. */
export interface Keeper {
  readonly size: number
  /** Of a line, a new object each time. */
  readonly at: (index: number) => Desired
  readonly kindAt: (index: number) => string
  /** As `plain` of its kind. */
  readonly isPlainAt: (index: number) => boolean
  /** The first with this name; undefined for none. */
  readonly lookUp: (kind: string, name: string) => Placed | undefined
}

export interface Placed {
  readonly index: number
  readonly desired: Desired
}

/** All of them, or those that were chosen. Iterate as often as needed, and keep few: each may be a new object. */
export class Resources implements Iterable<Desired> {
  readonly #keeper: Keeper
  /** Undefined for all. */
  readonly #chosen: Numbers | undefined
  readonly #change: ((desired: Desired) => Desired) | undefined

  constructor(keeper: Keeper, chosen?: Numbers, change?: (desired: Desired) => Desired) {
    this.#keeper = keeper
    this.#chosen = chosen
    this.#change = change
  }

  static of(list: readonly Desired[]): Resources {
    return new Resources(keeperOf(list))
  }

  get size(): number {
    return this.#chosen?.size ?? this.#keeper.size
  }

  *[Symbol.iterator](): Generator<Desired, void> {
    for (let index = 0; index < this.size; index++) yield this.at(index)
  }

  at(index: number): Desired {
    const desired = this.#keeper.at(this.#chosen?.at(index) ?? index)
    return this.#change?.(desired) ?? desired
  }

  /** Those that may have secrets or the names of other resources: a plain one has none. */
  *notPlain(): Generator<Placed, void> {
    for (let index = 0; index < this.size; index++)
      if (!this.#keeper.isPlainAt(this.#chosen?.at(index) ?? index)) yield { index, desired: this.at(index) }
  }

  get(kind: string, name: string): Desired | undefined {
    return this.lookUp(kind, name)?.desired
  }

  lookUp(kind: string, name: string): Placed | undefined {
    const found = this.#keeper.lookUp(kind, name)
    if (found === undefined) return undefined
    const index = this.#chosen === undefined ? found.index : positionIn(this.#chosen, found.index)
    return index === undefined
      ? undefined
      : { index, desired: this.#change?.(found.desired) ?? found.desired }
  }

  find(test: (desired: Desired) => boolean): Desired | undefined {
    for (const desired of this) if (test(desired)) return desired
    return undefined
  }

  ofKind(kind: string): Resources {
    return this.#where((index) => this.#keeper.kindAt(index) === kind)
  }

  filter(test: (desired: Desired) => boolean): Resources {
    return this.#where((index) => {
      const desired = this.#keeper.at(index)
      return test(this.#change?.(desired) ?? desired)
    })
  }

  /** Changes each whenever it is given out. `change` keeps its kind and name, and plain ones plain. */
  changed(change: (desired: Desired) => Desired): Resources {
    const earlier = this.#change
    return new Resources(
      this.#keeper,
      this.#chosen,
      earlier === undefined ? change : (desired) => change(earlier(desired)),
    )
  }

  #where(test: (index: number) => boolean): Resources {
    const chosen = new Numbers()
    for (let index = 0; index < this.size; index++) {
      const each = this.#chosen?.at(index) ?? index
      if (test(each)) chosen.push(each)
    }
    return chosen.size === this.size ? this : new Resources(this.#keeper, chosen, this.#change)
  }
}

export interface Declared {
  readonly organisation: readonly Desired[]
  /** Of all kinds. */
  readonly forTarget: (alias: string) => Resources
}

export function kindsByName<Named extends { readonly name: string }>(
  all: readonly Named[],
): ReadonlyMap<string, Named> {
  return new Map(all.map((each) => [each.name, each]))
}

/** The resources of each kind, searched only once. */
export function kindsOf(all: Resources): (kind: string) => Resources {
  const byKind = new Map<string, Resources>()
  return (kind) => {
    const own = byKind.get(kind) ?? all.ofKind(kind)
    byKind.set(kind, own)
    return own
  }
}

/** Everything that is declared for the organisation and these targets; it can be iterated as often as needed. */
export function everything(
  declared: Declared,
  targets: readonly { readonly alias: string }[],
): Iterable<Desired> {
  return {
    *[Symbol.iterator]() {
      yield* declared.organisation
      for (const { alias } of targets) yield* declared.forTarget(alias)
    },
  }
}

export function some<Item>(all: Iterable<Item>, test: (item: Item) => boolean): boolean {
  for (const item of all) if (test(item)) return true
  return false
}

function positionIn(list: Numbers, number: number): number | undefined {
  const index = firstAfter(list.size, (each) => list.at(each) < number)
  return index < list.size && list.at(index) === number ? index : undefined
}

function keeperOf(list: readonly Desired[]): Keeper {
  let names: Names | undefined
  const at = (index: number): Desired => list[index] as Desired
  return {
    size: list.length,
    at,
    kindAt: (index) => at(index).kind,
    isPlainAt: () => false,
    lookUp: (kind, name) => {
      // An apply looks up thousands of resources one by one: a list of one needs no index.
      const [only] = list
      if (list.length === 1 && only !== undefined)
        return only.kind === kind && only.name === name ? { index: 0, desired: only } : undefined
      names ??= namesIn(list)
      return names.lookUp(kind, name, at)
    },
  }
}

/** Finds resources of a list by kind and name, without keeping the names. */
export class Names {
  readonly #index = new HashIndex()

  /** Returns false if an earlier one may have the same kind and name. */
  add(kind: string, name: string): boolean {
    return this.#index.add(hashOf(`${kind}/${name}`))
  }

  lookUp(kind: string, name: string, at: (index: number) => Desired): Placed | undefined {
    return this.#index.find(hashOf(`${kind}/${name}`), (index) => {
      const desired = at(index)
      return desired.kind === kind && desired.name === name ? { index, desired } : undefined
    })
  }
}

function namesIn(list: readonly Desired[]): Names {
  const names = new Names()
  for (const { kind, name } of list) names.add(kind, name)
  return names
}
