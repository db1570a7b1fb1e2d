// The contract's schemas as a strict judge of what goes over the wire, and a record of what it has seen.
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

export type Schema = Readonly<Record<string, unknown>>

export interface OperationSchemas {
  readonly id: string
  /** Its place in the contract. */
  readonly number: number
  readonly method: string
  readonly path: string
  readonly params?: string
  readonly query?: string
  readonly body?: string
  readonly status: number
  readonly reply: string
}

const folder = new URL('../../schemas/service/', import.meta.url)
const files = new Map<string, Schema>()
for (const name of readdirSync(folder)) {
  const content: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  if (!Array.isArray(content)) files.set(`service/${name}`, content as Schema)
}

export const operations = JSON.parse(
  readFileSync(new URL('operations.json', folder), 'utf8'),
) as readonly OperationSchemas[]

const formats = { uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i }
const bodies = new Ajv({ allErrors: true, allowUnionTypes: true, formats, schemas: [...files.values()] })
const queries = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  coerceTypes: true,
  schemas: [...files.values()],
  formats,
})

/** What is wrong with a JSON value of a schema, a line each. */
export function violations(reference: string, value: unknown): string[] {
  return complaints(validator(bodies, reference), value)
}

/** What is wrong with a query, whose numbers and flags are text. */
export function queryViolations(reference: string | undefined, query: URLSearchParams): string[] {
  if (reference === undefined) return [...query.keys()].map((name) => `unknown parameter ${name}`)
  const shapes = resolve(reference).schema['properties'] as Readonly<Record<string, Schema>>
  const values = [...new Set(query.keys())].map((name) => {
    const all = query.getAll(name)
    return [name, all.length > 1 || takesList(shapes[name]) ? all : all[0]] as const
  })
  return complaints(validator(queries, reference), Object.fromEntries(values))
}

const takesList = (shape: Schema | undefined): boolean => JSON.stringify(shape ?? {}).includes('"array"')

function validator(ajv: Ajv, reference: string): ValidateFunction {
  const found = ajv.getSchema(reference)
  if (found === undefined) throw new Error(`schemas/service has no ${reference}`)
  return found
}

function complaints(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** Every property that a reply can have, as `Environment.slug`, in order. */
export function replyProperties(): string[] {
  const found = new Set<string>()
  const visited = new Set<string>()
  for (const { reply } of operations) walk(reply, '', { found, visited })
  return [...found].sort()
}

/** Adds the properties that a reply has to `found`. */
export function addSeen(found: Set<string>, reference: string, value: unknown): void {
  walk(reference, '', { found, value })
}

interface Walk {
  readonly found: Set<string>
  /** Where there is no value, all that could be there is found. */
  readonly value?: unknown
  readonly visited?: Set<string>
}

function walk(reference: string, name: string, { found, value, visited }: Walk): void {
  const { schema, at } = resolve(reference)
  if (visited?.has(at) === true) return
  visited?.add(at)
  const here = typeof schema['title'] === 'string' ? schema['title'] : name
  const on = (child: string, label: string, part: unknown): void =>
    walk(`${at}/${child}`, label, { found, value: part, ...(visited !== undefined && { visited }) })

  const branches = (schema['anyOf'] ?? []) as readonly Schema[]
  for (const index of branches.keys()) {
    if (visited !== undefined || violations(`${at}/anyOf/${index}`, value).length === 0) {
      on(`anyOf/${index}`, here, value)
    }
  }
  if (schema['items'] !== undefined) {
    for (const item of visited === undefined && Array.isArray(value) ? value : [undefined]) {
      if (visited !== undefined || item !== undefined) on('items', here, item)
    }
  }
  for (const property of Object.keys(schema['properties'] ?? {})) {
    const part = typeof value === 'object' && value !== null ? (value as Schema)[property] : undefined
    if (visited === undefined && part === undefined) continue
    found.add(`${here}.${property}`)
    on(`properties/${property}`, `${here}.${property}`, part)
  }
}

/** The schema that a reference leads to in the end, and where it is. */
export function resolve(reference: string): { readonly schema: Schema; readonly at: string } {
  const [file = '', pointer = ''] = reference.split('#')
  const keys = pointer.split('/').slice(1)
  const schema = keys.reduce(
    (value, key) => (value as Record<string, Schema>)[key] as Schema,
    files.get(file) as Schema,
  )
  const next = schema['$ref']
  if (typeof next !== 'string') return { schema, at: reference }
  return resolve(next.startsWith('#') ? `${file}${next}` : `service/${next}`)
}
