// Selects the cases to run by --filter, `only` and `skip`.
import { matchesName } from '../../core/glob.ts'
import type { SmokeCase, SmokePrimary, Suites } from '../../core/delivery/suite.ts'

/** How a result of it is named. */
export function primaryName({ channel, identifier }: SmokePrimary): string {
  return `${identifier} is primary for ${channel}`
}

/**
 * The cases that a filter names: `NAME`, `SUITE/NAME` or `tag:TAG`, where `*` matches any characters. Without a filter, all cases.
 * If one of them has `only: true`, the others are skipped.
 */
export function selected({ cases, primaries }: Suites, filters: readonly string[]): Suites {
  const isNamed = (each: Named): boolean =>
    filters.length === 0 || filters.some((filter) => isNamedBy(each, filter))
  const named = cases.filter(isNamed)
  const isNarrowed = named.some(({ only, skip }) => only && skip === undefined)
  return {
    cases: named.map((each) =>
      isNarrowed && !each.only && each.skip === undefined
        ? { ...each, skip: 'a different case sets "only: true"' }
        : each,
    ),
    primaries: primaries.filter((each) => isNamed({ ...each, name: primaryName(each) })),
  }
}

export function emptyFilters({ cases, primaries }: Suites, filters: readonly string[]): string[] {
  const all: Named[] = [...cases, ...primaries.map((each) => ({ ...each, name: primaryName(each) }))]
  return filters.filter((filter) => !all.some((each) => isNamedBy(each, filter)))
}

type Named = Pick<SmokeCase, 'suite' | 'name' | 'tags'>

function isNamedBy({ suite, name, tags }: Named, filter: string): boolean {
  const tag = /^tag:(.*)$/s.exec(filter)?.[1]
  if (tag !== undefined) return tags.some((each) => matchesName(each, tag))
  return matchesName(name, filter) || matchesName(`${suite}/${name}`, filter)
}
