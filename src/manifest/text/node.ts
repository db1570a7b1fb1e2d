// A located tree: JSON values that know where they are written.
import { isList, mapOf, type Scalar, type Value } from '../../core/value.ts'
import type { Place, Range, Source } from './source.ts'

interface Located {
  readonly source: Source
  /** Where the value is used; through an alias or a merge, the alias. */
  readonly range: Range
  /** Where it is written, if that is elsewhere. */
  readonly definition?: Range
}

export interface ScalarNode extends Located {
  readonly type: 'scalar'
  readonly value: Scalar
  /** A number or boolean as written, such as `+49` or `0x10`. */
  readonly text: string
}

export interface ListNode extends Located {
  readonly type: 'list'
  readonly items: readonly Node[]
}

export interface Entry {
  readonly key: string
  readonly keyRange: Range
  readonly value: Node
}

export interface MapNode extends Located {
  readonly type: 'map'
  readonly entries: ReadonlyMap<string, Entry>
  /** Values that another one of the same key hides; only masks need them. */
  readonly hidden: readonly Entry[]
}

export function keep<Kept extends Node>(node: Kept): () => Kept {
  return () => node
}

/** One list for the many maps that repeat no key. */
export const noneHidden: readonly Entry[] = []

export type Node = ScalarNode | ListNode | MapNode
export type NodePath = readonly (string | number)[]

export function placeOf(node: Node): Place {
  return { source: node.source, range: node.range }
}

export function keyPlace(map: MapNode, entry: Entry): Place {
  return { source: map.source, range: entry.keyRange }
}

/** The position of a map is that of its first key. */
export function headOf(node: Node): Place {
  const first = node.type === 'map' ? node.entries.values().next().value : undefined
  return first === undefined || node.type !== 'map' ? placeOf(node) : keyPlace(node, first)
}

/** The node at a path, or the deepest one on the way to it. */
export function nodeAt(root: Node, path: NodePath): { node: Node; depth: number; place: Place; key: Place } {
  let node = root
  let key = headOf(root)
  let depth = 0
  for (const step of path) {
    const entry = node.type === 'map' ? node.entries.get(String(step)) : undefined
    const next: Node | undefined =
      entry?.value ?? (node.type === 'list' && typeof step === 'number' ? node.items[step] : undefined)
    if (next === undefined) break
    key = entry !== undefined && node.type === 'map' ? keyPlace(node, entry) : headOf(next)
    node = next
    depth += 1
  }
  return { node, depth, place: node.type === 'scalar' ? placeOf(node) : key, key }
}

/** What a map has for a key; undefined for all other nodes. */
export function valueIn(node: Node | undefined, key: string): Node | undefined {
  return node?.type === 'map' ? node.entries.get(key)?.value : undefined
}

/** A tree over plain JSON, all of it at one place. */
export function nodeOf(value: Value, source: Source, range: Range): Node {
  if (isList(value))
    return { type: 'list', source, range, items: value.map((item) => nodeOf(item, source, range)) }
  if (typeof value !== 'object' || value === null)
    return { type: 'scalar', source, range, value, text: String(value) }
  const entries = new Map<string, Entry>()
  for (const [key, item] of Object.entries(value))
    entries.set(key, { key, keyRange: range, value: nodeOf(item, source, range) })
  return { type: 'map', source, range, entries, hidden: noneHidden }
}

/** The JSON value of a tree. */
export function plainValue(node: Node): Value {
  if (node.type === 'scalar') return node.value
  if (node.type === 'list') return node.items.map(plainValue)
  return mapOf([...node.entries.values()].map(({ key, value }) => [key, plainValue(value)]))
}
