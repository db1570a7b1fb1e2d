// Patterns of `ignore` that name a field which can't be ignored, and patterns that match no field.
import { couldMatch, idleIgnore, namesFixedField } from '../kinds/ignored.ts'
import type { Kind } from '../kinds/kind.ts'
import { Resources, kindsByName } from '../kinds/resources.ts'
import { placeFor, type Report } from './frames/reporter.ts'
import type { ProjectInput } from './project-input.ts'
import type { Collected } from './bulk/declarations.ts'
import { headOf, type Node, type NodePath } from './text/node.ts'
import { listOf } from '../kinds/fields.ts'

/** Checks resources, and kinds even if these manifests declare nothing of them. */
export function reportFixedIgnores(
  collected: Collected,
  { ignore = {}, tree }: Pick<ProjectInput, 'ignore' | 'tree'>,
  registry: readonly Kind[],
  report: Report,
): void {
  for (const kind of registry) {
    const reportIn = (
      patterns: readonly string[] = [],
      root: () => Node | undefined,
      path: NodePath,
    ): void => {
      for (const [index, pattern] of patterns.entries())
        if (namesFixedField(pattern, kind)) {
          const written = root()
          report({
            rule: 'wrong-value',
            ...(written && { place: placeFor('wrong-value', written, [...path, index]) }),
            message: `the field "${pattern}" of ${listOf(kind)} can't be ignored`,
            hint: 'Remove it from ignore.',
          })
        }
    }
    reportIn(ignore[kind.name], () => tree, ['ignore', kind.name])
    for (const { objects } of collected.values())
      for (const built of objects)
        if (built.desired.ignore !== undefined && built.desired.kind === kind.name)
          reportIn(built.desired.ignore, () => built.root(), ['ignore'])
  }
}

/** Checks resources, and the kinds in `ignore`. */
export function reportIdleIgnores(
  collected: Collected,
  { ignore = {}, tree }: Pick<ProjectInput, 'ignore' | 'tree'>,
  registry: readonly Kind[],
  report: Report,
): void {
  const kinds = kindsByName(registry)
  const idle = new Map(Object.entries(ignore).map(([kind, patterns = []]) => [kind, new Set(patterns)]))
  for (const [target, all] of collected)
    for (const built of idle.size > 0 ? all : all.objects) {
      const { desired, isSound } = built
      const kind = kinds.get(desired.kind)
      if (kind === undefined || !isSound) continue
      const ofKind = idle.get(desired.kind) ?? new Set()
      for (const pattern of ofKind)
        if (couldMatch(pattern, desired, kind) || namesFixedField(pattern, kind)) ofKind.delete(pattern)
      for (const pattern of desired.ignore ?? [])
        if (!couldMatch(pattern, desired, kind) && !namesFixedField(pattern, kind))
          report({ ...idleIgnore(pattern, desired), place: headOf(built.root()), target })
    }
  // If these manifests declare nothing of a kind, others may.
  const isDeclared = (kind: string): boolean =>
    [...collected.values()].some((all) => new Resources(all).ofKind(kind).size > 0)
  for (const [kind, patterns] of idle)
    for (const pattern of isDeclared(kind) ? patterns : [])
      report({
        ...idleIgnore(pattern, { kind }),
        ...(tree && { place: placeFor('idle-ignore', tree, ['ignore', kind]) }),
      })
}
