// Puts each declared resource beside the live one of the same identity.
import type { Desired, Live, Observed } from './kind.ts'

/** First what is declared, in declared order, then what is live only. Live resources that share an identity are one. */
export function pair(desired: readonly Desired[], live: readonly Live[]): Observed[] {
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
  const declared = new Set(desired.map(({ name }) => name))
  return [
    ...desired.map((resource): Observed => {
      const found = byName.get(resource.name)
      return found === undefined ? { desired: resource } : { desired: resource, live: found }
    }),
    ...[...byName.values()]
      .filter(({ name }) => !declared.has(name))
      .map((found): Observed => ({ live: found })),
  ]
}
