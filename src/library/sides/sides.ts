// The two sides of a diff: paths, revisions, or the working tree.
import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { given } from '../../core/given.ts'
import { type Position, type Problem, badFlag } from '../../core/problem.ts'
import { commandLine, option, quoted } from '../../core/shell.ts'
import { findProjectFile, projectFileNames, type Settings } from '../../project/project.ts'
import type { Machine } from '../run.ts'
import type { DiffRequest } from '../options/manifests.ts'
import type { Tree } from '../prepare/open-project.ts'
import { fileRootsOf } from '../prepare/settings.ts'
import { baseOf, missingRevision } from './base.ts'
import { openRepository, type Repository } from './repository.ts'
import { readFiles, readRevision, type Revision, type SideContext } from './revision.ts'

export interface LoadedSide extends Tree {
  readonly label: string
  /** Absent for a path and for the working tree. */
  readonly revision?: Revision
  /** Files of a revision are named as git names them: `main:manifests/email.yaml`. */
  readonly placed: (position: Position) => Position
}

/** `names` are the given ones: none, one or two. Without a name, the later side is the working tree. */
export async function loadSides(
  [first, second]: readonly string[],
  context: SideContext,
): Promise<readonly [LoadedSide, LoadedSide] | Problem> {
  const { request, machine } = context
  const mistake = contradiction([first, second], request, machine)
  if (mistake !== undefined) return mistake
  let opening: Promise<Repository | Problem> | undefined
  const open = (): Promise<Repository | Problem> => (opening ??= openRepository(machine))
  const before = first === undefined ? await loadBase(context, open) : await loadSide(first, context, open)
  if ('rule' in before) return before
  const { config: configPath, files } = request
  const settings = given({ configPath, files: files.length > 0 ? files : undefined })
  const after =
    second === undefined
      ? { label: 'the working tree', placed: asItIs, ...(await loadFolder(settings, context)) }
      : await loadSide(second, context, open)
  return 'rule' in after ? after : [before, after]
}

function contradiction(
  typed: readonly (string | undefined)[],
  request: DiffRequest,
  machine: Machine,
): Problem | undefined {
  const names = typed.filter((name) => name !== undefined)
  if (names.length > 0 && request.base !== undefined)
    return badFlag(
      `--base ${request.base} can't be used with a revision or path`,
      `Remove --base, or write: ${commandLine(`diff ${quoted(request.base)}`)}`,
    )
  const path = request.git === true ? undefined : names.find((name) => typeOf(resolve(machine.cwd, name)))
  if (path !== undefined && (request.files.length > 0 || request.config !== undefined))
    return badFlag(
      `${option('files')} and ${option('config')} can be used only with revisions, and ${path} is a path`,
      'Write the path of the folder or file to compare. If you mean a revision, add --git.',
    )
  return request.files.includes('-')
    ? badFlag(
        "-f - can't be used to compare two versions, because standard input contains only one version",
        'Save the input to a file, and compare two files: belfry diff BEFORE AFTER.',
      )
    : undefined
}

type Open = () => Promise<Repository | Problem>

async function loadBase(context: SideContext, open: Open): Promise<LoadedSide | Problem> {
  const repository = await open()
  if ('rule' in repository) return repository
  const base = await baseOf(context.request.base, repository, context.machine)
  if ('rule' in base) return base
  const { commit, label } = base
  return loadRevision({ repository, commit }, label, commit.slice(0, 12), context)
}

/** An existing path wins over a branch with the same name. */
async function loadSide(name: string, context: SideContext, open: Open): Promise<LoadedSide | Problem> {
  const { request, machine } = context
  const path = resolve(machine.cwd, name)
  const type = request.git === true ? undefined : typeOf(path)
  if (type !== undefined) return labelled(name, asItIs, await loadFolder(settingsFor(path, type), context))
  const repository = await open()
  const nowhere =
    request.git === true ? '' : `"${name}" is not a file or folder in the working directory, and `
  if ('rule' in repository) return { ...repository, message: `${nowhere}${repository.message}` }
  const commit = await repository.commitOf(name)
  if (commit !== undefined) return loadRevision({ repository, commit }, name, name, context)
  const problem = missingRevision(name, repository)
  return { ...problem, message: `${nowhere}${problem.message}` }
}

/** `short` is the prefix of its file names. */
async function loadRevision(
  revision: Revision,
  label: string,
  short: string,
  context: SideContext,
): Promise<LoadedSide> {
  const placed = (position: Position): Position => ({ ...position, file: `${short}:${position.file}` })
  return { ...labelled(label, placed, await readRevision(revision, context)), revision }
}

function asItIs(position: Position): Position {
  return position
}

/** Its problems have the side in the name of the file, or before the words. */
function labelled(label: string, placed: LoadedSide['placed'], tree: Tree): LoadedSide {
  const problems = tree.problems.map((problem) =>
    problem.position === undefined
      ? { ...problem, message: `${label}: ${problem.message}` }
      : { ...problem, position: placed(problem.position) },
  )
  return { ...tree, label, placed, problems }
}

type FolderSettings = Pick<Settings, 'configPath' | 'files' | 'projectFile'>

function loadFolder(settings: FolderSettings, context: SideContext): Promise<Tree> {
  const { request, machine } = context
  return readFiles(context, { cwd: machine.cwd, fileRoots: fileRootsOf(request, machine), ...settings })
}

/** A folder with a project file is that project; another one, or a file, is read with the project file above it. */
function settingsFor(path: string, type: 'file' | 'folder'): FolderSettings {
  const isProject = type === 'file' && projectFileNames.some((name) => name === basename(path))
  const inside = type === 'folder' ? projectFileNames.map((name) => join(path, name)) : []
  const own = inside.find((each) => typeOf(each) === 'file')
  if (isProject || own !== undefined) return { configPath: own ?? path }
  const configPath = findProjectFile(type === 'folder' ? path : resolve(path, '..'))
  const project = configPath === undefined ? { projectFile: 'none' as const } : { configPath }
  return { ...project, files: [path] }
}

function typeOf(path: string): 'file' | 'folder' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    return undefined
  }
}
