// The places of the contract: every field and enumerated value that a schema knows, and those that a value has.
import { resolve, violations, type Schema } from './sandbox-schemas.ts'

export interface Place {
  /** `Message.cta.action`: a definition of the schemas, and a path inside it. */
  readonly at: string
  readonly kind: 'parameter' | 'field' | 'value' | 'form'
  /** The enumerated value, or which of several forms. */
  readonly word?: string
}

/** `Message.status = sent`, `Message.content as list`. */
export function placeName({ at, kind, word }: Place): string {
  if (word === undefined) return at
  return `${at} ${kind === 'form' ? 'as' : '='} ${word}`
}

/** All that a schema knows, each place once. */
export function placesOf(reference: string): Place[] {
  return [...walk(reference, '', { value: everything, visited: new Set() })]
}

/** What of a schema's places a value has. A null has nothing but itself. */
export function placesIn(reference: string, value: unknown): Place[] {
  return [...walk(reference, '', { value, visited: new Set() })]
}

/** The enumerated values of a schema, as `common.json#/$defs/Channel`. */
export function words(reference: string): readonly string[] {
  return (resolve(`service/${reference}`).schema['enum'] ?? []) as readonly string[]
}

/** As few rows as hold every value of every column. */
export function rows<Columns extends Readonly<Record<string, readonly unknown[]>>>(
  columns: Columns,
): { -readonly [Key in keyof Columns]: Columns[Key][number] }[] {
  const length = Math.max(...Object.values(columns).map((column) => column.length))
  return Array.from({ length }, (_, index) => {
    const cells = Object.entries(columns).map(([key, column]) => [key, column[index % column.length]])
    return Object.fromEntries(cells) as { -readonly [Key in keyof Columns]: Columns[Key][number] }
  })
}

const everything = Symbol('everything')

interface Walk {
  /** `everything` where all that could be there is wanted. */
  readonly value: unknown
  /** Definitions can hold themselves. */
  readonly visited: Set<string>
}

function* walk(reference: string, here: string, { value, visited }: Walk): Generator<Place> {
  const { schema, at } = resolve(reference)
  for (const word of wordsOf(schema)) {
    if (value === everything || value === word) yield { at: here, kind: 'value', word: String(word) }
  }
  for (const branch of branchesOf(schema, at, value)) {
    yield { at: here, kind: 'form', word: formOf(branch) }
    yield* walk(branch, here, { value, visited })
  }
  if (schema['items'] !== undefined) {
    const items = value === everything ? [everything] : Array.isArray(value) ? (value as unknown[]) : []
    for (const item of items) yield* walk(`${at}/items`, `${here}[]`, { value: item, visited })
  }
  if (schema['properties'] === undefined) return
  if (value === everything && visited.has(at)) return
  visited.add(at)
  const owner = typeof schema['title'] === 'string' ? schema['title'] : here
  const kind = /(Params|Query|Headers)$/.test(owner) ? 'parameter' : 'field'
  for (const property of Object.keys(schema['properties'] as Schema)) {
    const part = value === everything ? everything : partOf(value, property)
    if (part === undefined) continue
    const place = `${owner}.${property}`
    if (part !== null) yield { at: place, kind }
    yield* walk(`${at}/properties/${property}`, place, { value: part, visited })
  }
}

function partOf(value: unknown, property: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Schema)[property] : undefined
}

/** Null is a word of every field that can be null. */
function wordsOf({ enum: listed = [], type }: Schema): Set<unknown> {
  return new Set([...(listed as unknown[]), ...(Array.isArray(type) && type.includes('null') ? [null] : [])])
}

/** The alternatives that a value is of; one that takes any object only where no other takes it. */
function branchesOf(schema: Schema, at: string, value: unknown): string[] {
  const branches = ((schema['anyOf'] ?? []) as unknown[]).map((_, index) => `${at}/anyOf/${index}`)
  if (value === everything) return branches
  const taking = branches.filter((branch) => violations(branch, value).length === 0)
  const closer = taking.filter((branch) => formOf(branch) !== anyObject)
  return closer.length === 0 ? taking : closer
}

const anyObject = 'any object'
const forms: Readonly<Record<string, string>> = { array: 'list', string: 'text', object: anyObject }

function formOf(reference: string): string {
  const { title, type } = resolve(reference).schema
  return typeof title === 'string' ? title : (forms[String(type)] ?? String(type))
}
