// Pairs the resources that manifests declare with those in the service, also while one still has the former name of its declaration.
import { textOf } from '../core/value.ts'
import { given } from '../core/given.ts'
import type { Difference } from '../core/plan/compare-fields.ts'
import { type Desired, type Live, type Observed, type SeenAt, formerNameOf } from './resource.ts'

/**
 * First declared resources, in declared order, then those that are only in the service. Resources in the service that
 * share an identity count as one. A renamed resource is found by its former name until it has the new one.
 */
export function pair(desired: Iterable<Desired>, live: readonly Live[], seen?: SeenAt): Observed[] {
  const at = seen === undefined ? {} : { seen }
  const byName = new Map<string, Live>()
  for (const resource of live) {
    const first = byName.get(resource.name)
    byName.set(
      resource.name,
      first === undefined
        ? resource
        : { ...first, duplicates: [...(first.duplicates ?? [first.id]), resource.id] },
    )
  }
  const known = new Set<string>()
  const pairs: Observed[] = []
  for (const resource of desired) {
    const { name } = resource
    const found = byName.get(name)
    const former = byName.get(formerNameOf(resource) ?? name)
    known.add(name)
    if (found !== undefined)
      pairs.push({ desired: resource, live: found, ...(former !== found && given({ former })), ...at })
    else if (former === undefined) pairs.push({ desired: resource, ...at })
    else {
      known.add(former.name)
      pairs.push({ desired: resource, live: { ...former, name, keptName: former.name }, ...at })
    }
  }
  for (const found of byName.values()) if (!known.has(found.name)) pairs.push({ live: found, ...at })
  return pairs
}

/** The summary and the side effect of a change that renames a resource. `field` has the name. */
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

/** The problem of a rename to an identifier that the resource has in several targets. */
export function sharedRename({ kind, name }: Pick<Desired, 'kind' | 'name'>) {
  return {
    rule: 'shared-rename',
    message: `several targets would rename a resource to ${kind} ${name}, but deployed services allow each identifier only once in an organisation, so the service accepts the first rename and rejects the second`,
    hint: 'Use perTarget to set a different identifier in each target.',
  }
}
