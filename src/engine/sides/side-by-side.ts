// Two trees of one target, kind by kind: the earlier one takes the place of the service. References are compared by name, and
// the service's own name in one spelling.
import { entriesMissing, type RuleOf } from '../../core/plan/compare.ts'
import type { Note } from '../../core/plan/notes.ts'
import {
  at,
  type FieldPath,
  isList,
  isMap,
  mapOf,
  type ValueMap,
  mapLeaves,
  type Value,
} from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import { pair } from '../../kinds/pair.ts'
import type { Desired, Live, Observed } from '../../kinds/resource.ts'
import { Resources, kindsOf, kindsByName } from '../../kinds/resources.ts'
import type { Reading } from '../plan/request.ts'
import { isSelected, type Selection } from '../plan/select.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { contractVendor, textsAt, vendorIn } from '../../core/vendor.ts'
import { fieldsWith, rulesFor } from '../../kinds/fields.ts'
import { speaking } from '../plan/vendor.ts'

/** The resources of one kind on both sides. */
interface OfKind {
  readonly kind: Kind
  readonly earlier: readonly Desired[]
  readonly desired: readonly Desired[]
}

/** What shows only while they are compared. */
export interface Seen {
  readonly released: Note<'released'>[]
  /** `kind/name` of what the earlier tree doesn't declare and no call creates. */
  readonly fresh: Set<string>
}

export function readingOf({ kind, earlier, desired }: OfKind, selection: Selection, seen: Seen): Reading {
  const declaredAs = new Map(earlier.map((each) => [each.name, each]))
  return {
    kind,
    desired: Resources.of(desired),
    via: () => '',
    async *observe(asked) {
      const wanted = new Set(asked)
      for (const each of pair(desired, kind.standIns?.(earlier, desired) ?? earlier.map(standIn))) {
        const former = each.live && declaredAs.get(each.live.id)
        note(each, former, kind, selection, seen)
        if (each.desired === undefined ? kind.effects !== undefined : wanted.has(each.desired))
          yield beside(each, kind, seen)
      }
    },
  }
}

/** Its id is the name in the earlier tree, by which it is found again there. */
function standIn({ name, fields }: Desired): Live {
  return { id: name, name, fields }
}

function note(
  { desired, live }: Observed,
  former: Desired | undefined,
  kind: Kind,
  selection: Selection,
  { released }: Seen,
): void {
  if (live === undefined || former === undefined) return
  if (desired === undefined) {
    const { name, position } = former
    if (isSelected(former, selection)) released.push({ sort: 'released', kind: kind.name, name, position })
    return
  }
  if (!isSelected(desired, selection)) return
  const managed = managedFields(former, kind)
  const fields = mapOf(Object.entries(live.fields).filter(([field]) => managed.has(field)))
  const paths = releasedPaths(fields, desired.fields, rulesFor(kind, desired)).map((path) => path.join('.'))
  const { name, position } = desired
  if (paths.length > 0) released.push({ sort: 'released', kind: kind.name, name, position, paths })
}

/** A resource that can't be created exists, whether or not a tree declares it; its fields are unknown. */
function beside(observed: Observed, kind: Kind, { fresh }: Seen): Observed {
  const { desired, live } = observed
  if (desired === undefined || live !== undefined || kind.createIfAsked === undefined) return observed
  fresh.add(`${kind.name}/${desired.name}`)
  return { ...observed, live: { id: '', name: desired.name, fields: {} } }
}

/** The fields, keys and channels that are no longer declared of a resource that still is. */
function releasedPaths(
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
    const named = { ...desired, declared: byName(desired.declared) as ValueMap }
    return kind === undefined ? named : speaking(named, kind, vendor)
  })
  const ofKind = kindsOf(Resources.of(own), registry)
  return own.map((desired) => kinds.get(desired.kind)?.link?.(desired, ofKind) ?? desired)
}

/** The service's own name as the later tree spells it. */
export function vendorOf(trees: readonly Iterable<Desired>[], registry: readonly Kind[]): string {
  const kinds = kindsByName(registry)
  for (const { kind, declared } of trees.flatMap((tree) => [...tree]))
    for (const field of fieldsWith(kinds.get(kind)?.fields ?? {}, 'vendor'))
      for (const text of textsAt(declared, field.split('.'))) {
        const found = vendorIn(text)
        if (found !== undefined) return found
      }
  return contractVendor
}

/** Secrets of manifests are compared by their references. */
export function byName(value: Value | undefined): Value | undefined {
  return value === undefined
    ? undefined
    : mapLeaves(value, (leaf) => (leaf instanceof Secret ? leaf.asWritten() : leaf))
}
