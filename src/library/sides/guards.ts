// The changes of a branch to the guards of its plans, and the guards of another revision for a plan.
import { isEqual } from '../../core/plan/compare-fields.ts'
import { inReadingOrder, type Problem, warningOf } from '../../core/problem.ts'
import { at, isMap, type FieldPath, type Value } from '../../core/value.ts'
import { placeFor, reporterFor } from '../../manifest/frames/reporter.ts'
import { defaultInputLimits } from '../../manifest/text/read-text.ts'
import { type MapNode, positionOf, sourceOf } from '../../manifest/text/node.ts'
import { guardsIn } from '../../project/guard-fields.ts'
import { projectTree } from '../../project/read-project.ts'
import type { Machine } from '../run.ts'
import type { DiffRequest } from '../options/manifests.ts'
import { missingRevision } from './base.ts'
import { openRepository } from './repository.ts'
import { configIn, notHere } from './revision.ts'
import type { LoadedSide } from './sides.ts'

/** A warning for each guard that differs, or that only one of the sides has. */
export function guardChanges(earlier: LoadedSide, later: LoadedSide): Problem[] {
  const [before, tree] = [earlier.project?.tree, later.project?.tree]
  if (before === undefined || tree === undefined) return []
  const found = differing([], guardsIn(before), guardsIn(tree)).map(([path, was, is]): Problem =>
    warningOf('guards-changed', `guard ${path.join('.')}: ${shown(was)} → ${shown(is)}`, undefined, {
      position: later.placed(positionOf(placeFor('', tree, path))),
    }),
  )
  return inReadingOrder(found)
}

type Difference = readonly [path: FieldPath, was: Value | undefined, is: Value | undefined]

/** The values that differ, by path: those of maps one by one. */
function differing(path: FieldPath, was: Value | undefined, is: Value | undefined): Difference[] {
  if (isEqual(was ?? {}, is ?? {})) return []
  if (was === undefined || is === undefined || !isMap(was) || !isMap(is)) return [[path, was, is]]
  const keys = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...keys].flatMap((key) => differing([...path, key], at(was, key), at(is, key)))
}

function shown(value: Value | undefined): string {
  if (value === undefined) return 'not declared'
  const text = JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** The project file of `--guards-from`; undefined if that revision has none. */
export async function guardsOf(
  guardsFrom: string,
  request: Pick<DiffRequest, 'config'>,
  machine: Machine,
): Promise<MapNode | Problem | undefined> {
  const repository = await openRepository(machine)
  if ('rule' in repository) return repository
  const commit = await repository.commitOf(guardsFrom)
  if (commit === undefined) return missingRevision(guardsFrom, repository, 'from --guards-from')
  const entries = await repository.entriesOf(commit)
  if (entries === undefined) return notHere(`the list of files of ${guardsFrom} (from --guards-from)`)
  const path = configIn(repository, entries, request, machine)
  const [content] = await repository.contentsOf(
    entries.flatMap((each) => (each.path === path ? each.id : [])),
  )
  if (path === undefined) return undefined
  const name = `${guardsFrom}:${path}`
  if (content === undefined) return notHere(`${name} (from --guards-from)`)
  const reporter = reporterFor({})
  const source = sourceOf(name, new TextDecoder().decode(content))
  const found = await projectTree(source, defaultInputLimits, reporter)
  return found?.root ?? reporter.problems()[0]
}
