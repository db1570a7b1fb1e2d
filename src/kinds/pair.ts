// Puts each declared resource beside the live one of the same identity.
import type { Desired, Live, Observed, Sight } from './resource.ts'
import { formerNameOf } from './renamed.ts'

/**
 * First what is declared, in declared order, then what is live only. Live resources that share an identity are one, and
 * one that is declared to have had another name is known by it until it has the new one.
 */
export function pair(desired: Iterable<Desired>, live: readonly Live[], seen?: Sight): Observed[] {
  const found = paired([...desired], live)
  return seen === undefined ? found : found.map((each) => ({ ...each, seen }))
}

function paired(desired: readonly Desired[], live: readonly Live[]): Observed[] {
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
  const renamed = new Set<string>()
  const declared = new Set(desired.map(({ name }) => name))
  return [
    ...desired.map((resource): Observed => {
      const found = byName.get(resource.name)
      const former = byName.get(formerNameOf(resource) ?? resource.name)
      if (found === undefined) {
        if (former === undefined) return { desired: resource }
        renamed.add(former.name)
        return { desired: resource, live: { ...former, name: resource.name } }
      }
      return { desired: resource, live: found, ...(former !== undefined && former !== found && { former }) }
    }),
    ...[...byName.values()]
      .filter(({ name }) => !declared.has(name) && !renamed.has(name))
      .map((found): Observed => ({ live: found })),
  ]
}
