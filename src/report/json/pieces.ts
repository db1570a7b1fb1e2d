// JSON in pieces: the text of a large plan is longer than a string can be.

import { jsonEscape } from '../../core/json.ts'
import { withoutActing } from '../../core/visible.ts'
import type { Problem } from '../../core/problem.ts'
import type { ProblemJson } from './common-shapes.ts'

/** Of every envelope; here and not with its shape, so that printing an envelope doesn't load zod. */
export const formatVersion = 1

/** One line break at the end, two spaces of indentation by default. */
export function* envelopePieces(
  command: string,
  exit: number,
  problems: readonly Problem[],
  rest: object,
  indent = 2,
): Generator<string, void> {
  const envelope = { formatVersion, command, exit, problems: problems.map(problemJson), ...rest }
  for (const piece of jsonPieces(envelope, indent)) yield inert(piece)
  yield '\n'
}

/** JSON with the same meaning, in which characters that act on a terminal or in a log, or hide others, are escaped. */
export function jsonText(value: unknown, indent = 0): string {
  return inert(JSON.stringify(value, null, indent))
}

/** Line breaks are only between the parts of JSON. */
function inert(json: string): string {
  return withoutActing(json, (character) => (character === '\n' ? character : jsonEscape(character)))
}

/** @internal */
export function problemJson(problem: Problem): ProblemJson {
  const {
    frame: _f,
    exit: _e,
    isOld: _o,
    alike: _a,
    subject: _s,
    personal: _p,
    findings: _n,
    ...shown
  } = problem
  return shown
}

/** A list whose entries are made when they are printed, so that they are never all in memory. They may have such lists. */
export class Lazy<Item, Entry = unknown> implements Iterable<Entry> {
  readonly #items: readonly Item[]
  readonly #make: (item: Item) => Entry

  constructor(items: readonly Item[], make: (item: Item) => Entry) {
    this.#items = items
    this.#make = make
  }

  *[Symbol.iterator](): Generator<Entry, void> {
    for (const item of this.#items) yield this.#make(item)
  }
}

/** Deeper values are small, and printed in one piece. */
const deepest = 6

/** The same text as that of JSON.stringify, in which a `Lazy` is a list. */
export function* jsonPieces(value: unknown, indent: number, depth = 0): Generator<string, void> {
  const lineAt = (level: number): string => (indent === 0 ? '' : `\n${' '.repeat(indent * level)}`)
  const whole = (part: unknown, level: number): string =>
    (JSON.stringify(part, null, indent) ?? 'null').replaceAll('\n', lineAt(level))
  const isList = value instanceof Lazy || Array.isArray(value)
  if (!(value instanceof Lazy) && (depth === deepest || !(isList || isPlain(value))))
    return yield whole(value, depth)
  const entries = isList ? (value as Iterable<unknown>) : membersOf(value)
  let separator = ''
  yield isList ? '[' : '{'
  for (const entry of entries) {
    yield `${separator}${lineAt(depth + 1)}`
    separator = ','
    if (value instanceof Lazy && !hasLazy(entry)) yield whole(entry, depth + 1)
    else if (isList) yield* jsonPieces(entry, indent, depth + 1)
    else {
      const [name, content] = entry as readonly [string, unknown]
      yield `${JSON.stringify(name)}:${indent === 0 ? '' : ' '}`
      yield* jsonPieces(content, indent, depth + 1)
    }
  }
  yield `${separator === '' ? '' : lineAt(depth)}${isList ? ']' : '}'}`
}

function hasLazy(entry: unknown): boolean {
  return isPlain(entry) && Object.values(entry).some((part) => part instanceof Lazy)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function membersOf(map: object): readonly (readonly [string, unknown])[] {
  return Object.entries(map).filter(([, value]) => value !== undefined)
}
