// Plain shapes, and the messages for values with a wrong shape.
import { z } from 'zod'

export const text = z.string()
export const flag = z.boolean()
export const number = z.number()
export const maybe = z.exactOptional

/** Of a subscriber; null clears the value. */
export const attribute = maybe(text.nullable())

/** Any JSON object, kept as it came. */
export const freeForm = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)

export function each<const Key extends string, Shape extends z.ZodType>(
  keys: readonly Key[],
  shape: Shape,
): Record<Key, Shape> {
  return Object.fromEntries(keys.map((key) => [key, shape])) as Record<Key, Shape>
}

/** With or without `#`. */
export const hexadecimal = /^#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
export const color = text.regex(hexadecimal, 'must be a hexadecimal color')

/** One sentence for each thing that is wrong, opening with its path. */
export function sentences(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${pathText(issue.path) || 'body'}: ${issue.message}`)
}

/** `['children', 0, 'on']` → `children[0].on` */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

/** Paths of the input that the parsed value lacks: `['credentials.apiUrl']`. */
export function unknownFields(input: unknown, read: unknown, path = ''): string[] {
  if (input === read || typeof input !== 'object' || input === null) return []
  if (typeof read !== 'object' || read === null) return []
  return Object.entries(input).flatMap(([key, value]) => {
    const here = Array.isArray(input) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    return Object.hasOwn(read, key)
      ? unknownFields(value, (read as Record<string, unknown>)[key], here)
      : [here]
  })
}
