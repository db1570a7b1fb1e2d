// The resources of targets as they are in the service, in the form in which a manifest would declare them.
import { append } from '../../core/lists.ts'
import { selectorOf } from '../../core/plan/change.ts'
import type { Requests } from '../../core/plan/plan.ts'
import { hasErrors, type Position, type Problem } from '../../core/problem.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { type Declared, Resources } from '../../kinds/resources.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'
import { problemOf } from '../failure.ts'
import { readTargets, type LiveTargets } from '../export/read-live.ts'
import { writtenFields } from '../../kinds/fields.ts'

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

/** A target, and the place of its resources that no manifest declares. */
type PlacedTarget = Target & { readonly position?: Position }

/** Sends reads only. Of subscribers, only those that a manifest declares for one of the targets are read. */
export async function readSides(
  targets: readonly PlacedTarget[],
  declared: Pick<Declared, 'forTarget'>,
  engine: Engine,
): Promise<Sides> {
  const started = engine.clock()
  const live = await readTargets(targets, engine)
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
  if (kind.all === undefined) return (await live.all(kind)).map((each) => ({ kind, ...each }))
  const names = new Map(known.filter((each) => each.kind === kind.name).map((each) => [each.name, each]))
  const others = known.filter((each) => each.kind !== kind.name)
  const wanted = { organisation: [], forTarget: () => Resources.of([...others, ...names.values()]) }
  const pairs = await live.beside(kind, wanted)
  return pairs.flatMap(({ target, live: shown }) =>
    shown === undefined ? [] : { kind, target, live: shown },
  )
}

function sideOf(target: PlacedTarget, found: readonly Shown[], known: readonly Desired[]): TargetSide {
  const { alias, position = { file: '', line: 1, column: 1, length: 0 } } = target
  const placeOf = new Map(known.toReversed().map((each) => [selectorOf(each), each.position]))
  const shown = found.flatMap(({ target: of, kind, live }) => {
    const place = placeOf.get(selectorOf({ kind: kind.name, name: live.name }))
    // The service itself makes built-in integrations, so they are compared only if a manifest names them.
    if (of !== alias || (live.isBuiltIn === true && place === undefined)) return []
    return { ...declaredAs(kind, live, place ?? position, alias), ids: live.duplicates }
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
