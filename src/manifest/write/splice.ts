// Replaces values in the text of a manifest: everything else stays the same, character by character.
import { isCollection, isMap, isNode, isScalar, Lexer, Scalar } from 'yaml'
import type { Node as YamlNode, YAMLMap } from 'yaml'
import { append, grouped } from '../../core/lists.ts'
import { isList, isMap as isValueMap, type Value } from '../../core/value.ts'
import { parseReferences } from '../references/syntax.ts'
import type { Range, Source } from '../text/node.ts'
import type { Entry } from './entry.ts'
import { manifestValue } from './references.ts'
import { blockLines, inlineText, itemLines } from './yaml.ts'
import { type Page, type OpenList, rangeOf } from './value-ranges.ts'

export interface Splice {
  readonly range: Range
  readonly text: string
}

/** The text with each range replaced. The ranges don't overlap. */
function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let from = 0
  for (const splice of [...splices].sort((left, right) => left.range[0] - right.range[0])) {
    parts.push(text.slice(from, splice.range[0]), splice.text)
    from = splice.range[1]
  }
  return [...parts, text.slice(from)].join('')
}

/** The new text of each file. */
export function splicedFiles(
  changes: readonly { readonly file: string; readonly splices: readonly Splice[] }[],
  pages: ReadonlyMap<string, Page>,
): ReadonlyMap<string, string> {
  return new Map(
    [...grouped(changes, ({ file }) => file)].map(([file, all]) => {
      const splices = all.flatMap((each) => each.splices)
      return [file, spliced(pages.get(file)?.source.text ?? '', splices)]
    }),
  )
}

/** How a value is replaced where it is written; or why it can't be. */
export function replacing(range: Range, value: Value, { source, values, guarded }: Page): Splice | string {
  const found = values.get(range.join())
  const [from] = range
  const old = source.text.slice(...range).trimEnd()
  const to = from + old.length
  if (guarded.some(([start, end]) => start <= to && from <= end))
    return 'the value is written with an anchor, an alias, a merge key or a tag'
  if (found === undefined || old === '') return 'the manifest contains no separate value for this field'
  if (parseReferences(old).some((part) => typeof part !== 'string')) return 'the value is a reference'
  if (hasComment(old)) return 'the value contains a comment'
  const { node, isInFlow } = found
  const put = (text: string): Splice => ({ range: [from, to], text })
  if (isJson(source)) return put(JSON.stringify(manifestValue(value)))
  if (isCollection(node) && node.flow !== true && isFilled(value)) {
    const start = source.text.lastIndexOf('\n', from) + 1
    return put(indented(blockLines(value), ' '.repeat(from - start), source).trimStart())
  }
  if (isCollection(node) && node.flow !== true) {
    const key = source.text.slice(0, from).trimEnd()
    const start = key.endsWith(':') ? key.length : from
    return { range: [start, to], text: ` ${inlineText(value, Scalar.PLAIN, 'block')}` }
  }
  const like =
    isScalar(node) && (node.type === 'QUOTE_SINGLE' || node.type === 'QUOTE_DOUBLE')
      ? node.type
      : Scalar.PLAIN
  return put(inlineText(value, like, isInFlow ? 'flow' : 'block'))
}

function hasComment(text: string): boolean {
  return [...new Lexer().lex(text)].some((token) => token.startsWith('#'))
}

/** New values by key: a value as it is written, with references, or more keys of an existing map; undefined to remove a key. */
export type Additions = Map<string, Additions | Value | undefined>

/** Adds a value at a path. */
export function putAt(
  additions: Additions,
  [key = '', ...rest]: readonly string[],
  value?: Value,
): Additions {
  if (rest.length === 0) return additions.set(key, value)
  const known = additions.get(key)
  return additions.set(key, putAt(known instanceof Map ? known : new Map(), rest, value))
}

/** How keys are set in the map at a range; other keys stay. Or why they can't be set. */
export function inserted(range: Range, additions: Additions, page: Page): readonly Splice[] | string {
  return setIn(page.values.get(range.join())?.node, additions, page)
}

