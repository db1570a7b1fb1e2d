// What comparing the resources of a section found, without those whose duplicates came to light later.
import type { Difference } from '../../core/plan/compare.ts'
import type { Note } from '../../core/plan/notes.ts'
import type { SameNote } from '../../core/plan/plan.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Drafted } from './order.ts'

export interface Compared {
  readonly drafted: readonly Drafted[]
  readonly notes: readonly Note[]
  /** Kept only if it was asked for: of unchanged resources nothing else takes memory. */
  readonly same: readonly SameNote[]
  readonly unchanged: number
}

/** `repeated` holds `kind/name` of those with a duplicate, such as one on another page of a directory; none was refused. */
export function withoutRepeated(all: Compared, repeated: ReadonlySet<string>): Compared {
  if (repeated.size === 0) return all
  const isKept = (each: { readonly kind: string; readonly name: string }): boolean =>
    !repeated.has(`${each.kind}/${each.name}`)
  const changed = new Set(all.drafted.map(({ desired }) => `${desired.kind}/${desired.name}`))
  const matched = [...repeated].filter((each) => !changed.has(each))
  return {
    drafted: all.drafted.filter(({ desired }) => isKept(desired)),
    notes: all.notes.filter(isKept),
    same: all.same.filter(isKept),
    unchanged: all.unchanged - matched.length,
  }
}

/** Its declared fields that neither differ nor are unreadable. */
export function sameOf(
  { kind, name, position, declared, fields }: Desired,
  differences: readonly Difference[],
): SameNote {
  const others = new Set(differences.map(({ path: [first] }) => first))
  const same = Object.entries(fields).filter(
    ([field, value]) => !others.has(field) && (value !== null || Object.hasOwn(declared, field)),
  )
  return { kind, name, position, fields: Object.fromEntries(same) }
}
