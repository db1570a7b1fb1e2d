// What manifests declare for one target, in their order: objects, and lines of NDJSON and CSV that are parsed each time.
import { Numbers } from '../../core/compact.ts'
import { closed } from '../../core/secrets/hide-secrets.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Desired } from '../../kinds/resource.ts'
import { Names, type Keeper, type Placed } from '../../kinds/declared-resources.ts'
import type { Built } from '../desired.ts'
import { nodeOf, type MapNode, lineOf } from '../text/node.ts'
import type { Lines } from './lines.ts'
import { isSecretAt, nameOf } from '../../kinds/from-field-rows.ts'

/** By target; the resources of the organisation are kept under undefined. */
export type Collected = ReadonlyMap<string | undefined, Declarations>

export class Declarations implements Keeper, Iterable<Built> {
  readonly #target: string | undefined
  readonly #lines: Lines
  /** By kind, the fields that the project ignores. */
  readonly #ignored: Readonly<Record<string, readonly string[] | undefined>>
  readonly #objects: Built[] = []
  /** Even: twice the index of an object. Odd: 1 more than twice the index of a line. */
  readonly #entries = new Numbers()
  readonly #names = new Names()
  /** Indexes of the entries whose name an earlier entry may have. */
  readonly #maybeRepeated: number[] = []

  constructor(
    target: string | undefined,
    lines: Lines,
    ignored: Readonly<Record<string, readonly string[] | undefined>> = {},
  ) {
    this.#target = target
    this.#lines = lines
    this.#ignored = ignored
  }

  get size(): number {
    return this.#entries.size
  }

  add(built: Built): void {
    this.#objects.push(built)
    this.#note((this.#objects.length - 1) * 2, built.desired)
  }

  addLine(line: number, identity: Pick<Desired, 'kind' | 'name'>): void {
    this.#note(line * 2 + 1, identity)
  }

  #note(entry: number, { kind, name }: Pick<Desired, 'kind' | 'name'>): void {
    if (!this.#names.add(kind, name)) this.#maybeRepeated.push(this.size)
    this.#entries.push(entry)
  }

  *[Symbol.iterator](): Generator<Built, void> {
    for (let index = 0; index < this.size; index++) yield this.builtAt(index)
  }

  /** The resources that are kept as objects: lines have no other name, no former name and no `ignore` of their own. */
  get objects(): readonly Built[] {
    return this.#objects
  }

  *notPlain(): Generator<Built, void> {
    for (let index = 0; index < this.size; index++) if (!this.isPlainAt(index)) yield this.builtAt(index)
  }

  /** Each resource with the kind and name of an earlier one, with the first of them. */
  *repeated(): Generator<{ readonly built: Built; readonly first: Desired }, void> {
    for (const index of this.#maybeRepeated) {
      const built = this.builtAt(index)
      const first = this.lookUp(built.desired.kind, built.desired.name)
      if (first !== undefined && first.index < index) yield { built, first: first.desired }
    }
  }

  builtAt(index: number): Built {
    const entry = this.#entries.at(index)
    if (entry % 2 === 0) return this.#objects[entry / 2] as Built
    return new BuiltLine(this.#ofLine(entry >>> 1), this.#lines, entry >>> 1)
  }

  at(index: number): Desired {
    const entry = this.#entries.at(index)
    return entry % 2 === 0 ? (this.#objects[entry / 2] as Built).desired : this.#ofLine(entry >>> 1)
  }

  kindAt(index: number): string {
    const entry = this.#entries.at(index)
    return entry % 2 === 0 ? this.at(index).kind : this.#lines.fileOf(entry >>> 1).kind.name
  }

  isPlainAt(index: number): boolean {
    const entry = this.#entries.at(index)
    return entry % 2 === 1 && this.#lines.isPlain(entry >>> 1)
  }

  lookUp(kind: string, name: string): Placed | undefined {
    return this.#names.lookUp(kind, name, (index) => this.at(index))
  }

  builtOf({ kind, name }: Pick<Desired, 'kind' | 'name'>): Built | undefined {
    const placed = this.lookUp(kind, name)
    return placed && this.builtAt(placed.index)
  }

  #ofLine(index: number): Desired {
    const { file, number, fields } = this.#lines.at(index)
    const { kind, name: fileName } = file
    const declared = this.#lines.isPlain(index)
      ? fields
      : (closed(fields, (path) => isSecretAt(kind, path), { origin: 'literal' }) as ValueMap)
    const position = { file: fileName, line: number, column: 1, length: 1 }
    // One literal, and no spread: it is made for each of a million subscribers, several times.
    const desired: Desired & { target?: string; ignoreOfKind?: readonly string[] } = {
      kind: kind.name,
      name: nameOf(kind, declared),
      declared,
      fields: kind.fieldsOf(declared),
      position,
      positionOf: () => position,
    }
    if (this.#target !== undefined) desired.target = this.#target
    const ignoreOfKind = this.#ignored[kind.name]
    if (ignoreOfKind !== undefined) desired.ignoreOfKind = ignoreOfKind
    return desired
  }
}

class BuiltLine implements Built {
  readonly desired: Desired
  readonly isSound = true
  readonly isShared = true
  readonly #lines: Lines
  readonly #index: number

  constructor(desired: Desired, lines: Lines, index: number) {
    this.desired = desired
    this.#lines = lines
    this.#index = index
  }

  root(): MapNode {
    const { file, number, fields } = this.#lines.at(this.#index)
    return nodeOf(fields, lineOf(file.name, number), [0, 0]) as MapNode
  }
}
