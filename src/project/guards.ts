// What a project file lays down about how much an apply may do to a target, with the lines that say so.
import { given } from '../core/given.ts'
import { readLimit, sorts, type Limits, type Sort } from '../core/plan/limit.ts'
import { nodeAt } from '../manifest/text/node.ts'
import { positionOf } from '../manifest/text/source.ts'
import type { Target } from './project.ts'
import type { ReadProject } from './read.ts'
import type { TargetFile } from './schema.ts'

export function guardsOf(
  alias: string,
  target: TargetFile | null,
  read: ReadProject | undefined,
): Pick<Target, 'unmanaged' | 'unmanagedAt' | 'unmanagedIgnore' | 'protection' | 'limits'> {
  if (read === undefined) return { unmanaged: 'report', limits: {} }
  const own = target?.unmanaged
  const written = own ?? read.value.unmanaged
  const { mode, ignore } = typeof written === 'object' ? written : { mode: written ?? 'report' }
  // Where the word stands alone, the path ends there.
  const path = [...(own === undefined ? [] : ['targets', alias]), 'unmanaged', 'mode']
  const isProtected = target?.protected === true
  return {
    unmanaged: mode,
    ...given({ unmanagedIgnore: ignore, unmanagedAt: written && positionIn(read, path) }),
    ...(isProtected && { protection: { position: positionIn(read, ['targets', alias, 'protected']) } }),
    limits: limitsOf(alias, target, read),
  }
}

function limitsOf(alias: string, target: TargetFile | null, read: ReadProject): Limits {
  return Object.fromEntries(
    Object.entries(target?.limits ?? {}).map(([kind, bySort]) => [
      kind,
      Object.fromEntries(
        sorts.flatMap((sort) => {
          const limit = readLimit(String((bySort as Partial<Record<Sort, number | string>>)[sort] ?? ''))
          const position = positionIn(read, ['targets', alias, 'limits', kind, sort])
          return limit === undefined ? [] : [[sort, { ...limit, position }]]
        }),
      ),
    ]),
  )
}

function positionIn({ root }: ReadProject, path: readonly string[]) {
  return positionOf(nodeAt(root, path).place)
}
