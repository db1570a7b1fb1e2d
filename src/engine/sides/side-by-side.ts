// Two trees of one target, kind by kind: the earlier one takes the place of the service. References are compared by name, and
// the service's own name in one spelling.
import { append } from '../../core/lists.ts'
import { selectorOf } from '../../core/plan/change.ts'
import { entriesMissing, type RuleOf } from '../../core/plan/compare-fields.ts'
import type { Note } from '../../core/plan/notes.ts'
import { at, isList, isMap, mapLeaves, mapOf } from '../../core/value.ts'
import type { FieldPath, Value, ValueMap } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Observed } from '../../kinds/resource.ts'
import { pair } from '../../kinds/renames.ts'
import { Resources, kindsOf, kindsByName } from '../../kinds/declared-resources.ts'
import type { Reading } from '../plan/plan-request.ts'
import { isSelected, type Selection } from '../plan/select.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { contractVendor, stringsAt, vendorIn } from '../../core/vendor.ts'
import { fieldsWith, rulesFor } from '../../kinds/from-field-rows.ts'
import { withVendor } from '../plan/vendor.ts'

/** What is found only during the comparison. */
export interface Seen {
  readonly released: Note<'released'>[]
  /** Selectors of resources that the earlier tree doesn't declare and no request creates. */
  readonly fresh: Set<string>
}

/** The resources of one kind on both sides. */
export function readingOf(
  kind: Kind,
  [earlier, desired]: readonly [readonly Desired[], readonly Desired[]],
  selection: Selection,
  creates: boolean,
  { released, fresh }: Seen,
): Reading {
  const declaredAs = new Map(earlier.map((each) => [each.name, each]))
  // A substitute has its name in the earlier tree as ID, to be found again there.
  const standIns =
    kind.standIns?.(earlier, desired) ?? earlier.map(({ name, fields }) => ({ id: name, name, fields }))
  return {
    kind,
    desired: Resources.of(desired),
    via: () => '',
    async *observe(asked) {
      const wanted = new Set(asked)
      for (const each of pair(desired, standIns)) {
        const former = each.live && declaredAs.get(each.live.id)
        if (former !== undefined && isSelected(each.desired ?? former, selection))
          append(released, releasedOf(each, former, kind))
        if (each.desired === undefined) {
          if (kind.effects !== undefined) yield each
        } else if (wanted.has(each.desired)) {
          // A resource that isn't created exists, whether or not a tree declares it; its fields are unknown.
          const isFresh = each.live === undefined && kind.createIfAsked !== undefined && !creates
          if (isFresh) fresh.add(selectorOf(each.desired))
          // Without a field, only a create shows it.
          const { name, fields } = each.desired
          yield isFresh && Object.keys(fields).length > 0
            ? { ...each, live: { id: '', name, fields: {} } }
            : each
        }
      }
    },
  }
}

function releasedOf({ desired, live }: Observed, former: Desired, kind: Kind): Note<'released'>[] {
  const { name, position } = desired ?? former
  const note = { sort: 'released', kind: kind.name, name, position } as const
  if (desired === undefined) return [note]
  const managed = managedFields(former, kind)
  const fields = mapOf(Object.entries(live?.fields ?? {}).filter(([field]) => managed.has(field)))
  const paths = releasedPaths(fields, desired.fields, rulesFor(kind, desired))
  return paths.length === 0 ? [] : [{ ...note, paths: paths.map((path) => path.join('.')) }]
}

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
    return isKept && entriesMissing(after, before).length > 0 ? [here] : []
  })
}

/** The fields that it manages; without its identity, even while it is being renamed. */
function managedFields({ declared }: Desired, kind: Kind): ReadonlySet<string> {
  const { previously: _previously, ...rest } = declared
  // A kind may add fields that are null unless they are declared.
  const fields = Object.entries(kind.fieldsOf(rest)).filter(
    ([field, value]) => value !== null || Object.hasOwn(rest, field),
  )
  return new Set(fields.map(([field]) => field))
}

/** The resources of one target of one tree, linked among themselves. */
export function asWritten(declared: Iterable<Desired>, registry: readonly Kind[], vendor: string): Desired[] {
  const kinds = kindsByName(registry)
  const own = Array.from(declared, (desired) => {
    const kind = kinds.get(desired.kind)
    const named = { ...desired, declared: byName(desired.declared) }
    return kind === undefined ? named : withVendor(named, kind, vendor)
  })
  const ofKind = kindsOf(Resources.of(own))
  return own.map((desired) => kinds.get(desired.kind)?.link?.(desired, ofKind) ?? desired)
}

/** The service's own name as the first tree that contains it spells it; without any, as the contract does. */
export function vendorOf(trees: readonly Iterable<Desired>[], registry: readonly Kind[]): string {
  const kinds = kindsByName(registry)
  for (const { kind, declared } of trees.flatMap((tree) => [...tree]))
    for (const field of fieldsWith(kinds.get(kind)?.fields ?? {}, 'vendor'))
      for (const text of stringsAt(declared, field.split('.'))) {
        const found = vendorIn(text)
        if (found !== undefined) return found
      }
  return contractVendor
}

/** Secrets of manifests are compared by their references. */
export function byName<Written extends Value>(value: Written): Written {
  return mapLeaves(value, (leaf) => (leaf instanceof Secret ? leaf.asWritten() : leaf)) as Written
}
