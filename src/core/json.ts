// JSON as a type of our own, for schemas whose types the library shows, and text that may be JSON.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The value of a JSON text; undefined if it is invalid. The parser's own message would quote it. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How deep lists and maps from outside may be nested: far deeper than anything of the service. */
export const maxDepth = 200

/** Whether lists and maps are nested deeper than `maxDepth`. It reads no deeper than that. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) {
    const inside = (value as Readonly<Record<string, unknown>>)[key]
    if (depth === maxDepth || (typeof inside === 'object' && isTooDeep(inside, depth + 1))) return true
  }
  return false
}
