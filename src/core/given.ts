// Objects that leave out optional fields without a value, instead of setting them to undefined; and their schemas.
import type { z } from 'zod'

/** Fields that may be undefined are optional. All others are required. */
type WithoutUndefined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/** The fields that have a value, in the same order. */
export function given<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  const found: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== undefined) found[name] = fields[name]
  return found as WithoutUndefined<Fields>
}

/** The items that are present; `isDue && item` leaves one out. */
export function present<Item>(...items: readonly (Item | false | undefined)[]): Item[] {
  return items.filter((item): item is Item => item !== false && item !== undefined)
}

/** The schema of an optional field. */
export function optional<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): z.ZodOptional<Schema> {
  return schema.optional().describe(description)
}

/** The schema of an optional field that is never undefined. */
export function exactOptional<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): z.ZodExactOptional<Schema> {
  return schema.exactOptional().describe(description)
}

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<Exclude<T[Name], undefined>> }
    : T

/** The type that a schema describes, with readonly fields. */
export type Inferred<Schema extends z.ZodType> = Frozen<z.infer<Schema>>
