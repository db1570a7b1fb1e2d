// Reads from a schema which fields a map at a path may have.
import { z } from 'zod'

export function fieldsAt(schema: z.ZodType, path: readonly (string | number)[]): readonly string[] {
  let current: z.core.$ZodType | undefined = bare(schema)
  for (const step of path) {
    if (current instanceof z.ZodObject) current = (current.shape as Record<string, z.ZodType>)[String(step)]
    else if (current instanceof z.ZodArray) current = current.element
    else if (current instanceof z.ZodRecord) current = current.valueType
    else return []
    if (current !== undefined) current = bare(current)
  }
  return current instanceof z.ZodObject ? Object.keys(current.shape) : []
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
