// What a ledger makes of a comparison: what can't be read may be known, and what is gone may have been there.
import { entriesMissing, isOnlyNamed, type Difference } from '../../core/plan/compare.ts'
import type { Note } from '../../core/plan/notes.ts'
import {
  at,
  type FieldPath,
  isList,
  isMap,
  mapEach,
  someLeaf,
  Unreadable,
  type Value,
} from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { isSet, type LedgerOf } from './ledger.ts'
import { rulesFor } from '../../kinds/fields.ts'

/**
 * Fields that can't be read: those that weren't applied as they are wanted now are as good as different, but for those that
 * the manifest expects to be dropped.
 */
export function remembered(
  differences: readonly Difference[],
  { kind, name, expectDropped = [] }: Desired,
  { id }: Live,
  { ledger, via, secret }: LedgerOf,
): Difference[] {
  return differences.map((each) => {
    const isUnknown = each.answer !== 'unreadable' || someLeaf(each.after, isOnlyNamed)
    if (isUnknown || expectDropped.includes(each.path.at(-1) ?? '')) return each
    const answer = ledger.compare({ via, kind, name, id, path: each.path }, each.after, secret)
    return answer === 'same' ? each : { ...each, answer: 'different' }
  })
}

interface Pruning {
  /** What is wanted by now. */
  readonly desired: Desired
  readonly notes: readonly Note<'pruned'>[]
}

/** Entries of sets that were applied once and are gone were dropped by the service, and are not forced back. */
export function withoutPruned(
  desired: Desired,
  live: Live,
  kind: Kind,
  { ledger, via, secret }: LedgerOf,
): Pruning {
  const notes: Note<'pruned'>[] = []
  const walk = (path: FieldPath, wanted: Value, shown: Value | undefined): Value => {
    if (isMap(wanted) && rulesFor(kind, desired)(path).compare === 'keys')
      return mapEach(wanted, (value, key) =>
        walk([...path, key], value, isMap(shown) ? at(shown, key) : undefined),
      )
    if (!isList(wanted) || !isSet(kind, desired, path) || shown instanceof Unreadable) return wanted
    const place = { via, kind: kind.name, name: desired.name, id: live.id, path }
    const gone = entriesMissing(isList(shown) ? shown : [], wanted).filter(
      (entry) => !isOnlyNamed(entry) && ledger.holds(place, entry, secret),
    )
    if (gone.length === 0) return wanted
    const { name, position } = desired
    notes.push({ sort: 'pruned', kind: kind.name, name, position, count: gone.length, path: path.join('.') })
    return wanted.filter((entry) => !gone.includes(entry))
  }
  const fields = mapEach(desired.fields, (value, key) => walk([key], value, at(live.fields, key)))
  return notes.length === 0 ? { desired, notes } : { desired: { ...desired, fields }, notes }
}
