// Where the values and the lists of a manifest are in its text.
import { isAlias, isCollection, isMap, isNode, isPair, isScalar, isSeq, parseAllDocuments, visit } from 'yaml'
import type { Node as YamlNode } from 'yaml'
import { yamlOptions } from '../text/parse-fully.ts'
import { sourceOf, type Range, type Source } from '../text/node.ts'

/** A manifest's text, and where its values and lists are. */
export interface Page {
  readonly source: Source
  /** Values by their range; no keys. */
  readonly values: ReadonlyMap<string, { readonly node: YamlNode; readonly isInFlow: boolean }>
  /** Anchors, aliases, merges and tags: other places may depend on what is in them. */
  readonly guarded: readonly Range[]
  /** The lists at the top, one item a line or more; none in flow style. */
  readonly lists: readonly OpenList[]
}

export interface OpenList {
  readonly list: string
  readonly count: number
  /** Where another item goes, and what comes before each of its lines. */
  readonly end: number
  readonly indent: string
  readonly hasBlankLines: boolean
}

export function openPage(source: Source): Page {
  const values = new Map<string, { node: YamlNode; isInFlow: boolean }>()
  const guarded: Range[] = []
  const lists: OpenList[] = []
  for (const document of parseAllDocuments(source.text, yamlOptions)) {
    if (document === undefined || !isNode(document.contents)) continue
    visit(document, (key, node, path) => {
      if (isPair(node) && isScalar(node.key) && node.key.value === '<<' && isNode(node.value))
        guarded.push(rangeOf(node.value))
      if (!isNode(node)) return
      if (isAlias(node) || node.anchor !== undefined || node.tag !== undefined) guarded.push(rangeOf(node))
      const isInFlow = path.some((parent) => isCollection(parent) && parent.flow === true)
      if (key !== 'key') values.set(rangeOf(node).join(), { node, isInFlow })
    })
    if (!isMap(document.contents)) continue
    for (const { key, value } of document.contents.items)
      if (isScalar(key) && isSeq(value) && value.flow !== true)
        lists.push({
          list: String(key.value),
          count: value.items.length,
          ...endOf(source.text, rangeOf(value)[0], value.items.filter(isNode).map(rangeOf)),
        })
  }
  return { source, values, guarded, lists }
}

/** A file that is to be written, with an empty list. */
export function newPage(file: string, list: string): Page {
  const source = sourceOf(file, `${list}:\n`)
  const open: OpenList = { list, count: 0, end: list.length + 1, indent: '  ', hasBlankLines: false }
  return { source, values: new Map(), guarded: [], lists: [open] }
}

/** After the last item, the comment on its line and the comments below it that are indented as it is. */
function endOf(text: string, start: number, items: readonly Range[]) {
  const column = start - (text.lastIndexOf('\n', start - 1) + 1)
  const [before, last] = [items.at(-2), items.at(-1)]
  const restOfLine = (from: number): number => /[^\r\n]*/y.exec(text.slice(from))?.[0].length ?? 0
  let end = text.slice(0, last?.[1]).trimEnd().length
  end += restOfLine(end)
  for (;;) {
    const comment = /^\r?\n( *)#[^\r\n]*/.exec(text.slice(end))
    if (comment === null || (comment[1] ?? '').length <= column) break
    end += comment[0].length
  }
  const between =
    before === undefined || last === undefined
      ? '\n\n'
      : text.slice(text.slice(0, before[1]).trimEnd().length, last[0])
  return { end, indent: ' '.repeat(column), hasBlankLines: /\n[ \t\r]*\n/.test(between) }
}

export function rangeOf(node: YamlNode): Range {
  const [from, to] = node.range ?? [0, 0]
  return [from, to]
}
