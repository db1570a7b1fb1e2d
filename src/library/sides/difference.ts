// Reads and compares two sides, for diff and for plan --diff-base.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { append } from '../../core/lists.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { compareSides, type Compared, type Side } from '../../engine/sides/compare-sides.ts'
import { type Desired, formerNameOf } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/declared-resources.ts'
import { registry } from '../../kinds/registry.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import { reporterFor } from '../../manifest/frames/reporter.ts'
import type { TargetName } from '../../project/project.ts'
import { selectTargets } from '../../project/targets.ts'
import type { DiffRequest } from '../options/manifests.ts'
import { fileRootProblems } from '../prepare/settings.ts'
import type { Run } from '../run.ts'
import { guardChanges } from './guards.ts'
import type { Revision } from './revision.ts'
import { loadSides, type LoadedSide } from './sides.ts'

export interface Difference {
  readonly problems: readonly Problem[]
  /** Absent if a side is invalid or missing. */
  readonly compared?: Compared
  /** Whether the later side is the working tree or a path. */
  readonly isHere?: boolean
  /** The later side's. */
  readonly loaded?: Loaded
  /** The earlier side, if it is a revision. */
  readonly since?: Revision
  /** What was compared with what. */
  readonly sides?: readonly [from: string, to: string]
  /** The side that has errors; the earlier side if both have errors. */
  readonly invalid?: string
  /** `mask` if either side has it. */
  readonly privacy: 'mask' | 'show'
}

export async function differenceOf(
  names: readonly string[],
  request: DiffRequest,
  { machine, cleanUp }: Pick<Run, 'machine' | 'cleanUp'>,
): Promise<Difference> {
  const mistakes = fileRootProblems(request, machine)
  if (mistakes.length > 0) return { problems: mistakes, privacy: 'show' }
  // For the files of revisions: only this user can read these folders, and they are removed at the end.
  const folders: string[] = []
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'belfry-diff-'))
    folders.push(folder)
    return folder
  }
  const remove = (): void => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }))
  cleanUp(remove)
  try {
    const sides = await loadSides(names, { request, machine, newFolder })
    return 'rule' in sides ? { problems: [sides], privacy: 'show' } : await compared(sides, request)
  } finally {
    remove()
  }
}

async function compared(
  [earlier, later]: readonly [LoadedSide, LoadedSide],
  request: DiffRequest,
): Promise<Difference> {
  const problems = errorsOf(earlier)
  const invalid = hasErrors(problems) ? earlier.label : later.label
  // Two folders may belong to one project file, whose problems both have.
  const known = new Set(problems.map((each) => JSON.stringify(each)))
  append(
    problems,
    later.problems.filter((each) => !known.has(JSON.stringify(each))),
  )
  append(problems, guardChanges(earlier, later))
  const isMasked = [earlier, later].some(({ project }) => project?.privacy === 'mask')
  const about = { sides: [earlier.label, later.label], privacy: isMasked ? 'mask' : 'show' } as const
  if (hasErrors(problems)) return { ...about, problems, invalid }
  const chosen = chosenTargets([later, earlier], request, problems)
  const environments = environmentsOf([earlier, later], chosen)
  const [from, to] = [sideOf(earlier, chosen, environments), sideOf(later, chosen, environments)]
  const { only, exclude } = request
  const plan = await compareSides(from, to, {
    selection: { only, exclude, resend: [] },
    registry,
    same: request.full === true ? 'listed' : 'counted',
  })
  return {
    ...about,
    problems: [...problems, ...plan.problems],
    compared: { from, to, plan },
    isHere: later.revision === undefined,
    ...given({ loaded: later.loaded, since: earlier.revision }),
  }
}

/** Warnings of an earlier side are left out. An error that only means that the project begins there becomes a warning. */
function errorsOf({ problems }: LoadedSide): Problem[] {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map((problem) => (beginnings.has(problem.rule) ? { ...problem, severity: 'warning' } : problem))
}

const beginnings = new Set(['empty-manifest', 'no-manifests', 'no-project'])

/** The aliases that are asked for, of both sides; undefined for all. */
function chosenTargets(
  sides: readonly LoadedSide[],
  { targets }: DiffRequest,
  problems: Problem[],
): ReadonlySet<string> | undefined {
  if (targets.length === 0) return undefined
  const all = [...new Set(sides.flatMap(targetsOf).map(({ alias }) => alias))]
  const reporter = reporterFor({})
  const chosen = selectTargets(all, targets, reporter.report)
  append(problems, reporter.problems())
  return new Set(chosen)
}

function targetsOf({ project }: LoadedSide): readonly TargetName[] {
  return project?.allTargets ?? []
}

/** The names of the chosen targets' environments in both sides, also their names before or after a rename; undefined for all. */
function environmentsOf(
  sides: readonly LoadedSide[],
  chosen: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (chosen === undefined) return undefined
  const own = sides.flatMap(targetsOf).filter(({ alias }) => chosen.has(alias))
  const names = new Set(own.map(({ alias, environment }) => environment ?? alias))
  const both = sides
    .flatMap(({ loaded }) => loaded?.organisation ?? [])
    .map((desired) => [desired.name, formerNameOf(desired) ?? desired.name])
  return new Set([...names, ...both.filter((each) => each.some((name) => names.has(name))).flat()])
}

function sideOf(
  { project, loaded, placed }: LoadedSide,
  chosen: ReadonlySet<string> | undefined,
  environments: ReadonlySet<string> | undefined,
): Side {
  const there = (desired: Desired): Desired => ({
    ...desired,
    position: placed(desired.position),
    positionOf: (path) => placed(desired.positionOf(path)),
  })
  return {
    ...given({ owns: project?.owns, missing: project?.missing }),
    targets: (project?.targets ?? []).filter(({ alias }) => chosen?.has(alias) ?? true),
    declared: {
      organisation: (loaded?.organisation ?? [])
        .filter(({ name }) => environments?.has(name) ?? true)
        .map(there),
      forTarget: (alias) => (loaded?.forTarget(alias) ?? Resources.of([])).changed(there),
    },
  }
}
