// What may be shown of a source. The tree says where every scalar is, and its path says whether it is secret. In a document
// that isn't YAML, and in what comes after it, only indentation is shown.
import type { Scalar } from '../../core/value.ts'
import { mask, type Masks, type Piece } from './frame.ts'
import { keep, type Entry, type Node, lineRange, type Range, type Source } from '../text/node.ts'
import type { Parsed } from '../text/parse-fully.ts'
import { resemblesReference } from '../references/placeholder.ts'
import { isOnlyReferences } from '../references/syntax.ts'

/** Whether the value at a path of a document (without list indexes) is secret. */
export type IsSecretPath = (path: readonly string[]) => boolean

/** Whether the value at such a path belongs to a resource that describes a person. */
type IsPersonalPath = (path: readonly string[]) => boolean

/** Whether values of secret fields that resemble references are shown: `hidden` if a project treats them as values. */
export type Lookalikes = 'shown' | 'hidden'

interface ScalarRange {
  readonly range: Range
  readonly isMasked: boolean
  readonly isPersonal: boolean
}

/** The scalars are collected when the first frame asks for them. */
export function masksOf(
  source: Source,
  { documents, soundUntil, again }: Parsed,
  isSecret: IsSecretPath,
  lookalikes: Lookalikes,
  isPersonal: IsPersonalPath = () => false,
): Masks {
  const roots = documents.map((root) => (root.type === 'map' ? again(root) : keep(root)))
  let collected: readonly ScalarRange[] | undefined
  const scalars = (): readonly ScalarRange[] =>
    (collected ??= scalarsOf(
      roots.map((root) => root()),
      (value, path) => mayBeSecret(value, path, isSecret, lookalikes),
      isPersonal,
    ))
  return {
    hidden: (line) => {
      const [start, end] = lineRange(source, line)
      if (end >= soundUntil) return hideAll(source.text.slice(start, end))
      return hideKnown(source.text.slice(start, end), start, scalars())
    },
    isPersonal: (line) => touching(scalars(), ...lineRange(source, line)).some((each) => each.isPersonal),
  }
}

function scalarsOf(
  documents: readonly Node[],
  isSecretAt: (value: Scalar, path: readonly string[]) => boolean,
  isPersonalAt: IsPersonalPath,
): ScalarRange[] {
  const found = new Map<number, ScalarRange>()
  const add = ({ range, isMasked, isPersonal }: ScalarRange): void => {
    // A value that an alias repeats is masked if any use of it is secret.
    const before = found.get(range[0])
    if (range[1] > range[0])
      found.set(range[0], {
        range,
        isMasked: isMasked || before?.isMasked === true,
        isPersonal: isPersonal || before?.isPersonal === true,
      })
  }
  const walk = (node: Node, path: readonly string[]): void => {
    if (node.type === 'list') for (const item of node.items) walk(item, path)
    else if (node.type === 'map') {
      const visit = ({ key, value }: Entry): void => walk(value, [...path, key])
      node.entries.forEach(visit)
      node.hidden.forEach(visit)
    } else if (node.value !== null) {
      add({
        range: node.definition ?? node.range,
        isMasked: isSecretAt(node.value, path),
        isPersonal: isPersonalAt(path),
      })
    }
  }
  for (const document of documents) walk(document, [])
  return [...found.values()].sort((left, right) => left.range[0] - right.range[0])
}

/** Booleans, null and references contain no secret. */
function mayBeSecret(
  value: Scalar,
  path: readonly string[],
  isSecret: IsSecretPath,
  lookalikes: Lookalikes,
): boolean {
  if (typeof value === 'boolean' || value === '') return false
  if (typeof value !== 'string') return isSecret(path)
  if (isOnlyReferences(value) || (lookalikes === 'shown' && resemblesReference(value))) return false
  return isSecret(path) || holdsCredentials(value)
}

function hideKnown(text: string, start: number, scalars: readonly ScalarRange[]): Piece[] {
  const pieces: Piece[] = []
  let after = 0
  for (const { range, isMasked } of touching(scalars, start, start + text.length)) {
    const from = Math.max(0, range[0] - start)
    const to = Math.min(text.length, range[1] - start)
    after = to
    const indented = from + (text.slice(from, to).length - text.slice(from, to).trimStart().length)
    if (isMasked && indented < to) pieces.push({ range: [indented, to], text: mask })
  }
  return [...pieces, ...hideComment(text, after)]
}

/** A line without a tree is hidden except for its indentation, because what resembles a key may be a part of a secret. */
function hideAll(text: string): readonly Piece[] {
  const [indentation = ''] = /^[ \t]*(?:-[ \t]+)*/.exec(text) ?? []
  return indentation.length === text.length ? [] : [{ range: [indentation.length, text.length], text: '…' }]
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

/** An unknown key may contain a secret too, if its name says so: `smtpPassword`. */
export function seemsSecret(text: string): boolean {
  return (
    holdsCredentials(text) ||
    /key|token|secret|pas+w|pwd|credential|webhook|bearer|private|auth|signing/i.test(text)
  )
}

/** An address with a user and a password in it. */
function holdsCredentials(text: string): boolean {
  return /:\/\/[^\s/?#]*@/.test(text)
}

/**
 * A comment is shown only if it follows a value, which ends at `after`, and consists of words. Otherwise it may be a value that
 * was commented out: `password: #abc`.
 */
function hideComment(text: string, after: number): readonly Piece[] {
  const at = text.slice(after).search(/(?<!\S)#/) + after
  if (at < after) return []
  const comment = text.slice(at)
  const isHarmless = after > 0 && !seemsSecret(comment) && !/[\w+/=-]{16}/.test(comment)
  return isHarmless ? [] : [{ range: [at, text.length], text: '# …' }]
}
