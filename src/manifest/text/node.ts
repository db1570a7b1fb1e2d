// A located tree: JSON values that know where they are written, and the text in which that is.
import { isList, mapOf, type Scalar, type Value } from '../../core/value.ts'
import type { Position } from '../../core/problem.ts'

export interface Source {
  /** As printed: relative to the working directory. */
  readonly file: string
  readonly text: string
  /** The file's line on which the text begins: 1, unless the text is only a part of the file, such as a row of CSV. */
  readonly firstLine: number
  readonly lineStarts: readonly number[]
}

/** Offsets into a source's text, the end excluded. */
export type Range = readonly [from: number, to: number]

export interface Place {
  readonly source: Source
  readonly range: Range
}

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

interface ListNode extends Located {
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

export type Node = ScalarNode | ListNode | MapNode
export type NodePath = readonly (string | number)[]

/** Returns the node itself, for a tree that stays in memory: other trees are parsed again. */
export function keep<Kept extends Node>(node: Kept): () => Kept {
  return () => node
}

/** One list for the many maps that repeat no key. */
export const noneHidden: readonly Entry[] = []

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

/**
 * The node at a path, or the deepest one on the way to it: `depth` is the length of the path to it. `key` is where its key is
 * written; an item of a list has none, so there it is where the item begins. `place` is that of a scalar, and the key of others.
 */
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

/** A text with a name, so that positions in it can be shown. */
export function sourceOf(file: string, text: string): Source {
  const lineStarts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1)
  return { file, text, firstLine: 1, lineStarts }
}

/** A line of a file that is read line by line; only its number is kept. */
export function lineOf(file: string, line: number): Source {
  return { file, text: '', firstLine: line, lineStarts: [0] }
}

export function placeOfLine(file: string, line = 1): Place {
  return { source: lineOf(file, line), range: [0, 0] }
}

/** The index of the line that contains an offset. */
export function lineAt(source: Source, offset: number): number {
  let low = 0
  let high = source.lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((source.lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Where a line begins and ends, its line break excluded. */
export function lineRange(source: Source, index: number): Range {
  const start = source.lineStarts[index] ?? 0
  const next = source.lineStarts[index + 1]
  const end = next === undefined ? source.text.length : next - 1
  return [start, end > start && source.text[end - 1] === '\r' ? end - 1 : end]
}

/** The position of a range; the length stops at the end of its first line. */
export function positionOf({ source, range: [from, to] }: Place): Position {
  const index = lineAt(source, from)
  const [start, end] = lineRange(source, index)
  return {
    file: source.file,
    line: source.firstLine + index,
    column: Math.max(0, from - start) + 1,
    length: Math.max(1, Math.min(to, end) - from),
  }
}
