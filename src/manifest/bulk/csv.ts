// The rows of a CSV file as objects; the whole file is never in memory.
import { CsvError, parse, type Parser } from 'csv-parse'
import { jsonIn } from '../../core/json.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { counted } from '../../core/words.ts'
import type { Field } from '../../kinds/field-row.ts'
import { fieldsWith, rowOf } from '../../kinds/from-field-rows.ts'
import type { Kind } from '../../kinds/kind.ts'
import { show } from '../frames/frame.ts'
import type { Report } from '../frames/reporter.ts'
import { textLines, type BulkLine, type Include } from './include.ts'
import { placeOfLine, sourceOf, type Place } from '../text/node.ts'
import type { InputLimits } from '../text/read-text.ts'
import { isKept, isSuspicious } from '../text/parse.ts'
import { isExact } from '../text/scalar.ts'
import { columnsOf, unprotectedCell, type Column, type Columns } from './csv-columns.ts'

interface Row {
  readonly record: readonly string[]
  /** The line on which it begins, from 1. */
  readonly number: number
  /** Of a cell. */
  readonly placeAt: (index: number) => Place
}

/** The rows as objects, in the chunks that are read. Problems are reported at their cells. */
export async function* readRows(
  include: Include,
  kind: Kind,
  limits: InputLimits,
  report: Report,
): AsyncGenerator<readonly BulkLine[]> {
  let columns: Columns | undefined
  const lists = fieldsWith(kind.fields, 'parts').map((name): List => [name, rowOf(kind.fields, [name]).write])
  for await (const rows of rowsOf(include, limits, report)) {
    const found: BulkLine[] = []
    for (const { record, number, placeAt } of rows)
      if (columns === undefined) {
        columns = columnsOf(record, include.node, kind, placeAt, report)
        if (columns === undefined) return
      } else if (record.length !== columns.length)
        report({
          rule: 'csv-syntax',
          place: placeAt(Math.min(record.length - 1, columns.length)),
          message: `this row has ${counted(record.length, 'cell')}, but the header has ${columns.length}`,
          hint: 'Write one cell for each column. Put a cell that contains the delimiter or a line break in double quotes.',
        })
      else {
        const value = await valueOfRow(record, columns, lists, placeAt, limits, report)
        if (value !== undefined) found.push({ value, number, place: placeOfLine(include.name, number) })
      }
    yield found
  }
}

/** The rows that aren't empty, up to one that can't be parsed. */
async function* rowsOf(include: Include, limits: InputLimits, report: Report): AsyncGenerator<Row[]> {
  let delimiter: string | undefined
  let line = 1
  for await (const all of parsedIn(textsOf(include, limits, report), limits['max-file-size'])) {
    const rows: Row[] = []
    for (const parsed of all) {
      const { record, raw } = parsed
      const number = line
      // Empty lines may come before the header.
      if (delimiter === undefined && raw.trim() !== '') delimiter = delimiterOf(raw)
      const separator = delimiter ?? ','
      const placeAt = (index: number): Place => ({
        source: { ...sourceOf(include.name, raw), firstLine: number },
        range: rangesOf(raw, separator).at(index) ?? [0, 0],
      })
      if (parsed instanceof CsvError) {
        report({
          rule: 'csv-syntax',
          place: placeAt(-1),
          message: 'this cell contains a double quote that is not closed or not escaped',
          hint: 'Put a cell that contains a double quote in double quotes, and write the double quote twice.',
        })
        return yield rows
      }
      // Of the line end CRLF, the parser's raw text has only the CR.
      line += raw.split(/\n|\r$/).length - 1
      if (record.some((cell) => cell !== '')) rows.push({ record, number, placeAt })
    }
    yield rows
  }
}

interface Parsed {
  readonly record: readonly string[]
  readonly raw: string
}

