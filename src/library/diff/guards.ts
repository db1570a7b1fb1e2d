// What a branch changes about how plans of it are judged, and the guards of another revision for a plan.
import { isEqual } from '../../core/plan/compare.ts'
import { given } from '../../core/given.ts'
import { inReadingOrder, type Position, type Problem } from '../../core/problem.ts'
import { at, isMap, valueAt, type FieldPath, type Value } from '../../core/value.ts'
import { plainValue } from '../../manifest/text/node.ts'
import { placeFor } from '../../manifest/frames/reporter.ts'
import { positionOf } from '../../manifest/text/source.ts'
import type { Project } from '../../project/project.ts'
import { placeIn, type LoadedSide } from './load-side.ts'

/** Fields of the project file; one with dots is in a map. */
const guards = [
  'requires',
  'service.url',
  'owns',
  'ignore',
  'unmanaged',
  'privacy',
  'subscribers',
  'smoke.recipients',
  'rules',
]
const guardsOfTargets = ['environment', 'environmentId', 'url', 'unmanaged', 'protected', 'limits']

/** A warning for each guard of the earlier side that the later one has otherwise, and for each that only the later one has. */
export function guardChanges(earlier: LoadedSide, later: LoadedSide): Problem[] {
  const tree = later.project?.tree
  if (earlier.project?.tree === undefined || tree === undefined) return []
  const [before, after] = [plainValue(earlier.project.tree), plainValue(tree)]
  const targets = valueAt(before, ['targets'])
  const paths = [
    ...guards.map((field) => field.split('.')),
    ...Object.keys(isMap(targets) ? targets : {}).flatMap((alias) =>
      guardsOfTargets.map((field) => ['targets', alias, field]),
    ),
  ]
  const found = paths
    .flatMap((path) => differing(path, valueAt(before, path), valueAt(after, path)))
    .map(({ path, was, is }): Problem => ({
      rule: 'guards-changed',
      severity: 'warning',
      position: placeIn(later.side, positionOf(placeFor('', tree, path))),
      message: `guard ${path.join('.')}: ${shown(was)} → ${shown(is)}`,
    }))
  return inReadingOrder(found)
}

interface Differing {
  readonly path: FieldPath
  readonly was: Value | undefined
  readonly is: Value | undefined
}

function differing(path: FieldPath, was: Value | undefined, is: Value | undefined): Differing[] {
  if (isEqual(was, is)) return []
  const [before = {}, after = {}] = [was, is]
  if (!isMap(before) || !isMap(after)) return [{ path, was, is }]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => differing([...path, key], at(before, key), at(after, key)))
}

function shown(value: Value | undefined): string {
  if (value === undefined) return 'not declared'
  const text = JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** The project, judged by the guards of another revision. A target that this one doesn't have keeps its own. */
export function withGuardsOf(project: Project, { project: base, side }: LoadedSide): Project {
  if (base === undefined) return project
  const { owns: _owns, ...rest } = project
  return {
    ...rest,
    ...given({ owns: base.owns }),
    rules: base.rules,
    missing: base.missing === 'fail' ? 'fail' : project.missing,
    privacy: base.privacy === 'mask' ? 'mask' : project.privacy,
    smoke: { ...project.smoke, recipients: base.smoke.recipients },
    targets: project.targets.map((target) => {
      const found = base.targets.find(({ alias }) => alias === target.alias)
      if (found === undefined) return target
      const { unmanagedAt: _at, unmanagedIgnore: _ignore, protection: _protection, ...own } = target
      const { unmanaged, unmanagedAt, unmanagedIgnore, protection, limits } = found
      const kept = { unmanaged, limits, ...given({ unmanagedAt, unmanagedIgnore, protection }) }
      return { ...own, ...placed(kept, (position) => placeIn(side, position)) }
    }),
  }
}

/** The same with all positions in it moved. */
function placed<Part>(part: Part, move: (position: Position) => Position): Part {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  if ('file' in part && 'line' in part) return move(part as unknown as Position) as Part
  return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, placed(each, move)])) as Part
}
