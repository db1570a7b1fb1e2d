// What the resources of one target would change in another one. The two sides are given, so this reads no service.
import { combinedCause } from '../../core/plan/cause.ts'
import { given } from '../../core/given.ts'
import { selectorOf, type Change } from '../../core/plan/change.ts'
import type { Detail } from '../../core/plan/compare.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf, type Note } from '../../core/plan/notes.ts'
import type { Plan, Requests } from '../../core/plan/plan.ts'
import { at, isMap, valueAt, type FieldPath, type ValueMap } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired } from '../../kinds/resource.ts'
import { compareAt } from './compare.ts'
import { isSelected, type Selection } from '../plan/select.ts'
import { rulesFor } from '../../kinds/fields.ts'
import type { TargetSide } from './read.ts'
import { releasedPaths } from './side-by-side.ts'

export interface TargetsComparison {
  readonly by: 'live' | 'declared'
  readonly selection: Selection
  readonly registry: readonly Kind[]
  readonly same?: 'listed'
  /** The requests for reading the sides. */
  readonly requests: Requests
  /** Whether the manifests declare a field differently on purpose; `path` is dotted. */
  readonly isMeant: (resource: Pick<Desired, 'kind' | 'name'>, path: string) => boolean
}

/** A plan with one section, that of `to`: what `from` would change there. No problem of it is an error. */
export async function compareTargets(
  from: TargetSide,
  to: TargetSide,
  { by, isMeant, requests, ...comparison }: TargetsComparison,
): Promise<Plan> {
  const { selection, registry } = comparison
  const { alias, vendor, url } = to.target
  const several = [...to.duplicates, ...from.duplicates]
  const skipped = new Set(several.map(selectorOf))
  const [own, there] = [from, to].map(({ resources }) =>
    resources.filter((each) => !skipped.has(selectorOf(each))),
  ) as [Desired[], Desired[]]
  const others = new Map(there.map((each) => [selectorOf(each), each]))
  const desired = own.map((each) => whole({ ...each, target: alias }, others.get(selectorOf(each)), registry))
  const target = { alias, unmanaged: 'ignore' as const, ...given({ vendor }) }
  const other = { alias, by }
  const { section, problems } = await compareAt({ target, earlier: there, desired, other }, comparison)
  const duplicates = several
    .filter((each) => isSelected(each, selection))
    .map(({ kind, name, ids }): Note => ({ sort: 'duplicates', kind, name, ids }))
  const absent = notesOf(section, 'released')
    .filter(({ paths }) => paths === undefined)
    .map(({ kind, name }): Note => ({ sort: 'absent', kind, name, from: from.target.alias }))
  const notes = [...notesOf(section, 'unreadable'), ...absent, ...duplicates]
  const changes = section.changes.map((change) => withCause(change, isMeant))
  return {
    sections: [{ ...section, url: by === 'live' ? url : '', changes, notes }],
    problems,
    requests,
    compared: { from: from.target.alias, to: alias, by },
    ...(by === 'declared' && { live: 'declared' as const }),
  }
}

/** With null for each field that only the other side has: a comparison shows it as removed. */
function whole(own: Desired, other: Desired | undefined, registry: readonly Kind[]): Desired {
  const kind = registry.find(({ name }) => name === own.kind)
  if (other === undefined || kind === undefined) return own
  const declared = releasedPaths(other.declared, own.declared, rulesFor(kind, own))
    .filter((path) => valueAt(own.declared, path) === undefined && !unset.has(path.join('.')))
    .reduce(cleared, own.declared)
  return { ...own, declared, fields: kind.fieldsOf(declared) }
}

function cleared(map: ValueMap, [key = '', ...rest]: FieldPath): ValueMap {
  const below = at(map, key)
  return { ...map, [key]: isMap(below) ? cleared(below, rest) : null }
}

/** No request unsets these: an integration stops being primary only if another one becomes primary. */
const unset = new Set(['primary', 'previously'])

function withCause(change: Change, isMeant: TargetsComparison['isMeant']): Change {
  const differences = change.differences.map((difference) => ({
    ...difference,
    display: detailsOf(difference).map((detail): Detail => ({
      ...detail,
      cause: isMeant(change, detail.path) ? 'meant' : 'unmeant',
    })),
  }))
  const causes = differences.flatMap(({ display }) => display.map(({ cause }) => cause))
  // A missing resource is not a field that differs.
  const cause = change.action === 'create' ? 'unmeant' : (combinedCause(causes) ?? 'unmeant')
  return { ...change, differences, cause }
}
