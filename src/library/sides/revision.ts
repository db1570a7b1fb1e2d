// Reads a revision as one side of a diff: its files are in a temporary folder meanwhile.
import { realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { inputEnding } from '../../core/json.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { projectFileNames, type Settings } from '../../project/project.ts'
import type { Machine } from '../run.ts'
import type { DiffRequest } from '../options/manifests.ts'
import { readTree, type Tree } from '../prepare/open-project.ts'
import { fileRootsOf } from '../prepare/settings.ts'
import { extract, pathIn, type Entry, type Repository } from './repository.ts'

export interface SideContext {
  readonly request: DiffRequest
  readonly machine: Machine
  /** A new folder for the files of a revision. */
  readonly newFolder: () => string
}

export interface Revision {
  readonly repository: Repository
  readonly commit: string
}

type Where = Pick<Settings, 'cwd' | 'fileRoots' | 'configPath' | 'files' | 'projectFile'>

/** With the side's own project file and manifests, and without variables, files or keys of the user. */
export function readFiles({ request, machine: { filter } }: SideContext, where: Where): Promise<Tree> {
  const { inputLimits = {} } = request
  return readTree({ ...where, env: {}, targets: [], inputLimits, need: 'offline', filter })
}

/** First reads the usual files of manifests; all files of the project's folders only if something was not found. */
export async function readRevision({ repository, commit }: Revision, context: SideContext): Promise<Tree> {
  const { request, machine, newFolder } = context
  const entries = await repository.entriesOf(commit)
  if (entries === undefined) return { problems: [notHere('the list of files')] }
  const config = configIn(repository, entries, request, machine)
  if (config === undefined && request.files.length === 0)
    return {
      problems: [errorOf('no-project', 'neither this folder nor a parent folder contains a project file')],
    }
  const fileRoots = fileRootsOf(request, machine)
  const inside = (path: string): string | undefined => pathIn(repository, path, machine.cwd)
  const roots = [
    ...(config === undefined ? [] : [dirname(config)]),
    ...[...request.files.map(baseOfGlob), ...fileRoots].flatMap((path) => inside(path) ?? []),
  ]
  const own = entries.filter(({ path }) => roots.some((root) => isBelow(path, root)))
  const attempt = async (some: readonly Entry[]): Promise<Tree> => {
    const folder = realpathSync(newFolder())
    const absent = await extract(some, repository, folder)
    const [one, ...more] = absent.map(({ path }) => path)
    if (one !== undefined)
      return { problems: [notHere(more.length > 0 ? `${one} and ${more.length} more` : one)] }
    const cwd = join(folder, repository.prefix)
    // Relative paths, because messages show them.
    const moved = (path: string): string => {
      const there = inside(path)
      return there === undefined ? resolve(machine.cwd, path) : relative(cwd, join(folder, there)) || '.'
    }
    return readFiles(context, {
      cwd,
      fileRoots: fileRoots.map(moved),
      ...(config === undefined ? { projectFile: 'none' } : { configPath: join(folder, config) }),
      ...(request.files.length > 0 && { files: request.files.map(moved) }),
    })
  }
  const usual = own.filter(
    ({ path, type }) =>
      type === 'link' || path === config || inputEnding.test(path) || path.endsWith('.json'),
  )
  const first = await attempt(usual)
  const isShort = usual.length < own.length && first.problems.some(({ rule }) => missingFileRules.has(rule))
  return isShort ? attempt(own) : first
}

/** The problems that may be caused by files that were left out. */
const missingFileRules = new Set(['file-unreadable', 'broken-link', 'no-manifests'])

/** The project file as a path of the repository: named, or upwards from the working directory to the top. */
export function configIn(
  repository: Repository,
  entries: readonly Entry[],
  { config }: Pick<DiffRequest, 'config'>,
  { cwd }: Pick<Machine, 'cwd'>,
): string | undefined {
  const files = new Set(entries.map(({ path }) => path))
  if (config !== undefined) {
    const named = pathIn(repository, config, cwd)
    return named !== undefined && files.has(named) ? named : undefined
  }
  for (let folder = repository.prefix; ; folder = parentOf(folder)) {
    const found = projectFileNames.map((name) => `${folder}${name}`).find((path) => files.has(path))
    if (found !== undefined || folder === '') return found
  }
}

/** `a/b/` → `a/`, and `a/` → `` */
function parentOf(folder: string): string {
  return folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
}

/** `a/*.yaml` → `a`: the folder that a pattern needs for finding all of its files. */
function baseOfGlob(pattern: string): string {
  const parts = pattern.split('/')
  const first = parts.findIndex((part) => /[*?[{]/.test(part))
  return first < 0 ? pattern : parts.slice(0, first).join('/')
}

function isBelow(path: string, root: string): boolean {
  return ['', '.', path].includes(root) || path.startsWith(`${root}/`)
}

export function notHere(what: string): Problem {
  return errorOf(
    'no-revision',
    `${what} can't be read: this clone doesn't contain all objects of the commit`,
    // Without --no-filter, a partial clone gets the same objects again.
    'The clone is partial or damaged. To fetch everything, run git fetch --refetch --no-filter.',
  )
}
