// Breaks a difference into the lines that people read: fields by name, list entries by value, never by index.
import { entriesLeft, isEqual, isOnlyNamed, type Detail, type Difference } from './compare-fields.ts'
import { at, type FieldPath, isList, isMap, Unreadable, type Value } from '../value.ts'

/** Two values that are shown together: they have no keys in common that could be shown one by one. */
export interface Pair {
  readonly path: FieldPath
  readonly before: Value | undefined
  readonly after: Value | undefined
}

export function detailsOf(difference: Difference): readonly Detail[] {
  return difference.display ?? pairsOf(difference).flatMap(detailsOfPair)
}

/** The difference key by key, as deep as both sides are maps. Pairs of equal values are among them. */
export function pairsOf({ path, before, after }: Pair): readonly Pair[] {
  if (!isMap(before) || !isMap(after) || Object.keys(before).length === 0) return [{ path, before, after }]
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  return [...Object.keys(after), ...gone]
    .filter((key) => Object.hasOwn(after, key) || !(before[key] instanceof Unreadable))
    .flatMap((key) => pairsOf({ path: [...path, key], before: at(before, key), after: at(after, key) }))
}

export function detailsOfPair({ path: keys, before, after }: Pair): Detail[] {
  const path = keys.join('.')
  if (isList(before) && isList(after)) return listDetails(path, before, after)
  if (isEqual(before, after)) return []
  if (isNothing(before)) return [{ sign: '+', path, after: after ?? null }]
  if (isNothing(after)) return [{ sign: '-', path, before }]
  return [{ sign: '~', path, before, after }]
}

/** Entries that only one side has; a mere change of order shows both lists whole. */
export function listDetails(path: string, before: readonly Value[], after: readonly Value[]): Detail[] {
  const gone = entriesLeft(before, after)
  const come = entriesLeft(after, before)
  if (gone.length === 0 && come.length === 0)
    return isEqual(before, after) ? [] : [{ sign: '~', path, before, after }]
  return [
    ...gone.map((entry): Detail => ({ sign: '-', path, before: entry })),
    ...come.map((entry): Detail => ({ sign: '+', path, after: entry })),
  ]
}

export function isNothing(value: Value | undefined): value is null | undefined {
  return value === undefined || value === null
}

/** Whether an update sends it only because the request replaces what it is in: a secret of which only the name is known. */
export function isSentAgain({ before, after }: Detail): boolean {
  return !isNothing(before) && isOnlyNamed(after)
}