/** The rows of each text. An error comes after the rows before it. */
async function* parsedIn(texts: AsyncIterable<string>, most: number): AsyncGenerator<readonly Parsed[]> {
  let parser: Parser | undefined
  for await (const text of texts) {
    // The header may still be without its line end.
    if (text === '') continue
    const own = (parser ??= parse({
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      max_record_size: most,
      raw: true,
      // Otherwise an error ends the stream before the rows in front of it are read.
      skip_records_with_error: true,
      on_skip: (error) => void own.push(error),
    }))
    own.write(text)
    yield Array.from({ length: own.readableLength }, () => own.read() as Parsed)
  }
  parser?.end()
  yield ((await parser?.toArray()) ?? []) as Parsed[]
}

/** The text of a file, in parts of whole lines; ends at a line that isn't UTF-8. */
async function* textsOf(include: Include, limits: InputLimits, report: Report): AsyncGenerator<string> {
  for await (const lines of textLines(include, limits, report)) {
    const broken = lines.find(({ text }) => text === undefined)
    if (broken !== undefined) {
      const hint = 'Save the file as UTF-8. In Excel, the file type is "CSV UTF-8".'
      report({ rule: 'csv-syntax', place: broken.place, message: 'this line is not UTF-8 text', hint })
      return
    }
    yield lines.map(({ text }) => `${text}\n`).join('')
  }
}

/** The delimiter of the header, with which a text begins. */
function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const header = line.replaceAll(/"[^"]*"/g, '')
  return header.split(';').length > header.split(',').length ? ';' : ','
}

/** Where the cells of a row are, quotes included. */
function rangesOf(raw: string, delimiter: string): [number, number][] {
  const cells = raw.matchAll(
    delimiter === ';'
      ? /(?<=^|;)(?:"[^"]*(?:""[^"]*)*"?|[^;\r\n]*)/g
      : /(?<=^|,)(?:"[^"]*(?:""[^"]*)*"?|[^,\r\n]*)/g,
  )
  return [...cells].map(({ 0: cell, index }) => [index, index + cell.length])
}

/** A field such as `channels`, whose columns name its items, and the function that makes the list of the items. */
type List = readonly [name: string, write: Field['write']]

/** A row as an object, without its empty cells. Undefined after a problem. */
async function valueOfRow(
  record: readonly string[],
  columns: Columns,
  lists: readonly List[],
  placeAt: (index: number) => Place,
  limits: InputLimits,
  report: Report,
): Promise<ValueMap | undefined> {
  const fields: Record<string, Value> = {}
  let isSound = true
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]
    const cell = unprotectedCell(record[index] ?? '')
    if (column === undefined || cell === '') continue
    const value = valueOfCell(cell, column)
    if (value === undefined) {
      isSound = false
      const message = `the cell of column ${show(column.header)} is not ${wanted[column.type]}`
      report({ rule: 'wrong-type', place: placeAt(index), message })
    } else if (column.type === 'number' && !isExact(value as number)) {
      isSound = false
      const message = `this number can't be stored exactly; remove \`type: number\` of column ${show(column.header)} to keep it as a string`
      report({ rule: 'unsafe-number', place: placeAt(index), message })
    } else {
      if (column.type === 'json' && isSuspicious(cell, value, limits))
        isSound = (await isKept(cell, placeAt(index), limits, report)) && isSound
      put(fields, column, value)
    }
  }
  if (!isSound) return undefined
  for (const [name, write] of lists) if (name in fields) fields[name] = write?.({ fields }) ?? null
  return fields
}

const wanted = { string: 'a string', number: 'a number', boolean: 'true or false', json: 'valid JSON' }

function valueOfCell(cell: string, { type, isList }: Column): Value | undefined {
  if (type === 'string') return isList ? [cell] : cell
  // Spreadsheets write TRUE and FALSE.
  const value = jsonIn(type === 'boolean' ? cell.toLowerCase() : cell) as Value | undefined
  return type === 'json' || typeof value === type ? value : undefined
}

/** Sets the value of a column in `map`, and creates the maps on the way to it. */
function put(map: Record<string, Value>, { path }: Column, value: Value): void {
  let owner = map
  const last = path.length - 1
  for (let at = 0; at < last; at++) owner = (owner[path[at] ?? ''] ??= {}) as Record<string, Value>
  owner[path[last] ?? ''] = value
}
