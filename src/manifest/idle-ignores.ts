// Patterns of `ignore` without any field that they could be about.
import { couldMatch, idleIgnore } from '../kinds/ignored.ts'
import type { Kind } from '../kinds/kind.ts'
import { placeFor, type Report } from './frames/reporter.ts'
import type { ProjectInput } from './project-input.ts'
import type { Collected } from './siblings.ts'
import { headOf } from './text/node.ts'

/** Those of resources, and those of kinds; the latter not where `ignore` is absent. */
export function reportIdleIgnores(
  collected: Collected,
  { ignore = {}, tree }: Pick<ProjectInput, 'ignore' | 'tree'>,
  registry: readonly Kind[],
  report: Report,
): void {
  const kinds = new Map(registry.map((kind) => [kind.name, kind]))
  const idle = new Map(Object.entries(ignore).map(([kind, patterns = []]) => [kind, new Set(patterns)]))
  for (const [target, all] of collected)
    for (const { desired, root, isSound } of all) {
      const kind = kinds.get(desired.kind)
      if (kind === undefined || !isSound) continue
      const ofKind = idle.get(desired.kind) ?? new Set()
      for (const pattern of ofKind) if (couldMatch(pattern, desired, kind)) ofKind.delete(pattern)
      for (const pattern of desired.ignore ?? [])
        if (!couldMatch(pattern, desired, kind))
          report({ ...idleIgnore(pattern, desired), place: headOf(root), target })
    }
  // Of a kind of which these manifests declare nothing, others may declare something.
  const declared = new Set([...collected.values()].flat().map(({ desired }) => desired.kind))
  for (const [kind, patterns] of idle)
    for (const pattern of declared.has(kind) ? patterns : [])
      report({
        ...idleIgnore(pattern, { kind }),
        ...(tree && { place: placeFor('idle-ignore', tree, ['ignore', kind]) }),
      })
}
