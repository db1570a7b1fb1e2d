// What the resources of one target would change in another one. The two sides are given, so this reads no service.
import { combinedCause } from '../../core/plan/cause.ts'
import type { Change } from '../../core/plan/change.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf, type Note } from '../../core/plan/notes.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { at, isMap, type FieldPath, type ValueMap } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/resources.ts'
import { diffTrees, type Tree } from '../diff/diff.ts'
import { isSelected, type Selection } from '../plan/select.ts'
import type { Side } from './sides.ts'
import { rulesFor } from '../../kinds/fields.ts'

export interface CompareRequest {
  readonly from: Side
  readonly to: Side
  readonly by: 'live' | 'declared'
  readonly selection: Selection
  readonly registry: readonly Kind[]
  readonly same?: 'listed'
  /** Whether the manifests declare a field differently on purpose; `path` is dotted. */
  readonly isMeant: (resource: Pick<Desired, 'kind' | 'name'>, path: string) => boolean
}

/** A plan with one section, that of `to`: what `from` would change there. No problem of it is an error. */
export async function compareSides(request: CompareRequest): Promise<Plan> {
  const { from, to, by, selection, registry, same } = request
  const several = [...to.duplicates, ...from.duplicates]
  const isSeveral = ({ kind, name }: Pick<Desired, 'kind' | 'name'>): boolean =>
    several.some((each) => each.kind === kind && each.name === name)
  const there = to.resources.filter((each) => !isSeveral(each))
  const others = new Map(there.map((each) => [`${each.kind}/${each.name}`, each]))
  const own = from.resources
    .filter((each) => !isSeveral(each))
    .map((each) => whole({ ...each, target: to.alias }, others.get(`${each.kind}/${each.name}`), registry))
  const { sections, problems } = await diffTrees({
    before: treeOf(to, there),
    after: treeOf(to, own),
    selection,
    registry,
    ...(same && { same }),
    stands: { to: to.alias, by },
  })
  const compared = { from: from.alias, to: to.alias, by }
  const duplicates = several
    .filter((each) => isSelected(each, selection))
    .map(({ kind, name, ids }): Note => ({ sort: 'duplicates', kind, name, ids }))
  return {
    sections: sections.map((section) => comparedSection(section, duplicates, request)),
    problems,
    requests: { reads: 0, writes: 0, milliseconds: 0 },
    compared,
    ...(by === 'declared' && { live: 'declared' as const }),
  }
}

function treeOf({ alias, vendor }: Side, resources: readonly Desired[]): Tree {
  const target = { alias, unmanaged: 'ignore' as const, ...(vendor !== undefined && { vendor }) }
  return { targets: [target], declared: { organisation: [], forTarget: () => Resources.of(resources) } }
}

/** With null for each field that only the other side has: a comparison shows that it goes. */
function whole(own: Desired, other: Desired | undefined, registry: readonly Kind[]): Desired {
  const kind = registry.find(({ name }) => name === own.kind)
  if (other === undefined || kind === undefined) return own
  const ruleOf = rulesFor(kind, own)
  const filled = (mine: ValueMap, theirs: ValueMap, path: FieldPath): ValueMap => {
    const missing = Object.keys(theirs).filter(
      (key) => !Object.hasOwn(mine, key) && !unset.has([...path, key].join('.')),
    )
    const deeper = Object.entries(mine).map(([key, value]) => {
      const below = at(theirs, key)
      const isOpen = isMap(value) && isMap(below) && ruleOf([...path, key]).compare === 'keys'
      return [key, isOpen ? filled(value, below, [...path, key]) : value] as const
    })
    return Object.fromEntries([...deeper, ...missing.map((key) => [key, null] as const)])
  }
  const declared = filled(own.declared, other.declared, [])
  return { ...own, declared, fields: kind.fieldsOf(declared) }
}

/** No request unsets these: an integration stops being primary only if another one becomes primary. */
const unset = new Set(['primary', 'previously'])

function comparedSection(section: Section, duplicates: readonly Note[], request: CompareRequest): Section {
  const { from, to } = request
  const only = notesOf(section, 'released')
    .filter(({ paths }) => paths === undefined)
    .map(({ kind, name }): Note => ({ sort: 'absent', kind, name, from: from.alias }))
  return {
    ...section,
    url: to.url,
    changes: section.changes.map((change) => withCause(change, request)),
    notes: [...section.notes.filter(({ sort }) => sort !== 'released'), ...only, ...duplicates],
  }
}

function withCause(change: Change, { isMeant }: CompareRequest): Change {
  const differences = change.differences.map((difference) => ({
    ...difference,
    display: detailsOf(difference).map((detail) => ({
      ...detail,
      cause: isMeant(change, detail.path) ? ('meant' as const) : ('unmeant' as const),
    })),
  }))
  const causes = differences.flatMap(({ display }) => display.map(({ cause }) => cause))
  // A whole resource that is missing is no field that differs.
  const cause = change.action === 'create' ? 'unmeant' : (combinedCause(causes) ?? 'unmeant')
  return { ...change, differences, cause }
}
