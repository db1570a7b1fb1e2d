// Reads and compares two sides, for diff and for plan --diff-base.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { compareSides, type Compared, type Side } from '../../engine/sides/compare.ts'
import type { Desired } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/resources.ts'
import { registry } from '../../kinds/registry.ts'
import { formerNameOf } from '../../kinds/pair.ts'
import type { Loaded } from '../../manifest/load.ts'
import { reporterFor } from '../../manifest/frames/reporter.ts'
import type { TargetName } from '../../project/project.ts'
import { selectTargets } from '../../project/select.ts'
import type { DiffRequest } from '../options/manifests.ts'
import { fileRootProblems } from '../prepare/settings.ts'
import type { Ambient, Run } from '../ambient.ts'
import { guardChanges } from './guards.ts'
import { loadSide, placeIn, type LoadedSide } from './load-side.ts'
import { sidesOf, type NamedSide } from './sides.ts'

export interface Difference {
  readonly problems: readonly Problem[]
  /** Absent if a side is invalid or missing. */
  readonly compared?: Compared
  /** Whether the later side is the working tree. */
  readonly isHere?: boolean
  /** The later side's. */
  readonly loaded?: Loaded
  /** Those of some files that the branch left as they were; there if the earlier side is a revision. */
  readonly unchangedIn?: (files: readonly string[]) => Promise<readonly string[]>
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
  { world, cleanUp }: Pick<Run, 'world' | 'cleanUp'>,
): Promise<Difference> {
  // For the files of revisions: only this user can look into these folders, and nothing is left of them.
  const folders: string[] = []
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'belfry-diff-'))
    folders.push(folder)
    return folder
  }
  const remove = (): void => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }))
  cleanUp(remove)
  try {
    return await compared(names, request, world, newFolder)
  } finally {
    remove()
  }
}

/** `newFolder` makes one for each revision. */
async function compared(
  names: readonly string[],
  request: DiffRequest,
  ambient: Ambient,
  newFolder: () => string,
): Promise<Difference> {
  const mistakes = fileRootProblems(request, ambient)
  if (mistakes.length > 0) return { problems: mistakes, privacy: 'show' }
  const named = await sidesOf(names, request, ambient)
  if ('rule' in named) return { problems: [named], privacy: 'show' }
  const { inputLimits = {}, only, exclude } = request
  const context = { request, ambient, inputLimits, newFolder }
  const [base] = named
  const [earlier, later] = [await loadSide(base, context), await loadSide(named[1], context)]
  const problems = troublesOf(earlier)
  const sides = [base.label, named[1].label] as const
  const invalid = sides[hasErrors(problems) ? 0 : 1]
  // Two folders may belong to one project file, whose problems both have.
  const known = new Set(problems.map((each) => JSON.stringify(each)))
  append(
    problems,
    later.problems.filter((each) => !known.has(JSON.stringify(each))),
  )
  append(problems, guardChanges(earlier, later))
  const isMasked = [earlier, later].some(({ project }) => project?.privacy === 'mask')
  const privacy = isMasked ? 'mask' : 'show'
  if (hasErrors(problems)) return { problems, sides, invalid, privacy }
  const chosen = chosenTargets([later, earlier], request, problems)
  const [from, to] = [sideOf(earlier, chosen), sideOf(later, chosen)]
  const plan = await compareSides(from, to, {
    selection: { only, exclude, resend: [] },
    registry,
    same: request.full === true ? 'listed' : 'counted',
  })
  return {
    problems: [...problems, ...plan.problems],
    compared: { from, to, plan },
    sides,
    isHere: named[1].type !== 'revision',
    ...(base.type === 'revision' && {
      unchangedIn: (files: readonly string[]) => base.repository.unchangedSince(base.commit, files),
    }),
    ...given({ loaded: later.loaded }),
    privacy,
  }
}

/** What an earlier side warned of is past; one without anything is where a project begins. */
function troublesOf({ side, problems }: LoadedSide): Problem[] {
  const isBeginning = ({ rule }: Problem): boolean =>
    rule === 'empty-manifest' ||
    rule === 'no-manifests' ||
    (rule === 'no-project' && side.type === 'revision')
  return problems
    .filter(({ severity }) => severity === 'error')
    .map((problem) => (isBeginning(problem) ? { ...problem, severity: 'warning' } : problem))
}

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

function sideOf(loadedSide: LoadedSide, chosen: ReadonlySet<string> | undefined): Side {
  const { side, project, loaded } = loadedSide
  const own = targetsOf(loadedSide).filter(({ alias }) => chosen?.has(alias) === true)
  const environments = new Set(own.map(({ alias, environment }) => environment ?? alias))
  const isAskedFor = (desired: Desired): boolean =>
    chosen === undefined || environments.has(desired.name) || environments.has(formerNameOf(desired) ?? '')
  return {
    ...given({ owns: project?.owns }),
    targets: (project?.targets ?? []).filter(({ alias }) => chosen?.has(alias) ?? true),
    declared: {
      organisation: (loaded?.organisation ?? []).filter(isAskedFor).map(placed(side)),
      forTarget: (alias) => (loaded?.forTarget(alias) ?? Resources.of([])).changed(placed(side)),
    },
  }
}

function placed(side: NamedSide): (desired: Desired) => Desired {
  return (desired) => ({
    ...desired,
    position: placeIn(side, desired.position),
    positionOf: (path) => placeIn(side, desired.positionOf(path)),
  })
}
