// JSON as a type of our own; text that may be JSON, and its depth; the endings of files with data; and fields of replies that
// may be missing or of another type.
import { at, isList, isMap, textOf, type Value, type ValueMap } from './value.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The value of a JSON text; undefined if it is invalid. The parser's own message would quote it. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The endings of files of NDJSON, and of CSV: lists that only a manifest includes. */
export const ndjsonEnding = /\.(?:ndjson|jsonl)$/i
export const csvEnding = /\.csv$/i
/** The endings of files that people write: manifests, suites, and lists that a manifest includes. */
export const inputEnding = /\.(?:ya?ml|ndjson|jsonl|csv)$/i

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How deep lists and maps from outside may be nested: far deeper than anything of the service. */
export const maxDepth = 200

/** Whether something is nested deeper than `maxDepth`. It reads no deeper than that. `depth` counts what is around the value. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) {
    const inside = (value as Readonly<Record<string, unknown>>)[key]
    if (depth === maxDepth || (typeof inside === 'object' && isTooDeep(inside, depth + 1))) return true
  }
  return false
}

/**
 * Reads what a service answered without trusting it: a field that is missing is an empty text, a number its digits, and a list or
 * a map JSON.
 */
export function textAt(map: ValueMap | undefined, name: string): string {
  return textOf(at(map, name))
}

export function mapAt(map: ValueMap | undefined, name: string): ValueMap | undefined {
  const value = at(map, name)
  return isMap(value) ? value : undefined
}

/** The maps of a list; empty for anything else. */
export function mapsAt(map: ValueMap | undefined, name: string): readonly ValueMap[] {
  const value = at(map, name)
  return isList(value) ? value.filter(isMap) : []
}

/** A list's entries as texts. */
export function textsAt(map: ValueMap | undefined, name: string): readonly string[] {
  const value: Value | undefined = at(map, name)
  return isList(value) ? value.map(textOf) : []
}

/** Milliseconds since 1970, if there is a time. */
export function timeAt(map: ValueMap | undefined, name: string): number | undefined {
  const value = at(map, name)
  const time = typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isNaN(time) ? undefined : time
}

/** `2026-01-05 09:00:00Z`; an invalid time is returned unchanged. */
export function momentAt(map: ValueMap | undefined, name: string): string {
  const time = timeAt(map, name)
  return time === undefined
    ? textAt(map, name)
    : new Date(time)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d{3}Z$/, 'Z')
}

/** The first that isn't empty; an empty string if all are. */
export function firstOf(...texts: readonly string[]): string {
  return texts.find((text) => text !== '') ?? ''
}

/** The escape of JSON; two for a character outside of the basic plane. */
export function jsonEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
