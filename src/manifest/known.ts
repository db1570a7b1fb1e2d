// Masks of a text that is YAML: the tree says where every scalar stands, and its path whether it is secret.
import { append } from '../core/append.ts'
import type { Scalar } from '../core/value.ts'
import {
  hideComment,
  holdsCredentials,
  mask,
  type IsSecretPath,
  type Lookalikes,
  type Masks,
  type Piece,
} from './mask.ts'
import type { Entry, Node } from './node.ts'
import { looksLikeReference } from './placeholder.ts'
import { isOnlyReferences } from './reference.ts'
import { lineRange, type Range, type Source } from './source.ts'

interface ScalarRange {
  readonly range: Range
  readonly isMasked: boolean
}

/** The scalars are collected when the first frame asks for them. */
export function knownMasks(
  source: Source,
  documents: readonly Node[],
  isSecret: IsSecretPath,
  lookalikes: Lookalikes,
): Masks {
  let scalars: readonly ScalarRange[] | undefined
  return {
    hidden: (line) => {
      scalars ??= scalarsOf(documents, (value, path) => mayBeSecret(value, path, isSecret, lookalikes))
      const [start, end] = lineRange(source, line)
      return hideKnown(source.text.slice(start, end), start, scalars)
    },
  }
}

function scalarsOf(
  documents: readonly Node[],
  isSecretAt: (value: Scalar, path: readonly string[]) => boolean,
): ScalarRange[] {
  const found = new Map<number, ScalarRange>()
  const add = (range: Range, isMasked: boolean): void => {
    // A value that an alias repeats is masked where any use of it is secret.
    const before = found.get(range[0])?.isMasked === true
    if (range[1] > range[0]) found.set(range[0], { range, isMasked: isMasked || before })
  }
  const walk = (node: Node, path: readonly string[]): void => {
    if (node.type === 'list') for (const item of node.items) walk(item, path)
    else if (node.type === 'map') {
      const visit = ({ key, value }: Entry): void => walk(value, [...path, key])
      node.entries.forEach(visit)
      node.hidden.forEach(visit)
    } else if (node.value !== null) {
      add(node.definition ?? node.range, isSecretAt(node.value, path))
    }
  }
  for (const document of documents) walk(document, [])
  return [...found.values()].sort((left, right) => left.range[0] - right.range[0])
}

/** Flags, nothing, and references give nothing away. */
function mayBeSecret(
  value: Scalar,
  path: readonly string[],
  isSecret: IsSecretPath,
  lookalikes: Lookalikes,
): boolean {
  if (typeof value === 'boolean' || value === '') return false
  if (typeof value !== 'string') return isSecret(path)
  if (isOnlyReferences(value) || (lookalikes === 'shown' && looksLikeReference(value))) return false
  return isSecret(path) || holdsCredentials(value)
}

function hideKnown(text: string, start: number, scalars: readonly ScalarRange[]): Piece[] {
  const pieces: Piece[] = []
  let outside = 0
  for (const { range, isMasked } of touching(scalars, start, start + text.length)) {
    const from = Math.max(0, range[0] - start)
    const to = Math.min(text.length, range[1] - start)
    append(pieces, hideComment(text, outside, from))
    outside = to
    const indented = from + (text.slice(from, to).length - text.slice(from, to).trimStart().length)
    if (isMasked && indented < to) pieces.push({ range: [indented, to], text: mask })
  }
  return [...pieces, ...hideComment(text, outside, text.length)]
}

function touching(scalars: readonly ScalarRange[], from: number, to: number): readonly ScalarRange[] {
  let low = 0
  let high = scalars.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((scalars[middle]?.range[1] ?? 0) <= from) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < scalars.length && (scalars[end]?.range[0] ?? to) < to) end++
  return scalars.slice(low, end)
}
