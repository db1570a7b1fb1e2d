// `previously`: the name that a declared resource may still have in the service.
import type { Difference } from '../core/plan/compare.ts'
import { textOf } from '../core/value.ts'
import type { Desired } from './resource.ts'

export function formerNameOf({ declared }: Pick<Desired, 'declared'>): string | undefined {
  const { previously } = declared
  return typeof previously === 'string' ? previously : undefined
}

/** What a call says that also renames, where it does. */
export function renaming(differences: readonly Difference[], field: string) {
  const found = differences.find(({ path }) => path[0] === field)
  const former = found?.before === undefined ? '' : textOf(found.before)
  return former === ''
    ? undefined
    : {
        summary: `renamed from ${former}`,
        sideEffect: `anything that uses the old name ${former} stops working`,
      }
}

/** What is said of a rename to a name that the resource has in several targets. */
export function sharedRename({ kind, name }: Pick<Desired, 'kind' | 'name'>) {
  return {
    rule: 'shared-rename',
    message: `several targets would rename a resource to ${kind} ${name}, but deployed services allow each name only once in an organisation, so the service accepts the first rename and rejects the second`,
    hint: 'Use perTarget to set a different identifier in each target.',
  }
}
