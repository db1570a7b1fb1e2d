// The columns of a CSV file. Each is the field of its header, or the one to which `columns` of the include maps the header.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import type { FieldPath } from '../../core/value.ts'
import { fieldsWith, rowOf } from '../../kinds/from-field-rows.ts'
import { resolved } from '../../kinds/form.ts'
import type { Kind } from '../../kinds/kind.ts'
import { show } from '../frames/frame.ts'
import { placeFor, type Found, type Report } from '../frames/reporter.ts'
import { findingsOf } from '../issues.ts'
import { fieldsAt, isListAt, schemaOf } from '../shape.ts'
import { nodeAt, plainValue, valueIn, type MapNode, type Place } from '../text/node.ts'
import { isBadKey } from '../text/scalar.ts'

const columnSchema = z.strictObject({
  to: optional(z.string(), 'The field of the column, such as email or data.plan. Default: the header.'),
  type: optional(z.enum(['string', 'number', 'boolean', 'json']), 'The type of the cells. Default: string.'),
})

/** By header: the field, or null to ignore the column. */
export const columnsSchema = z.record(
  z.string(),
  z.union([z.string(), columnSchema, z.null()], {
    error: 'the name of a field, null, or a map such as { to: data.age, type: number }',
  }),
)

export interface Column {
  readonly header: string
  readonly path: FieldPath
  /** If true, a cell that is a string is the only item of the list. */
  readonly isList: boolean
  readonly type: NonNullable<z.infer<typeof columnSchema>['type']>
}

/** Undefined for a column that is ignored. */
export type Columns = readonly (Column | undefined)[]

/** The columns of a header. Undefined after a problem. */
export function columnsOf(
  headers: readonly string[],
  include: MapNode,
  kind: Kind,
  placeAt: (index: number) => Place,
  report: Report,
): Columns | undefined {
  const mapping = mappingOf(include, headers, report)
  if (mapping === undefined) return undefined
  const problems: Found[] = []
  const known = new Set<string>()
  const columns = headers.map((header, index): Column | undefined => {
    const own = mapping.get(header)
    if (own === null) return undefined
    const { to = header, type = 'string' } = typeof own === 'string' ? { to: own } : (own ?? {})
    const place = own === undefined ? placeAt(index) : nodeAt(include, ['columns', header]).place
    const target = targetOf(to, kind)
    if (target === undefined)
      problems.push({
        rule: 'unknown-field',
        place,
        message: `unknown column ${show(to)}${didYouMean(to, namesOf(kind))}`,
        hint: `Map the column to a field in the include, such as columns: { ${show(header)}: data.KEY }. To ignore the column, write null.`,
        // Without a header, the first line describes a person.
        ...(own === undefined && {
          personal: [
            [`column ${show(to)}`, `column ${index + 1}`],
            [show(header), 'HEADER'],
          ],
        }),
      })
    else if (known.has(to))
      problems.push({ rule: 'duplicate-key', place, message: `two columns are the field ${show(to)}` })
    known.add(to)
    return target && { header, type, ...target }
  })
  const missing = fieldsWith(kind.fields, 'required').find((field) => !known.has(field))
  if (missing !== undefined && problems.length === 0)
    problems.push({
      rule: 'missing-field',
      place: placeAt(0),
      message: `the CSV file has no column "${missing}"`,
      hint: `Name the column in the header, or map a column to the field in the include: columns: { HEADER: ${missing} }.`,
    })
  problems.forEach(report)
  return problems.length === 0 ? columns : undefined
}

type Mapping = z.infer<typeof columnsSchema>

/** By header. Undefined after a problem. */
function mappingOf(
  include: MapNode,
  headers: readonly string[],
  report: Report,
): ReadonlyMap<string, Mapping[string]> | undefined {
  const node = valueIn(include, 'columns')
  if (node === undefined) return new Map()
  const schema = z.object({ columns: columnsSchema })
  const value = { columns: plainValue(node) }
  const { success, data, error } = schema.safeParse(value)
  const subject = { noun: 'include', schema, value, root: include, isSecret: () => false }
  const problems = success
    ? Object.keys(data.columns)
        .filter((header) => !headers.includes(header))
        .map((header) => ({
          rule: 'unknown-field',
          path: ['columns', header],
          message: `the CSV file has no column ${show(header)}${didYouMean(header, headers)}`,
        }))
    : findingsOf(error.issues, subject)
  for (const { path, ...found } of problems) report({ ...found, place: placeFor(found.rule, include, path) })
  return success && problems.length === 0 ? new Map(Object.entries(data.columns)) : undefined
}

/** Where the cells of a column belong; undefined if it is unknown. */
function targetOf(column: string, kind: Kind): Pick<Column, 'path' | 'isList'> | undefined {
  const schema = schemaOf(kind, resolved)
  const [field = '', ...rest] = column.split('.')
  const { parts } = rowOf(kind.fields, [field])
  const key = parts === undefined ? '' : (rest.pop() ?? '')
  const name = rest.join('.')
  if (parts !== undefined) {
    // Such as `fcm@push`: a provider and an integration.
    const isKnown = /.@./.test(name) && fieldsAt(schema, [field, parts.body]).includes(key)
    const isList = isListAt(schema, [field, parts.body, key])
    return isKnown ? { path: [field, name, key], isList } : undefined
  }
  if (stepsBelow(field, kind) > 0) return isBadKey(name) ? undefined : { path: [field, name], isList: false }
  const isList = column === 'targets' || isListAt(schema, [column])
  return namesOf(kind).includes(column) ? { path: [column], isList } : undefined
}

/** The columns that each file can have. */
function namesOf(kind: Kind): string[] {
  const fields = Object.keys(schemaOf(kind, resolved).shape)
  return [...fields.filter((field) => stepsBelow(field, kind) === 0), 'targets']
}

/** How many keys a column has after a field: 0 for `email`, 1 for `data.plan`, 2 for `channels.fcm@push.deviceTokens`. */
export function stepsBelow(field: string, { fields }: Kind): number {
  const { parts, merge } = rowOf(fields, [field])
  if (parts !== undefined) return 2
  return merge === undefined ? 0 : 1
}

/** A spreadsheet runs a cell that begins like this as a formula. An apostrophe before it makes it text, also if it has one. */
const formula = /^'*[=+\-@\t\r]/

/** `=1+1` → `'=1+1` */
export function protectedCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** `'=1+1` → `=1+1` */
export function unprotectedCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
