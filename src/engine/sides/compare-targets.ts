// The resources of targets as they are in the service, in the form in which a manifest would declare them; and what those of one
// target would change in another one.
import { combinedCause } from './causes.ts'
import { given } from '../../core/given.ts'
import { selectorOf, type Change } from '../../core/plan/change.ts'
import type { Detail } from '../../core/plan/compare-fields.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf, type Note } from '../../core/plan/notes.ts'
import type { Plan, Requests } from '../../core/plan/plan.ts'
import { at, isMap, valueAt, type FieldPath, type ValueMap } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { append } from '../../core/lists.ts'
import { hasErrors, type Position, type Problem } from '../../core/problem.ts'
import { type Declared, Resources } from '../../kinds/declared-resources.ts'
import type { Target } from '../../core/target.ts'
import type { Engine } from '../engine.ts'
import { problemOf } from '../failure-problem.ts'
import { openTargets, type LiveTargets } from '../export/read-live.ts'
import { compareAt } from './compare-sides.ts'
import { isSelected, type Selection } from '../plan/select.ts'
import { rulesFor, writtenFields } from '../../kinds/from-field-rows.ts'
import { releasedPaths } from './side-by-side.ts'

/** One target of a comparison. */
export interface TargetSide {
  readonly target: Pick<Target, 'alias' | 'vendor' | 'url'>
  readonly resources: readonly Desired[]
  /** Resources that the service has several times with one identity: they can't be compared. */
  readonly duplicates: readonly (Desired & { readonly ids: readonly string[] })[]
}

export interface Sides {
  readonly sides: readonly TargetSide[]
  readonly problems: readonly Problem[]
  readonly requests: Requests
}

/** Of resources that no manifest declares. */
const nowhere: Position = { file: '', line: 1, column: 1, length: 0 }

/** Sends reads only. Of subscribers, only those that a manifest declares for one of the targets are read. */
export async function readSides(
  targets: readonly Target[],
  declared: Pick<Declared, 'forTarget'>,
  engine: Engine,
): Promise<Sides> {
  const started = engine.clock()
  const live = await openTargets(targets, engine)
  const problems = [...live.problems]
  const known = targets.flatMap(({ alias }) => [...declared.forTarget(alias)])
  const found: Shown[] = []
  if (!hasErrors(problems))
    try {
      for (const kind of engine.registry)
        if (kind.scope === 'target') append(found, await shownOf(kind, known, live))
    } catch (error) {
      problems.push(problemOf(error, undefined))
    }
  return {
    sides: targets.map((target) => sideOf(target, found, known)),
    problems,
    requests: { ...live.counts(), milliseconds: engine.clock() - started },
  }
}

interface Shown {
  readonly kind: Kind
  readonly target: string | undefined
  readonly live: Live
}

async function shownOf(kind: Kind, known: readonly Desired[], live: LiveTargets): Promise<readonly Shown[]> {
  if (kind.all === undefined) return (await live.resourcesOf(kind)).map((each) => ({ kind, ...each }))
  const own = known.filter((each) => each.kind === kind.name)
  // A comparison includes ignored fields.
  const names = new Map(own.map((each) => [each.name, { ...each, ignore: [], ignoreOfKind: [] }]))
  const others = known.filter((each) => each.kind !== kind.name)
  const wanted = { organisation: [], forTarget: () => Resources.of([...others, ...names.values()]) }
  const pairs = await live.pairsOf(kind, wanted)
  return pairs.flatMap(({ target, live: shown }) =>
    shown === undefined ? [] : { kind, target, live: shown },
  )
}

function sideOf(target: Target, found: readonly Shown[], known: readonly Desired[]): TargetSide {
  const { alias } = target
  const placeOf = new Map(known.toReversed().map((each) => [selectorOf(each), each.position]))
  const shown = found.flatMap(({ target: of, kind, live }) => {
    const place = placeOf.get(selectorOf({ kind: kind.name, name: live.name }))
    // The service itself makes built-in integrations, so they are compared only if a manifest names them.
    if (of !== alias || (live.isBuiltIn === true && place === undefined)) return []
    return { ...declaredAs(kind, live, place ?? nowhere, alias), ids: live.duplicates }
  })
  return {
    target,
    resources: shown.flatMap(({ ids, ...each }) => (ids === undefined ? each : [])),
    duplicates: shown.flatMap(({ ids, ...each }) => (ids === undefined ? [] : { ...each, ids })),
  }
}

function declaredAs(kind: Kind, live: Live, position: Position, target: string): Desired {
  const declared = writtenFields(kind, live)
  return {
    kind: kind.name,
    target,
    name: live.name,
    declared,
    fields: kind.fieldsOf(declared),
    position,
    positionOf: () => position,
  }
}

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

/** A plan with one section, that of `to`: what `from` would change there. All its problems are warnings. */
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
