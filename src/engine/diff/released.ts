// What an earlier tree declares and a later one doesn't: nothing is sent for it, and live keeps it.
import { entriesMissing, type RuleOf } from '../../core/plan/compare.ts'
import { at, type FieldPath, isList, isMap, type ValueMap } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'

/** The fields, keys and channels that are no longer declared of a resource that still is. */
export function releasedPaths(
  earlier: ValueMap,
  desired: ValueMap,
  ruleOf: RuleOf,
  path: FieldPath = [],
): FieldPath[] {
  return Object.entries(earlier).flatMap(([key, before]): FieldPath[] => {
    const here = [...path, key]
    if (!Object.hasOwn(desired, key)) return [here]
    const rule = ruleOf(here)
    const after = at(desired, key)
    if (rule.compare === 'keys' && isMap(before) && isMap(after))
      return releasedPaths(before, after, ruleOf, here)
    const isKept = rule.compare === 'set' && rule.additive && isList(before) && isList(after)
    return isKept && entriesMissing(before, after).length > 0 ? [here] : []
  })
}

/** The fields that it manages; its identity is none, even while it is being renamed. */
export function managedFields({ declared }: Desired, kind: Kind): ReadonlySet<string> {
  const { previously: _previously, ...rest } = declared
  // A kind may add fields that are null unless they are declared.
  const fields = Object.entries(kind.fieldsOf(rest)).filter(
    ([field, value]) => value !== null || Object.hasOwn(rest, field),
  )
  return new Set(fields.map(([field]) => field))
}