function setIn(map: YamlNode | undefined, additions: Additions, page: Page): readonly Splice[] | string {
  if (!isMap(map)) return 'the manifest contains no separate value for this field'
  const [from, to] = rangeOf(map)
  if (page.guarded.some(([start, end]) => start <= from && to <= end))
    return 'the value is written with an anchor, an alias, a merge key or a tag'
  const isRemoved = (key: unknown): boolean =>
    isScalar(key) && additions.has(String(key.value)) && additions.get(String(key.value)) === undefined
  if (map.items.every(({ key }) => isRemoved(key))) {
    const whole = replacing([from, to], valueIn(additions), page)
    return typeof whole === 'string' ? whole : [{ ...whole, text: unescaped(whole.text) }]
  }
  const splices: Splice[] = []
  const missing: [string, Value][] = []
  for (const [name, value] of additions) {
    const { key, value: found } =
      map.items.find((pair) => isScalar(pair.key) && pair.key.value === name) ?? {}
    if (!isNode(key) || !isNode(found)) {
      missing.push([name, valueIn(value ?? null)])
      continue
    }
    const splice = value instanceof Map ? setIn(found, value, page) : changed(key, found, value, page)
    if (typeof splice === 'string') return splice
    if ('text' in splice) splices.push({ ...splice, text: unescaped(splice.text) })
    else append(splices, splice)
  }
  return missing.length === 0 ? splices : [...splices, appendedTo(map, missing, page)]
}

function changed(key: YamlNode, found: YamlNode, value: Value | undefined, page: Page): Splice | string {
  return value === undefined
    ? removed(rangeOf(key), rangeOf(found), page)
    : replacing(rangeOf(found), value, page)
}

/** Removes a key from a map. The comment on its line stays. */
function removed([from]: Range, value: Range, page: Page): Splice | string {
  const own = replacing(value, null, page)
  if (hasComment(page.source.text.slice(from, value[0]))) return 'the value contains a comment'
  if (typeof own === 'string') return own
  const [, to] = own.range
  const rest = page.source.text.slice(to)
  const [before = ''] = /(?:,\s*|\r?\n[ \t]*)$/.exec(page.source.text.slice(0, from)) ?? []
  // After a dash, the next key moves to its place.
  const [after] = (before === '' ? /^,?\s*/ : /^(?:[ \t]+(?=#)|,\s*)/).exec(rest) ?? []
  const start = after === undefined ? from - before.length : from
  return { range: [start, to + (after?.length ?? 0)], text: '' }
}

function appendedTo(map: YAMLMap, missing: readonly (readonly [string, Value])[], { source }: Page): Splice {
  const { text } = source
  const [from] = rangeOf(map)
  // A map in which no key stays is replaced whole.
  const [last] = map.items.slice(-1).flatMap(({ key, value }) => [value, key].filter(isNode))
  const end = text.slice(0, last && rangeOf(last)[1]).trimEnd().length
  if (map.flow === true) {
    const inline = missing.map((pair) =>
      isJson(source)
        ? JSON.stringify(Object.fromEntries([pair])).slice(1, -1)
        : inlineText(Object.fromEntries([pair]), Scalar.PLAIN, 'flow')
            .slice(1, -1)
            .trim(),
    )
    return { range: [end, end], text: unescaped(`, ${inline.join(', ')}`) }
  }
  const at = end + (/[^\r\n]*/y.exec(text.slice(end))?.[0].length ?? 0)
  const column = from - (text.lastIndexOf('\n', from - 1) + 1)
  const lines = blockLines(Object.fromEntries(missing))
  return {
    range: [at, at],
    text: unescaped(`${lineBreak(source)}${indented(lines, ' '.repeat(column), source)}`),
  }
}

function valueIn(value: Additions | Value): Value {
  return value instanceof Map
    ? Object.fromEntries(
        [...value].flatMap(([key, inner]) => (inner === undefined ? [] : [[key, valueIn(inner)]])),
      )
    : value
}

/** Values of manifests contain references, which `manifestValue` escapes. */
function unescaped(text: string): string {
  return text.replaceAll('$${', () => '${')
}

/** Adds an item to a list. */
export function appending(entry: Entry, { end, indent, hasBlankLines }: OpenList, source: Source): Splice {
  const lines = [...(hasBlankLines ? [''] : []), ...itemLines(entry)]
  return { range: [end, end], text: `${lineBreak(source)}${indented(lines, indent, source)}` }
}

function indented(lines: readonly string[], indent: string, source: Source): string {
  return lines.map((line) => (line === '' ? '' : indent + line)).join(lineBreak(source))
}

/** Whether a manifest is JSON, or one flow map. */
function isJson({ text }: Source): boolean {
  return /^\s*[[{]/.test(text)
}

/** The line breaks that the file has. */
export function lineBreak({ text }: Pick<Source, 'text'>): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function isFilled(value: Value): boolean {
  return isList(value) ? value.length > 0 : isValueMap(value) && Object.keys(value).length > 0
}
