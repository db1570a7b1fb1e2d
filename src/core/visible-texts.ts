// All texts in plain data that people get to read: its values and its keys, and nothing that is closed.
import { Secret } from './secret.ts'
import { IdOf, Sealed, Unreadable } from './value.ts'

/** Each text with the path of keys that leads to it; a key comes with the path of what it leads to. */
export function* visibleTexts(
  value: unknown,
  path: readonly string[] = [],
): Generator<readonly [string, readonly string[]]> {
  if (typeof value === 'string') yield [value, path]
  else if (typeof value === 'number') yield [String(value), path]
  else if (value instanceof IdOf) yield [value.name, path]
  else if (typeof value !== 'object' || value === null) return
  else if (value instanceof Secret || value instanceof Unreadable || value instanceof Sealed) return
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* visibleTexts(item, [...path, String(index)])
  else
    for (const [key, item] of Object.entries(value)) {
      const inside = [...path, key]
      yield [key, inside]
      yield* visibleTexts(item, inside)
    }
}

/** The texts alone, each time anew. */
export function textsOf(values: () => Iterable<unknown>): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      for (const value of values()) for (const [text] of visibleTexts(value)) yield text
    },
  }
}
