// What a project file lays down about how much an apply may do to a target, with the lines that say so.
import { placeOf } from '../manifest/node.ts'
import { positionOf } from '../manifest/source.ts'
import { field } from './address.ts'
import type { Target } from './project.ts'
import type { ReadProject } from './read.ts'
import type { TargetFile } from './schema.ts'
import { targetNode } from './variables.ts'

export function guardsOf(
  alias: string,
  target: TargetFile | null,
  read: ReadProject | undefined,
): Pick<Target, 'unmanaged' | 'unmanagedAt'> {
  const node = read && (field(targetNode(read.root, alias), 'unmanaged') ?? field(read.root, 'unmanaged'))
  return {
    unmanaged: target?.unmanaged ?? read?.value.unmanaged ?? 'report',
    ...(node !== undefined && { unmanagedAt: positionOf(placeOf(node)) }),
  }
}
