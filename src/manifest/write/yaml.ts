// Entries → the text of a manifest, laid out as people write one.
import { Document, Pair, Scalar, visit, YAMLMap, YAMLSeq } from 'yaml'
import { jsonEscape } from '../../core/json.ts'
import { holdsActing, withoutActing } from '../../core/visible.ts'
import { grouped } from '../../core/lists.ts'
import { isList, isMap, type Value, type ValueMap } from '../../core/value.ts'
import { noteLines, type Entry } from './entry.ts'
import { manifestValue } from './references.ts'
import { listOf, withoutUnset } from '../../kinds/from-field-rows.ts'

/** A list in NDJSON or CSV beside the manifest. */
export interface Included {
  readonly list: string
  /** Relative to the manifest. */
  readonly file: string
  /** Of a CSV file. */
  readonly columns: ValueMap
}

/** As prettier leaves it. */
const style = {
  lineWidth: 0,
  singleQuote: true,
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Infinity,
} as const

/** One manifest with everything in it, each kind in its list. */
export function manifestText(entries: readonly Entry[], included: readonly Included[] = []): string {
  const root = new YAMLMap()
  for (const [list, all] of grouped(entries, ({ kind }) => listOf(kind))) add(root, list, all.map(itemOf))
  for (const { list, file, columns } of included)
    add(root, list, [mapNode(withoutUnset({ include: file, references: true, columns }))])
  const document = new Document(undefined, { version: '1.2', schema: 'core' })
  document.contents = root
  return yamlText(document)
}

/** One line of NDJSON, without targets. */
export function lineText({ fields }: Entry): string {
  return escaped(manifestValue(fields))
}

/** JSON on one line. What a reader wouldn't see, would see as a line's end, or a pipeline would execute, is escaped. */
export function escaped(value: Value): string {
  return withoutActing(JSON.stringify(value), jsonEscape)
}

/** The YAML of a value, on one line. A string is quoted as `like` if it can be; in a flow collection it may need quotes. */
export function inlineText(value: Value, like: Scalar.Type, place: 'flow' | 'block'): string {
  const node = nodeFor(manifestValue(value))
  if (!(node instanceof Scalar)) node.flow = true
  else if (typeof node.value === 'string' && (node.type === undefined || like === Scalar.QUOTE_DOUBLE))
    node.type = like
  const list = new YAMLSeq()
  list.items = [node]
  list.flow = true
  const document = new Document(place === 'flow' ? list : node)
  visit(document, {
    Scalar: (_, each) => {
      if (String(each.value).includes('\n')) each.type = Scalar.QUOTE_DOUBLE
    },
  })
  const [text = ''] = linesOf(yamlText(document))
  return place === 'flow' ? text.slice(1, -1) : text
}

/** The YAML of a list or a map, a line each. */
export function blockLines(value: Value): string[] {
  return linesOf(yamlText(new Document(nodeFor(manifestValue(value)))))
}

/** The lines of one item of a list, which begin at the first column. */
export function itemLines(entry: Entry): string[] {
  const [, ...lines] = linesOf(manifestText([entry]))
  return lines.map((line) => line.slice(2))
}

/** Blanks at the end of a line may belong to a string. */
function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1)
}

/** The library writes characters that act unchanged; in double quotes they become escapes. */
function yamlText(document: Document): string {
  return withoutActing(document.toString(style), (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    if (character === '\n') return character
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
  })
}

function add(root: YAMLMap, list: string, items: readonly YAMLMap[]): void {
  const seq = new YAMLSeq()
  for (const item of items) {
    item.spaceBefore = seq.items.length > 0
    seq.items.push(item)
  }
  const key = new Scalar(list)
  key.spaceBefore = root.items.length > 0
  root.add(new Pair(key, seq))
}

function itemOf({ fields, targets, perTarget, notes }: Entry): YAMLMap {
  const item = mapNode(manifestValue(fields) as ValueMap)
  if (targets !== undefined) item.add(new Pair(new Scalar('targets'), nodeFor(targets)))
  const overrides = new YAMLMap()
  for (const [target, own] of Object.entries(perTarget))
    overrides.add(new Pair(scalarNode(target), mapNode(manifestValue(own) as ValueMap)))
  if (overrides.items.length > 0) item.add(new Pair(new Scalar('perTarget'), overrides))
  if (notes.length > 0)
    item.comment = noteLines(notes)
      .map((line) => ` ${line}`)
      .join('\n')
  return item
}

function mapNode(map: ValueMap): YAMLMap {
  const node = new YAMLMap()
  for (const [key, value] of Object.entries(map)) node.add(new Pair(scalarNode(key), nodeFor(value)))
  return node
}

function nodeFor(value: Value): Scalar | YAMLMap | YAMLSeq {
  if (isMap(value)) return mapNode(value)
  if (!isList(value)) return scalarNode(value)
  const node = new YAMLSeq()
  node.items = value.map(nodeFor)
  node.flow = !value.some(isNested)
  return node
}

function isNested(value: Value): boolean {
  return isMap(value) || isList(value)
}

function scalarNode(value: Value): Scalar {
  const node = new Scalar(value)
  if (typeof value !== 'string') return node
  // Double quotes can escape what acts, and line ends: a line that begins with :: is a command to GitHub.
  const acts = value.split('\n').some(holdsActing)
  // Blank lines at the end of a block are lost when the block is put into a file.
  const endsBlank = /(?:^|\n)\n$/.test(value)
  if (acts || endsBlank) node.type = Scalar.QUOTE_DOUBLE
  else if (value === '<<' || /^[\d.+-]/.test(value)) node.type = Scalar.QUOTE_SINGLE
  return node
}
