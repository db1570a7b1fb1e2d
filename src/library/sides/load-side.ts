// Reads one side of a diff: its own project file, its own manifests, and no variable, file or key of anybody's.
import { realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Position, Problem } from '../../core/problem.ts'
import { projectFileNames } from '../../project/find.ts'
import type { Settings } from '../../project/settings.ts'
import { readTree, type Tree } from '../prepare/open-project.ts'
import { fileRootsOf } from '../prepare/settings.ts'
import type { DiffRequest } from '../options/manifests.ts'
import type { Ambient } from '../ambient.ts'
import { extract, pathIn, type Entry } from './repository.ts'
import type { RevisionSide, NamedSide } from './sides.ts'

export interface LoadedSide extends Tree {
  readonly side: NamedSide
}

interface SideContext {
  readonly request: DiffRequest
  readonly ambient: Ambient
  readonly inputLimits: NonNullable<Settings['inputLimits']>
  /** A new folder for the files of a revision. */
  readonly newFolder: () => string
}

export async function loadSide(side: NamedSide, context: SideContext): Promise<LoadedSide> {
  if (side.type === 'revision') return loadRevision(side, context)
  const { request, ambient } = context
  const where = { cwd: ambient.cwd, fileRoots: fileRootsOf(request, ambient), ...side.settings }
  const found = await load(context, where)
  return side.type === 'tree' ? { side, ...found } : labelled(side, found)
}

type Where = Pick<Settings, 'cwd' | 'fileRoots' | 'configPath' | 'files' | 'projectFile'>

function load({ ambient: { filter }, inputLimits }: SideContext, where: Where): Promise<Tree> {
  return readTree({ ...where, env: {}, targets: [], inputLimits, need: 'offline', filter })
}

/** First what manifests mostly are; all that the project's folders hold only where something was not found. */
async function loadRevision(side: RevisionSide, context: SideContext): Promise<LoadedSide> {
  const { repository, commit } = side
  const { request, ambient } = context
  const entries = await repository.entriesOf(commit)
  const config = configIn(side, entries, context)
  if (config === undefined && request.files.length === 0) return labelled(side, { problems: [noProject] })
  const moved = (path: string, folder: string): string => {
    const inside = pathIn(repository, path, ambient.cwd)
    return inside === undefined ? resolve(ambient.cwd, path) : join(folder, inside)
  }
  const roots = [
    ...(config === undefined ? [] : [dirname(config) === '.' ? '' : dirname(config)]),
    ...[...request.files.map(baseOfGlob), ...fileRootsOf(request, ambient)].flatMap(
      (path) => pathIn(repository, path, ambient.cwd) ?? [],
    ),
  ]
  const own = entries.filter(({ path }) => roots.some((root) => isBelow(path, root)))
  const attempt = async (some: readonly Entry[]): Promise<Tree> => {
    const folder = realpathSync(context.newFolder())
    const absent = await extract(some, repository, folder)
    if (absent.length > 0) return { problems: [notHere(absent)] }
    return load(context, {
      cwd: join(folder, repository.prefix),
      fileRoots: fileRootsOf(request, ambient).map((root) => moved(root, folder)),
      ...(config === undefined ? { projectFile: 'none' } : { configPath: join(folder, config) }),
      ...(request.files.length > 0 && { files: request.files.map((path) => moved(path, folder)) }),
    })
  }
  const usual = own.filter(({ path, type }) => type === 'link' || path === config || likely.test(path))
  const first = await attempt(usual)
  const isShort = usual.length < own.length && first.problems.some(({ rule }) => lacking.has(rule))
  const found = isShort ? await attempt(own) : first
  return labelled(side, found)
}

const likely = /\.(?:ya?ml|json|ndjson|jsonl)$/

/** What is said where something that was left out may be wanted. */
const lacking = new Set(['file-unreadable', 'broken-link', 'no-manifests'])

/** The project file as a path of the repository: named, or upwards from the working directory to the top. */
export function configIn(
  { repository }: Pick<RevisionSide, 'repository'>,
  entries: readonly Entry[],
  {
    request,
    ambient,
  }: { readonly request: Pick<DiffRequest, 'config'>; readonly ambient: Pick<Ambient, 'cwd'> },
): string | undefined {
  const files = new Set(entries.map(({ path }) => path))
  if (request.config !== undefined) {
    const named = pathIn(repository, request.config, ambient.cwd)
    return named !== undefined && files.has(named) ? named : undefined
  }
  for (
    let folder = repository.prefix;
    ;
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  ) {
    const found = projectFileNames.map((name) => `${folder}${name}`).find((path) => files.has(path))
    if (found !== undefined || folder === '') return found
  }
}

/** `a/*.yaml` → `a`: what has to be there for a pattern to find all that it can. */
function baseOfGlob(pattern: string): string {
  const parts = pattern.split('/')
  const first = parts.findIndex((part) => /[*?[{]/.test(part))
  return first < 0 ? pattern : parts.slice(0, first).join('/') || '.'
}

function isBelow(path: string, root: string): boolean {
  return root === '' || path === root || path.startsWith(`${root}/`)
}

const noProject: Problem = {
  rule: 'no-project',
  severity: 'error',
  message: 'neither this folder nor a parent folder contains a project file',
}

function notHere([first, ...more]: readonly Entry[]): Problem {
  return {
    rule: 'no-revision',
    severity: 'error',
    message: `${first?.path ?? ''}${more.length > 0 ? ` and ${more.length} more` : ''} can't be read: this clone doesn't contain the file content`,
    hint: 'The clone is partial or damaged. To fetch everything, run git fetch --refetch.',
  }
}

/** Its problems have the side in the name of the file, or before the words. */
function labelled(side: NamedSide, tree: Tree): LoadedSide {
  const problems = tree.problems.map((problem) =>
    problem.position === undefined
      ? { ...problem, message: `${side.label}: ${problem.message}` }
      : { ...problem, position: placeIn(side, problem.position) },
  )
  return { side, ...tree, problems }
}

/** As git writes it: `main:manifests/email.yaml`. */
export function placeIn(side: NamedSide, position: Position): Position {
  return side.type === 'revision' ? { ...position, file: `${side.short}:${position.file}` } : position
}
