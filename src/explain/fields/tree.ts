// Makes a tree of fields from a JSON Schema: types, allowed values and descriptions in words.
import { listText } from '../../core/words.ts'

/** The part of a JSON Schema that is read. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly then?: Pick<Schema, 'required'>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly propertyNames?: Schema
}

export interface Field {
  /** Its root and the names that lead to it, without indexes of lists and keys of maps. */
  readonly path: readonly string[]
  readonly type: string
  readonly allowed: readonly string[]
  readonly description: string
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly children: readonly Field[]
}

export function fieldOf(path: readonly string[], schema: Schema, isRequired = false): Field {
  const all = alternatives(schema)
  const children = childrenOf(path, all)
  return {
    path,
    type: typeText(all),
    allowed: children.length > 0 ? [] : allowedIn(all),
    description: schema.description ?? '',
    isRequired,
    isNullable: all.some(({ type }) => [type].flat().includes('null')),
    children,
  }
}

/** Without a reference that is written instead of a value. */
function alternatives(schema: Schema): readonly Schema[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(alternatives)
  const { pattern = '', type } = schema
  if (!pattern.includes(String.raw`\$\{`)) return [schema]
  return typeof type === 'string'
    ? []
    : [{ ...schema, type: type?.filter((each) => each !== 'string') ?? [] }]
}

/** Of the objects that a value can be, and of the entries of lists and maps. */
function childrenOf(path: readonly string[], all: readonly Schema[]): readonly Field[] {
  const objects = all.flatMap((each) => objectsIn(each))
  const found = new Map<string, Field>()
  for (const [index, { properties = {}, required, then }] of objects.entries()) {
    const names = required ?? then?.required ?? []
    for (const [name, schema] of Object.entries(properties))
      if (!found.has(name))
        found.set(name, fieldOf([...path, name], schema, index === 0 && names.includes(name)))
  }
  return [...found.values()]
}

function objectsIn(schema: Schema): readonly Schema[] {
  if (schema.properties !== undefined) return [schema]
  const inside = schema.items ?? schema.additionalProperties
  return typeof inside === 'object' ? alternatives(inside).flatMap(objectsIn) : []
}

function allowedIn(own: readonly Schema[]): readonly string[] {
  const values = own.flatMap((each) => {
    const inside = each.items ?? each.additionalProperties
    return [
      ...(each.enum ?? []).map(String),
      ...(each.const === undefined ? [] : [JSON.stringify(each.const)]),
      ...(typeof inside === 'object' ? allowedIn(alternatives(inside)) : []),
    ]
  })
  return [...new Set(values)]
}

function typeText(own: readonly Schema[]): string {
  const names = [...new Set(own.flatMap(typeNames))].filter((name) => name !== 'null')
  return names.length === 0 ? 'any value' : either(names)
}

function typeNames(schema: Schema): readonly string[] {
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return schema.enum === undefined ? [] : ['string']
  return types.map((type) => {
    if (type === 'array') return `list of ${plural(schema.items)}`
    if (type === 'object' && schema.properties === undefined) return mapText(schema.additionalProperties)
    if (type === 'object') return 'map'
    return type === 'integer' ? 'whole number' : type
  })
}

function mapText(values: Schema | boolean | undefined): string {
  return typeof values === 'object' && Object.keys(values).length > 0 ? `map of ${plural(values)}` : 'map'
}

function plural(schema: Schema | undefined): string {
  const names = schema === undefined ? [] : [...new Set(alternatives(schema).flatMap(typeNames))]
  const shown = names.filter((name) => name !== 'null')
  if (shown.length === 0 || shown.length > 3) return 'any values'
  // `list of strings` is `lists of strings`, and `whole number` is `whole numbers`.
  return either(shown.map((name) => name.replace(/^\w+(?: number)?/, '$&s')))
}

function either(names: readonly string[]): string {
  return listText(names).replace(/ and ([^,]*)$/, ' or $1')
}
