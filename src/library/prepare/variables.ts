// The names of variables that a written manifest can refer to.
import { isForbiddenName } from '../../manifest/text/allowed-folders.ts'
import { Variables } from '../../manifest/write/references.ts'
import type { Project } from '../../project/project.ts'
import type { Machine } from '../run.ts'
import { isReservedName } from './settings.ts'

/** `isUsed`: whether manifests refer to a name already. */
export function variablesOf(
  { keyReferences }: Project,
  { filter }: Pick<Machine, 'filter'>,
  isUsed: (name: string) => boolean = () => false,
): Variables {
  return new Variables(
    (name) =>
      isForbiddenName(name) || isReservedName(name) || keyReferences.has(`env:${name}`) || isUsed(name),
    (text) => filter.find(text) !== undefined,
  )
}
