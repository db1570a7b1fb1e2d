// All fields that people write, of manifests, of the project file and of smoke suites: each found by its path, and explained.
import { z } from 'zod'
import { present } from '../../core/given.ts'
import { isSecretAt, listOf, rowOf } from '../../kinds/from-field-rows.ts'
import type { Kind } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import { manifestSchema } from '../../manifest/manifest-schema.ts'
import { suiteSchema } from '../../manifest/suite/suite-schema.ts'
import { projectSchema } from '../../project/project-schema.ts'
import type { Entry, Explained } from '../explained.ts'
import { fieldOf, type Field, type Schema } from './tree.ts'

interface Root {
  readonly name: string
  /** Where its fields are written. */
  readonly place: string
  readonly field: Field
  readonly kind?: Kind
}

let made: readonly Root[] | undefined

/** Made when it is first needed: the schemas of manifests are large. */
export function fieldRoots(): readonly Root[] {
  return (made ??= makeRoots())
}

function makeRoots(): readonly Root[] {
  const manifest = fieldOf(['manifest'], schemaOf(manifestSchema(registry)))
  const kinds = registry.map((kind) => {
    const list = manifest.children.find(({ path }) => path.at(-1) === listOf(kind))
    if (list === undefined) throw new Error(`manifests have no list ${listOf(kind)}`)
    const description = `An entry of the list \`${listOf(kind)}\` of a manifest.`
    const field = { ...renamed(list, [kind.name], 2), type: 'object', description, isNullable: false }
    const place = `in a manifest, under \`${listOf(kind)}:\``
    // `perTarget` repeats the fields of the resource.
    return { name: kind.name, place, field: withoutFieldsOf(['perTarget'], field), kind }
  })
  // The lists of resources are separate roots.
  const top = withoutFieldsOf(registry.map(listOf), manifest)
  return [
    { name: 'manifest', place: 'in a manifest, at the top level', field: top },
    ...kinds,
    { name: 'project', place: 'in belfry.yaml', field: fieldOf(['project'], schemaOf(projectSchema)) },
    { name: 'smoke', place: 'in a smoke suite', field: fieldOf(['smoke'], schemaOf(suiteSchema())) },
  ]
}

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input' }) as Schema
}

function renamed(field: Field, root: readonly string[], depth: number): Field {
  return {
    ...field,
    path: [...root, ...field.path.slice(depth)],
    children: field.children.map((child) => renamed(child, root, depth)),
  }
}

function withoutFieldsOf(names: readonly string[], field: Field): Field {
  const children = field.children.map((child) =>
    names.includes(child.path.at(-1) ?? '') ? { ...child, children: [] } : child,
  )
  return { ...field, children }
}

/** With all below it. */
export function everyField({ field }: Root): readonly Field[] {
  const walk = (each: Field): readonly Field[] => [each, ...each.children.flatMap(walk)]
  return walk(field)
}

function rootOf({ path }: Field): Root | undefined {
  return fieldRoots().find(({ name }) => name === path[0])
}

/** By its path, such as `integration.credentials.apiKey`. Also `integrations.…`, `integration.perTarget.…` and indexes. */
export function fieldAt(text: string): Field | undefined {
  const names = namesIn(text)
  const [kind = '', section, ...own] = names
  if (section !== 'perTarget' || own.length === 0) return fieldIn(names)
  // The name of a target comes first: `integration.perTarget.Production.name`.
  return fieldIn([kind, ...own]) ?? fieldIn([kind, ...own.slice(1)])
}

function fieldIn([first = '', ...rest]: readonly string[]): Field | undefined {
  const root = fieldRoots().find(({ name, kind }) => name === first || (kind && listOf(kind)) === first)
  let field = root?.field
  for (const name of rest) field = field?.children.find(({ path }) => path.at(-1) === name)
  return field
}

function namesIn(text: string): readonly string[] {
  const names = text.replaceAll(/\[[^[\]]*\]/g, '').split('.')
  // `manifest.integrations.name` is the same as `integrations.name`.
  const isLonger =
    names[0] === 'manifest' && registry.some((kind) => listOf(kind) === names[1]) && names.length > 2
  return isLonger ? names.slice(1) : names
}

/** Whether a value there is never shown. */
function isSecretField(field: Field): boolean {
  const [, ...path] = field.path
  const root = rootOf(field)
  if (field.children.length > 0) return false
  if (root?.name === 'project') return path.join('.') === 'targets.apiKey'
  return root?.kind !== undefined && isSecretAt(root.kind, path)
}

/** The end of a description. */
const ending = / Default: (.+?)\.?$/

export function explainedField(field: Field): Explained {
  const parts = field.children.length === 0 ? [] : [{ title: 'Fields', entries: field.children.map(entryOf) }]
  return {
    sort: 'field',
    name: field.path.join('.'),
    summary: field.description.replace(ending, ''),
    facts: factsOf(field),
    text: otherPages(field),
    examples: [],
    parts,
  }
}

export function explainedFields(): readonly Explained[] {
  return fieldRoots().flatMap(everyField).map(explainedField)
}

function entryOf(field: Field): Entry {
  const notes = [field.isRequired && 'required', isSecretField(field) && 'secret']
  const { path, description } = field
  return { name: path.at(-1) ?? '', summary: description, notes: [field.type, ...present<string>(...notes)] }
}

function factsOf(field: Field): Readonly<Record<string, string>> {
  const [, usual] = ending.exec(field.description) ?? []
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
    ...(field.isNullable && rootOf(field)?.kind !== undefined && { null: 'clears the value in the service' }),
    Place: rootOf(field)?.place ?? '',
  }
}

/** Which references a string may contain; undefined if the description has that, or if none is possible. */
function referencesOf(field: Field): string | undefined {
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

function otherPages(field: Field): readonly string[] {
  const [root = '', name] = field.path
  const kind = rootOf(field)?.kind
  if (name === 'perTarget' && field.path.length === 2)
    return [
      `\`perTarget\` contains a section for each target. For the fields of a section, see \`belfry explain ${root}\`.`,
    ]
  const list = fieldRoots().find(
    ({ kind: each }) => root === 'manifest' && each !== undefined && listOf(each) === name,
  )
  if (list !== undefined) return [`For the fields of an entry, see \`belfry explain ${list.name}\`.`]
  if (kind?.name === 'integration' && field.path.at(-1) === 'credentials')
    return [
      'To list the credentials that a provider needs, run for example `belfry explain provider/sendgrid`.',
    ]
  return []
}
