// What is live as it would be if the service had kept fields that it is known to drop.
import { at, isMap, mapOf, type Value, type ValueMap } from './value.ts'

/** `live` with the declared values of those keys that it lacks, at any depth; maps that it lacks aren't made. */
export function asIfKept(
  declared: ValueMap,
  live: ValueMap | undefined,
  keys: readonly string[],
): ValueMap | undefined {
  if (live === undefined || keys.length === 0) return live
  return filled(declared, live, new Set(keys))
}

function filled(declared: ValueMap, live: ValueMap, keys: ReadonlySet<string>): ValueMap {
  const entries = Object.entries(declared).flatMap(([key, wanted]): (readonly [string, Value])[] => {
    const shown = at(live, key) ?? null
    if (shown === null) return keys.has(key) ? [[key, wanted]] : []
    return isMap(wanted) && isMap(shown) ? [[key, filled(wanted, shown, keys)]] : []
  })
  return mapOf([...new Map([...Object.entries(live), ...entries])])
}
