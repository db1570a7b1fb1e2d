// Breaks a difference into the lines that people read: fields by name, list entries by value, never by index.
import { entriesLeft, isEqual, type Detail, type Difference } from './compare.ts'
import { at, isList, isMap, Unreadable, type Value } from '../value.ts'

export function detailsOf(difference: Difference): readonly Detail[] {
  if (difference.display !== undefined) return difference.display
  return expand(difference.path.join('.'), difference.before, difference.after)
}

function expand(path: string, before: Value | undefined, after: Value | undefined): Detail[] {
  if (isMap(before) && isMap(after) && Object.keys(before).length > 0) {
    const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
    return [...Object.keys(after), ...gone]
      .filter((key) => Object.hasOwn(after, key) || !(before[key] instanceof Unreadable))
      .flatMap((key) => expand(`${path}.${key}`, at(before, key), at(after, key)))
  }
  if (isList(before) && isList(after)) return entries(path, before, after)
  if (isEqual(before, after)) return []
  if (isNothing(before)) return [{ sign: '+', path, after: after ?? null }]
  if (isNothing(after)) return [{ sign: '-', path, before: before ?? null }]
  return [{ sign: '~', path, before: before ?? null, after: after ?? null }]
}

/** Entries that only one side has; a mere change of order shows both lists whole. */
export function entries(path: string, before: readonly Value[], after: readonly Value[]): Detail[] {
  const gone = entriesLeft(before, after)
  const come = entriesLeft(after, before)
  if (gone.length === 0 && come.length === 0)
    return isEqual(before, after) ? [] : [{ sign: '~', path, before, after }]
  return [
    ...gone.map((entry): Detail => ({ sign: '-', path, before: entry })),
    ...come.map((entry): Detail => ({ sign: '+', path, after: entry })),
  ]
}

function isNothing(value: Value | undefined): boolean {
  return value === undefined || value === null
}
