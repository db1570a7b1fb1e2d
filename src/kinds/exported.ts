// What of a live resource a manifest has to say.
import { isMap, mapOf, type Value, type ValueMap } from '../core/value.ts'

/** Those of the fields that are set: not null, not an empty map. */
export function set(fields: Readonly<Record<string, Value | undefined>>): ValueMap {
  return mapOf(
    Object.entries(fields).flatMap(([key, value = null]): (readonly [string, Value])[] =>
      value === null || (isMap(value) && Object.keys(value).length === 0) ? [] : [[key, value]],
    ),
  )
}
