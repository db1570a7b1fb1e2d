// Objects whose optional fields are absent, and not undefined, where there is nothing to say; and their schemas.
import type { z } from 'zod'

/** A field that may be undefined may be absent instead; all others are there. */
type Given<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/** The fields that have a value, in the same order. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const found: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== undefined) found[name] = fields[name]
  return found as Given<Fields>
}

/** A list of those that are there; `isDue && item` leaves one out. */
export function present<Item>(...items: readonly (Item | false | undefined)[]): Item[] {
  return items.filter((item): item is Item => item !== false && item !== undefined)
}

/** Of a schema: a field that may be left out. */
export function optional<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): z.ZodOptional<Schema> {
  return schema.optional().describe(description)
}

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<Exclude<T[Name], undefined>> }
    : T

/** What a schema describes, for those who only read it. */
export type Inferred<Schema extends z.ZodType> = Frozen<z.infer<Schema>>
