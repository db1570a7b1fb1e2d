// Reads from a schema what stands at a path. List indexes may be left out of a path.
import { z } from 'zod'
import { flagValuesOf, type Form, resolved, tolerant } from '../kinds/form.ts'
import type { Kind } from '../kinds/kind.ts'

type Path = readonly (string | number)[]

/** The fields that a map at a path may have. */
export function fieldsAt(schema: z.ZodType, path: Path): readonly string[] {
  const found = schemaAt(schema, path)
  return found instanceof z.ZodObject ? Object.keys(found.shape) : []
}

/** What a flag at a path can be; undefined if there is no flag. */
export function flagValuesAt(schema: z.ZodType, path: Path): ReturnType<typeof flagValuesOf> {
  const found = schemaAt(schema, path)
  return found && flagValuesOf(found)
}

/** Whether the map that a path ends in can't do without its field. */
export function isRequired(schema: z.ZodType, path: Path): boolean {
  const owner = schemaAt(schema, path.slice(0, -1))
  const field = owner instanceof z.ZodObject ? (owner.shape[String(path.at(-1))] as z.ZodType) : undefined
  return field !== undefined && !(field instanceof z.ZodOptional)
}

function schemaAt(schema: z.ZodType, path: Path): z.core.$ZodType | undefined {
  let current: z.core.$ZodType | undefined = bare(schema)
  for (const step of path) {
    if (typeof step === 'string') current = insideLists(current)
    if (current instanceof z.ZodObject) current = (current.shape as Record<string, z.ZodType>)[String(step)]
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

export interface Forms {
  /** Finds everything that is wrong. */
  readonly strict: (kind: Kind) => z.ZodObject
  /** Gives the value where all that is wrong is warned of only. */
  readonly tolerant: (kind: Kind) => z.ZodObject
}

export function formsOf(): Forms {
  return { strict: remember(resolved), tolerant: remember(tolerant) }
}

function remember(form: Form): (kind: Kind) => z.ZodObject {
  const known = new Map<string, z.ZodObject>()
  return (kind) => {
    const schema = known.get(kind.name) ?? kind.schema(form)
    known.set(kind.name, schema)
    return schema
  }
}
