// Puts what two trees declare into words that can be compared: references by name, and one spelling of the service's own name.
import { Secret } from '../../core/secrets/secret.ts'
import { contractVendor, textsAt, vendorIn } from '../../core/vendor.ts'
import { mapLeaves, type Value, type ValueMap } from '../../core/value.ts'
import { fieldsWith } from '../../kinds/fields.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import { kindsOf, Resources } from '../../kinds/resources.ts'
import { speaking } from '../plan/vendor.ts'

/** The resources of one target of one tree, linked among themselves. */
export function asWritten(declared: Iterable<Desired>, registry: readonly Kind[], vendor: string): Desired[] {
  const kinds = new Map(registry.map((kind) => [kind.name, kind]))
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
  const kinds = new Map(registry.map((kind) => [kind.name, kind]))
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
