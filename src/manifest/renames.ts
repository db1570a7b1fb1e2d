// What can be wrong with `previously` before anything is read.
import { formerNameOf, sharedRename } from '../kinds/renamed.ts'
import type { Desired } from '../kinds/resource.ts'
import type { Built } from './desired.ts'
import type { Collected } from './collected.ts'
import { placeFor, type Report } from './reporter.ts'

/** `shared`: whether renames are reported that a service may refuse; a plan that knows it sees if they are still to come. */
export function reportRenames(collected: Collected, report: Report, shared: 'reported' | 'left'): void {
  for (const [target, all] of collected) {
    const names = new Map(all.map(({ desired }) => [keyOf(desired, desired.name), desired]))
    const takers = new Map<string, Desired>()
    for (const { desired, root } of all) {
      const former = formerNameOf(desired)
      if (former === undefined) continue
      const key = keyOf(desired, former)
      const place = placeFor('duplicate-identity', root, ['previously'])
      const other = names.get(key) ?? takers.get(key)
      if (other !== undefined)
        report({
          rule: 'duplicate-identity',
          place,
          message:
            other === desired
              ? `${desired.kind} ${desired.name} can't be its own former name`
              : `${desired.kind} ${former} becomes ${desired.name}, and is claimed at ${at(other)} too`,
          target,
        })
      takers.set(key, desired)
    }
  }
  for (const { desired, root } of shared === 'left' ? [] : sharedRenames(collected))
    report({ ...sharedRename(desired), place: placeFor('shared-rename', root, ['previously']) })
}

/** Renamed in one target to what the same kind is called in another. */
function sharedRenames(collected: Collected): Built[] {
  const targets = new Map<string, Set<string>>()
  for (const [target, all] of collected)
    for (const { desired } of target === undefined ? [] : all) {
      const key = keyOf(desired, desired.name)
      targets.set(key, (targets.get(key) ?? new Set()).add(target ?? ''))
    }
  return [...collected.values()]
    .flat()
    .filter(({ desired }) => formerNameOf(desired) !== undefined)
    .filter(({ desired }) => (targets.get(keyOf(desired, desired.name))?.size ?? 0) > 1)
}

function keyOf({ kind }: Desired, name: string): string {
  return `${kind}/${name}`
}

function at({ position: { file, line, column } }: Desired): string {
  return `${file}:${line}:${column}`
}
