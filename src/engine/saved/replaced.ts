// What an approved change replaces: compared with what the service shows now, where the plan's file holds it.
import type { Change } from '../../core/plan/change.ts'
import { answerFor, type Answer, type FieldRule } from '../../core/plan/compare.ts'
import { sealed, type Seal } from '../../core/secrets/digest.ts'
import { at, type FieldPath, isMap, mapOf, Unreadable, type Value } from '../../core/value.ts'
import { unreadablePaths } from '../plan/compare-resource.ts'

export interface Replacement {
  readonly path: FieldPath
  /** What the file holds; `Unreadable` if it holds nothing of it. */
  readonly held: Value
  readonly now: Value
  /** What takes its place. */
  readonly after: Value
}

/** Whether the service still shows what was to be replaced. Values of which the file has only fingerprints are compared with `seal`. */
export function replaces({ path, held, now, after }: Replacement, rule: FieldRule, seal: Seal): Answer {
  // The entries of the service stay, whatever they are by now.
  if (rule.compare === 'set' && rule.additive) return 'same'
  const whole = rule.compare === 'keys' ? ({ compare: 'whole' } as const) : rule
  const comparable = (value: Value): Value => {
    // A list that isn't there is an empty one.
    if (rule.compare === 'set' && value === null) return []
    return sealed(seal, withoutHidden(value, after), path)
  }
  return answerFor(whole, comparable(held), comparable(now))
}

/** The parts of it that can't be compared; all of it if they aren't known. */
export function uncomparable({ path, now, after }: Replacement): readonly FieldPath[] {
  const parts = unreadablePaths({ path, before: now, after })
  return parts.length === 0 ? [path] : parts
}

/** Keys that can't be read say nothing where the change doesn't set them. */
function withoutHidden(value: Value, after: Value): Value {
  if (!isMap(value) || !isMap(after)) return value
  return mapOf(
    Object.entries(value).filter(
      ([key, entry]) => !(entry instanceof Unreadable) || Object.hasOwn(after, key),
    ),
  )
}

/** What a change's file holds at a path of `before`. */
export function heldAt({ before }: Change, [first = '', ...rest]: FieldPath): Value {
  const field = before === null ? undefined : at(before, first)
  if (field === undefined) return new Unreadable(false)
  return rest.reduce<Value>(
    (value, key) => (isMap(value) ? (at(value, key) ?? null) : value instanceof Unreadable ? value : null),
    field,
  )
}
