// The schema of a kind, checking values with a schema, and what a schema declares at a path. A path may omit the indexes of lists.
import { z } from 'zod'
import { flagValuesOf, type Form } from '../kinds/form.ts'
import { schemaFrom } from '../kinds/from-field-rows.ts'
import type { Kind } from '../kinds/kind.ts'

type Path = readonly (string | number)[]

/** The fields that a map at a path may have. */
export function fieldsAt(schema: z.ZodType, path: Path): readonly string[] {
  const found = schemaAt(schema, path)
  return found instanceof z.ZodObject ? Object.keys(found.shape) : []
}

/** The values of a boolean at a path; undefined if there is no boolean. */
export function flagValuesAt(schema: z.ZodType, path: Path): ReturnType<typeof flagValuesOf> {
  const found = schemaAt(schema, path)
  return found && flagValuesOf(found)
}

/** Whether the last field of a path is required in its map. */
export function isRequired(schema: z.ZodType, path: Path): boolean {
  const field = fieldAt(schema, path)
  return field !== undefined && !(field instanceof z.ZodOptional)
}

/** Whether the last field of a path is a list. */
export function isListAt(schema: z.ZodType, path: Path): boolean {
  const field = fieldAt(schema, path)
  return field !== undefined && bare(field) instanceof z.ZodArray
}

function fieldAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  const owner = schemaAt(schema, path.slice(0, -1))
  return owner instanceof z.ZodObject ? fieldIn(owner, String(path.at(-1))) : undefined
}

function fieldIn({ shape }: z.ZodObject, name: string): z.ZodType | undefined {
  return Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined
}

function schemaAt(schema: z.ZodType, path: Path): z.core.$ZodType | undefined {
  let current: z.core.$ZodType | undefined = bare(schema)
  for (const step of path) {
    if (typeof step === 'string') current = insideLists(current)
    if (current instanceof z.ZodObject) current = fieldIn(current, String(step))
    else if (current instanceof z.ZodArray) current = current.element
    else if (current instanceof z.ZodRecord) current = current.valueType
    else return undefined
    if (current !== undefined) current = bare(current)
  }
  return insideLists(current)
}

function insideLists(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let current = schema
  while (current instanceof z.ZodArray) current = bare(current.element)
  return current
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  let current = schema
  while (
    current instanceof z.ZodOptional ||
    current instanceof z.ZodNullable ||
    current instanceof z.ZodDefault
  )
    current = current.unwrap()
  return current
}

/** The paths, with dots, of all that a schema has below a field. */
export function placesIn(schema: z.ZodType, field: string): readonly string[] {
  const inner = fieldsAt(schema, field.split('.')).map((key) => `${field}.${key}`)
  return inner.length === 0 ? [field] : inner.flatMap((each) => placesIn(schema, each))
}

/** The path in the resource of what is declared at a path: `perTarget.Production.name` is the `name` of one target. */
export function withoutTarget(path: readonly string[]): readonly string[] {
  return path[0] === 'perTarget' ? path.slice(2) : path
}

/** How often a schema has checked a value. */
const uses = new WeakMap<z.ZodType, number>()
const fewUses = 200

/**
 * The result of a schema for a value. Compiling a schema takes as long as checking the first few values, so they are
 * checked without.
 */
export function checkedWith(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  const before = uses.get(schema) ?? 0
  if (before >= fewUses) return schema.safeParse(value)
  uses.set(schema, before + 1)
  return schema.safeParse(value, { jitless: true })
}

const schemas = new WeakMap<Kind, Map<Form, z.ZodObject>>()

/** A kind's schema in one form, built once: building it takes longer than reading a short file. */
export function schemaOf(kind: Kind, form: Form): z.ZodObject {
  const known = schemas.get(kind) ?? new Map<Form, z.ZodObject>()
  const schema = known.get(form) ?? schemaFrom(kind, form)
  schemas.set(kind, known.set(form, schema))
  return schema
}
