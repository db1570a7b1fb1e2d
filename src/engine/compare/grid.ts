// All targets beside each other: each integration by its channel, where it is primary, and which fields differ.
import { detailsOf } from '../../core/plan/detail.ts'
import type { Grid, GridRow, GridState } from '../../core/plan/grid.ts'
import { notesIn } from '../../core/plan/notes.ts'
import { textOf } from '../../core/value.ts'
import { isSelected } from '../plan/select.ts'
import { compareSides, type CompareRequest } from './compare.ts'
import type { Side } from './sides.ts'

type GridRequest = Omit<CompareRequest, 'from' | 'to' | 'isMeant'> & {
  /** `isMeant` of two targets. */
  readonly meantBetween: (from: string, to: string) => CompareRequest['isMeant']
}

/** Each target is compared with each other one, so a field that differs here also differs in a comparison of two. */
export async function gridOf(targets: readonly Side[], request: GridRequest): Promise<Grid> {
  const { by, selection, meantBetween } = request
  const sides = targets.map((side) => ({
    ...side,
    resources: side.resources.filter(isOwn),
    duplicates: side.duplicates.filter(isOwn),
  }))
  const found = new Map<string, { differs: Set<string>; meant: Set<string>; unknown: Set<string> }>()
  const pathsOf = (name: string) => {
    const paths = found.get(name) ?? { differs: new Set(), meant: new Set(), unknown: new Set() }
    found.set(name, paths)
    return paths
  }
  for (const from of sides)
    for (const to of sides.filter((side) => side !== from)) {
      const isMeant = meantBetween(from.alias, to.alias)
      const { sections } = await compareSides({ ...request, from, to, isMeant })
      // Of an integration that the target lacks, each field would differ.
      const changes = sections.flatMap((each) => each.changes)
      for (const { name, differences } of changes.filter((change) => stateIn(to, change.name) !== 'absent'))
        for (const { path, cause } of differences.flatMap(detailsOf))
          pathsOf(name)[cause === 'meant' ? 'meant' : 'differs'].add(path)
      for (const { name, paths } of notesIn(sections, 'unreadable'))
        paths.forEach((path) => pathsOf(name).unknown.add(path.join('.')))
    }
  const all = sides.flatMap(({ resources, duplicates }) => [...resources, ...duplicates])
  const chosen = all.filter((each) => isSelected(each, selection))
  const rows = [...new Map(chosen.toReversed().map((each) => [each.name, each])).values()]
  return {
    by,
    targets: sides.map(({ alias }) => alias),
    integrations: rows
      .map(({ name, declared }): GridRow => {
        const { differs, meant, unknown } = pathsOf(name)
        return {
          channel: textOf(declared['channel']),
          name,
          states: Object.fromEntries(sides.map((side) => [side.alias, stateIn(side, name)])),
          differs: [...differs],
          meant: [...meant].filter((path) => !differs.has(path)),
          unknown: [...unknown],
        }
      })
      .toSorted(
        (one, other) => compareTexts(one.channel, other.channel) || compareTexts(one.name, other.name),
      ),
  }
}

/** Whether targets differ in it, except on purpose. */
export function isUneven({ states, differs }: GridRow): boolean {
  return differs.length > 0 || Object.values(states).includes('absent')
}

function isOwn({ kind }: { readonly kind: string }): boolean {
  return kind === 'integration'
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function stateIn({ resources, duplicates }: Side, name: string): GridState {
  if (duplicates.some((each) => each.name === name)) return 'several'
  const declared = resources.find((each) => each.name === name)?.declared
  if (declared === undefined) return 'absent'
  const isPrimary = declared['primary'] === true
  if (declared['active'] === false) return isPrimary ? 'inactivePrimary' : 'inactive'
  if (isPrimary) return 'primary'
  return declared['active'] === true ? 'active' : 'declared'
}
