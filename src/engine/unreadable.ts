// Which parts of a declared field the service doesn't show.
import { answerFor, type Difference, type FieldPath } from '../core/compare.ts'
import { isMap } from '../core/value.ts'

/** The keys of a section that can't be seen, where others of it can. */
export function unreadablePaths({
  path,
  before,
  after,
}: Pick<Difference, 'path' | 'before' | 'after'>): FieldPath[] {
  if (!isMap(before) || !isMap(after)) return [path]
  return Object.keys(after)
    .filter((key) => answerFor({ compare: 'value' }, after[key] ?? null, before[key]) === 'unreadable')
    .map((key) => [...path, key])
}
