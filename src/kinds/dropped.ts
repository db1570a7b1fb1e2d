// Fields that a manifest expects the service to drop: what isn't shown of them can't be compared.
import { at, isMap, mapOf, Unreadable, type Value, type ValueMap } from '../core/value.ts'
import type { Observed } from './resource.ts'

/** Whether they were ever sent can't be seen either, so they count as unreadable, and not as absent or as kept. */
export function withoutDropped<Seen extends Observed>(observed: Seen): Seen {
  const { desired, live } = observed
  if (desired?.expectDropped === undefined || live === undefined) return observed
  const fields = covered(desired.fields, live.fields, new Set(desired.expectDropped))
  return { ...observed, live: { ...live, fields } }
}

/** `live` with `Unreadable` under those keys that are declared and that it lacks, at any depth; maps that it lacks aren't made. */
function covered(declared: ValueMap, live: ValueMap, keys: ReadonlySet<string>): ValueMap {
  const entries = Object.entries(declared).flatMap(([key, wanted]): (readonly [string, Value])[] => {
    const shown = at(live, key) ?? null
    if (shown === null) return keys.has(key) && wanted !== null ? [[key, new Unreadable(true)]] : []
    return isMap(wanted) && isMap(shown) ? [[key, covered(wanted, shown, keys)]] : []
  })
  return mapOf([...new Map([...Object.entries(live), ...entries])])
}
