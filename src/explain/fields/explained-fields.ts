// A field as an explanation: its type, values and place, the fields below it, and references that it allows.
import type { Entry, Explained } from '../explained.ts'
import { fieldRoots, everyField, isSecretField, rootOf } from './fields.ts'
import type { Field } from './tree.ts'
import { rowOf } from '../../kinds/fields.ts'

const ending = / Default: (.+?)\.?$/

export function explainedField(field: Field): Explained {
  const parts = field.children.length === 0 ? [] : [{ title: 'Fields', entries: field.children.map(entryOf) }]
  return {
    sort: 'field',
    name: field.path.join('.'),
    summary: withoutDefault(field),
    facts: factsOf(field),
    text: more(field),
    examples: [],
    parts,
  }
}

export function explainedFields(): readonly Explained[] {
  return fieldRoots().flatMap(everyField).map(explainedField)
}

export function entryOf(field: Field): Entry {
  return { name: field.path.at(-1) ?? '', summary: field.description, notes: notesOf(field) }
}

/** Its type, and whether it is required or secret. */
export function notesOf(field: Field): readonly string[] {
  return [field.type, ...(field.isRequired ? ['required'] : []), ...(isSecretField(field) ? ['secret'] : [])]
}

export function withoutDefault({ description }: Field): string {
  return description.replace(ending, '')
}

export function defaultOf({ description }: Field): string | undefined {
  return ending.exec(description)?.[1]
}

function factsOf(field: Field): Readonly<Record<string, string>> {
  const usual = defaultOf(field)
  const references = referencesOf(field)
  return {
    Type: field.type,
    ...(field.allowed.length > 0 && { Values: field.allowed.join(', ') }),
    ...(usual !== undefined && { Default: usual }),
    Required: field.isRequired ? 'yes' : 'no',
    ...(field.children.length === 0 && {
      Secret: isSecretField(field) ? 'yes, belfry never prints the value' : 'no',
    }),
    ...(references !== undefined && { References: references }),
    ...(field.isNullable && { null: 'clears the value in the service' }),
    Place: rootOf(field)?.place ?? '',
  }
}

/** Which references a string may contain; undefined where the description says it, or none is possible. */
export function referencesOf(field: Field): string | undefined {
  const root = rootOf(field)
  const [, ...path] = field.path
  const isText = field.children.length === 0 && /\bstring\b/.test(field.type)
  if (root?.kind === undefined || !isText) return undefined
  if (['as', 'via', 'include', 'expectDropped', 'ignore', 'exact'].includes(path[0] ?? '')) return undefined
  if (rowOf(root.kind.fields, path).plain === true) return '${var:NAME} only'
  return isSecretField(field)
    ? '${env:NAME}, ${file:PATH}, ${secret:NAME} or ${var:NAME}, without |plain'
    : '${var:NAME}, ${env:NAME|plain}, and also ${env:NAME} and ${file:PATH}, whose values are treated as secrets'
}

function more(field: Field): readonly string[] {
  const [root = '', name] = field.path
  const kind = rootOf(field)?.kind
  if (name === 'perTarget' && field.path.length === 2)
    return [
      `\`perTarget\` contains a section for each target. For the fields of a section, see \`belfry explain ${root}\`.`,
    ]
  const list = fieldRoots().find(({ kind: each }) => root === 'manifest' && each?.list === name)
  if (list !== undefined) return [`For the fields of an entry, see \`belfry explain ${list.name}\`.`]
  if (kind !== undefined && field.path.at(-1) === 'credentials')
    return [
      'To list the credentials that a provider needs, run for example `belfry explain provider/sendgrid`.',
    ]
  return []
}
