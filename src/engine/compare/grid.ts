// All targets beside each other: each integration by its channel, where it is primary, and which fields differ.
import { append } from '../../core/append.ts'
import { isEqual } from '../../core/plan/compare.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import type { Grid, GridRow, GridState } from '../../core/plan/grid.ts'
import { notesIn } from '../../core/plan/notes.ts'
import { textOf, type Value } from '../../core/value.ts'
import { byName } from '../diff/as-written.ts'
import { isSelected } from '../plan/select.ts'
import { compareSides, type CompareRequest } from './compare.ts'
import type { Side } from './sides.ts'

type GridRequest = Omit<CompareRequest, 'from' | 'to' | 'isMeant'> & {
  /** `isMeant` for a comparison of these two targets. */
  readonly meantBetween: (from: string, to: string) => CompareRequest['isMeant']
}

/** Each target is compared with each other one, equal pairs once, so a field that differs here also differs in a comparison of two. */
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
  const variantsOf = variantsIn(sides)
  const answers = new Map<string, Answer>()
  for (const from of sides)
    for (const to of sides.filter((side) => side !== from)) {
      // If the target doesn't have the integration, each field would differ.
      const shared = from.resources.flatMap(({ name }) => {
        const [one, other] = [variantsOf(from).get(name), variantsOf(to).get(name)]
        return one === other || other === undefined ? [] : { name, values: `${name} ${one} ${other}` }
      })
      const unknown = new Map(
        shared.flatMap(({ name, values }) => (answers.has(values) ? [] : [[name, values]])),
      )
      for (const [name, answer] of await answersOf(from, to, new Set(unknown.keys()), request))
        answers.set(unknown.get(name) ?? '', answer)
      const isMeant = meantBetween(from.alias, to.alias)
      for (const { name, values } of shared) {
        const paths = pathsOf(name)
        const answer = answers.get(values)
        for (const path of answer?.differs ?? [])
          paths[isMeant({ kind: 'integration', name }, path) ? 'meant' : 'differs'].add(path)
        for (const path of answer?.unknown ?? []) paths.unknown.add(path)
      }
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

/** The fields of one integration in which two targets differ, or can't be compared. */
interface Answer {
  readonly differs: string[]
  readonly unknown: string[]
}

/** Of the integrations with these names, which both targets have. */
async function answersOf(
  from: Side,
  to: Side,
  names: ReadonlySet<string>,
  request: Pick<CompareRequest, 'by' | 'selection' | 'registry'>,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map([...names].map((name): [string, Answer] => [name, { differs: [], unknown: [] }]))
  if (names.size === 0) return answers
  const chosen = (side: Side): Side => ({
    ...side,
    resources: side.resources.filter(({ name }) => names.has(name)),
  })
  const { sections } = await compareSides({
    ...request,
    from: chosen(from),
    to: chosen(to),
    isMeant: () => false,
  })
  for (const { name, differences } of sections.flatMap((each) => each.changes))
    append(
      answers.get(name)?.differs ?? [],
      differences.flatMap(detailsOf).map(({ path }) => path),
    )
  for (const { name, paths } of notesIn(sections, 'unreadable'))
    append(
      answers.get(name)?.unknown ?? [],
      paths.map((path) => path.join('.')),
    )
  return answers
}

/** A number for each integration of a target: those with the same number are the same, so they need no comparison. */
function variantsIn(sides: readonly Side[]): (side: Side) => ReadonlyMap<string, number> {
  const known = new Map<string, Value[]>()
  const variants = new Map(
    sides.map((side) => [
      side,
      new Map(
        side.resources.map(({ name, declared }) => {
          const value = byName(declared) as Value
          const values = known.get(name) ?? []
          known.set(name, values)
          const at = values.findIndex((each) => isEqual(each, value))
          return [name, at < 0 ? values.push(value) - 1 : at]
        }),
      ),
    ]),
  )
  return (side) => variants.get(side) ?? new Map()
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
