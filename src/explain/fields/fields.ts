// All fields that people write: of manifests, of the project file and of smoke suites, each found by its path.
import { z } from 'zod'
import type { Kind } from '../../kinds/kind.ts'
import { registry } from '../../kinds/registry.ts'
import { manifestSchema } from '../../manifest/schema.ts'
import { suiteSchema } from '../../manifest/suite/schema.ts'
import { projectSchema } from '../../project/schema.ts'
import { fieldOf, type Field, type Schema } from './tree.ts'

export interface Root {
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
    const list = manifest.children.find(({ path }) => path.at(-1) === kind.list)
    if (list === undefined) throw new Error(`manifests have no list ${kind.list}`)
    const description = `An entry of the list \`${kind.list}\` of a manifest.`
    const field = { ...renamed(list, [kind.name], 2), type: 'object', description, isNullable: false }
    const place = `in a manifest, under \`${kind.list}:\``
    // `perTarget` repeats the fields of the resource.
    return { name: kind.name, place, field: withoutFieldsOf(['perTarget'], field), kind }
  })
  // The lists of resources are separate roots.
  const top = withoutFieldsOf(
    registry.map(({ list }) => list),
    manifest,
  )
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

export function rootOf({ path }: Field): Root | undefined {
  return fieldRoots().find(({ name }) => name === path[0])
}

/** By its path, such as `integration.credentials.apiKey`. Also `integrations.…`, `integration.perTarget.…` and indexes. */
export function fieldAt(text: string): Field | undefined {
  const [first = '', ...rest] = namesIn(text)
  const root = fieldRoots().find(({ name, kind }) => name === first || kind?.list === first)
  let field = root?.field
  for (const name of rest) field = field?.children.find(({ path }) => path.at(-1) === name)
  return field
}

function namesIn(text: string): readonly string[] {
  const names = text.replaceAll(/\[[^[\]]*\]/g, '').split('.')
  const isLonger =
    names[0] === 'manifest' && registry.some(({ list }) => list === names[1]) && names.length > 2
  const own = isLonger ? names.slice(1) : names
  return own[1] === 'perTarget' && own.length > 2 ? [own[0] ?? '', ...own.slice(2)] : own
}

/** Whether a value there is never shown. */
export function isSecretField(field: Field): boolean {
  const [, ...path] = field.path
  const root = rootOf(field)
  if (field.children.length > 0) return false
  if (root?.name === 'project') return path.join('.') === 'targets.apiKey'
  return root?.kind?.isSecret(path) ?? false
}
