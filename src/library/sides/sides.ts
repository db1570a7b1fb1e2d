// What the two sides of a diff are: paths, revisions, or the working tree.
import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { commandLine, option, quoted } from '../../core/shell.ts'
import type { Settings } from '../../project/settings.ts'
import { findProjectFile, projectFileNames } from '../../project/find.ts'
import { badFlag } from '../problems.ts'
import type { DiffRequest } from '../options/manifests.ts'
import type { Ambient } from '../ambient.ts'
import { baseOf, missing } from './base.ts'
import { openRepository, type Repository } from './repository.ts'

export type NamedSide = FolderSide | RevisionSide

/** The working tree, or a path: a folder with a project file is that project; another one, or a file, is read with the project file above it. */
interface FolderSide {
  readonly type: 'path' | 'tree'
  readonly label: string
  /** What is read. */
  readonly settings: Pick<Settings, 'configPath' | 'files' | 'projectFile'>
}

export interface RevisionSide {
  readonly type: 'revision'
  readonly label: string
  /** The prefix of its file names. */
  readonly short: string
  readonly commit: string
  readonly repository: Repository
}

/** `names` are those that were typed: none, one or two. */
export async function sidesOf(
  names: readonly string[],
  request: DiffRequest,
  ambient: Ambient,
): Promise<readonly [NamedSide, NamedSide] | Problem> {
  const mistake = contradiction(names, request, ambient)
  if (mistake !== undefined) return mistake
  let opening: Promise<Repository | Problem> | undefined
  const repository = (): Promise<Repository | Problem> => (opening ??= openRepository(ambient))
  const { config: configPath, files } = request
  const settings = given({ configPath, files: files.length > 0 ? files : undefined })
  const workingTree: NamedSide = { type: 'tree', label: 'the working tree', settings }
  const [first, second] = names
  if (first === undefined) {
    const opened = await repository()
    if ('rule' in opened) return opened
    const base = await baseOf(request.base, opened, ambient)
    if ('rule' in base) return base
    const { commit, label } = base
    return [{ type: 'revision', label, short: commit.slice(0, 12), commit, repository: opened }, workingTree]
  }
  const before = await sideOf(first, request, ambient, repository)
  if ('rule' in before) return before
  const after = second === undefined ? workingTree : await sideOf(second, request, ambient, repository)
  return 'rule' in after ? after : [before, after]
}

function contradiction(
  names: readonly string[],
  request: DiffRequest,
  ambient: Ambient,
): Problem | undefined {
  if (names.length > 0 && request.base !== undefined)
    return badFlag(
      `--base ${request.base} can't be used with a revision or path`,
      `Remove --base, or write: ${commandLine(`diff ${quoted(request.base)}`)}`,
    )
  const path = request.git === true ? undefined : names.find((name) => typeOf(resolve(ambient.cwd, name)))
  if (path !== undefined && request.files.length + Number(request.config !== undefined) > 0)
    return badFlag(
      `${option('files')} and ${option('config')} can be used only with revisions, and ${path} is a path`,
      'Write the path of the folder or file to compare. If you mean a revision, add --git.',
    )
  return request.files.includes('-')
    ? badFlag(
        "-f - can't be used with diff, because diff compares two versions, and standard input contains only one version",
        'Save the input to a file, and compare two files: belfry diff BEFORE AFTER.',
      )
    : undefined
}

/** An existing path wins over a branch with the same name. */
async function sideOf(
  name: string,
  { git }: DiffRequest,
  ambient: Ambient,
  open: () => Promise<Repository | Problem>,
): Promise<NamedSide | Problem> {
  const path = resolve(ambient.cwd, name)
  const type = git === true ? undefined : typeOf(path)
  if (type !== undefined) return pathSide(name, path, type)
  const repository = await open()
  const nowhere = git === true ? '' : `"${name}" is not a file or folder in the working directory, and `
  if ('rule' in repository)
    return git === true ? repository : { ...repository, message: `${nowhere}${repository.message}` }
  const commit = await repository.commitOf(name)
  if (commit !== undefined) return { type: 'revision', label: name, short: name, commit, repository }
  const problem = missing(name, repository)
  return { ...problem, message: `${nowhere}${problem.message}` }
}

function pathSide(label: string, path: string, type: 'file' | 'folder'): FolderSide {
  const isProject = type === 'file' && projectFileNames.some((name) => name === basename(path))
  const inside = type === 'folder' ? projectFileNames.map((name) => join(path, name)) : []
  const own = inside.find((each) => typeOf(each) === 'file')
  if (isProject || own !== undefined) return { type: 'path', label, settings: { configPath: own ?? path } }
  const configPath = findProjectFile(type === 'folder' ? path : resolve(path, '..'))
  const project = configPath === undefined ? { projectFile: 'none' as const } : { configPath }
  return { type: 'path', label, settings: { ...project, files: [path] } }
}

function typeOf(path: string): 'file' | 'folder' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    return undefined
  }
}
