// Writes the files of a new project, after reading its service for the manifests. Existing files aren't replaced; lines are
// added only to .gitignore.
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorOf, exits, type Problem, unwritableFile } from '../../core/problem.ts'
import { listText } from '../../core/words.ts'
import type { WrittenFile } from '../../report/results.ts'
import { ownFile, textOfOwn, createAtomically, removeLeftOvers } from '../files/write-file.ts'
import { editorFiles, ignored, type NewFile } from './new-files.ts'
import { tmpdir } from 'node:os'
import { given } from '../../core/given.ts'
import { exported, type Exported } from '../export/export.ts'
import type { InitRequest } from '../options/manifests.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import { withEngine } from '../prepare/engine.ts'
import { projectFileNames } from '../../project/project.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import type { Run } from '../run.ts'
import type { Answers } from './answers.ts'
import { hasKey, patience } from './new-targets.ts'

/** The problem if some of the files or folders exist; `names` are relative to the folder of the project. */
export function existing(root: string, names: readonly string[]): readonly Problem[] {
  const there = names.filter((name) => existsSync(join(root, name)))
  if (there.length === 0) return []
  const message = `${listText(there)} ${there.length === 1 ? 'already exists' : 'already exist'}, and init doesn't replace files`
  const hint =
    'Move the existing files, or use another folder: belfry init FOLDER. To add a pipeline to a project, run init with the same options in an empty folder, and copy the files of the pipeline.'
  return [errorOf('file-exists', message, hint)]
}

/** After a file that can't be written, no more files are written. `kept` files are not replaced. */
export function writeAll(
  root: string,
  files: readonly NewFile[],
  kept: readonly NewFile[] = [...editorFiles(), { name: '.gitignore', text: '' }],
): { readonly written: readonly WrittenFile[]; readonly problems: readonly Problem[] } {
  const written: WrittenFile[] = []
  const all = [...files, ...kept]
  for (const [index, { name, text }] of all.entries())
    try {
      const { path, isThere } = ownFile(root, name)
      const isKept = isThere && kept.some((each) => each.name === name)
      if (isKept) removeLeftOvers(path)
      written.push({
        name,
        result: name === '.gitignore' ? ignoreIn(root, path) : isKept ? 'kept' : create(path, text),
      })
    } catch (error) {
      const others = all.slice(index).map((each) => ({ name: each.name, result: 'not written' }) as const)
      const isBegun = written.some(({ result }) => result !== 'kept')
      const hint = isBegun
        ? "belfry doesn't remove the files that are already written. Fix the cause, remove these files, then run belfry init again."
        : 'Fix the cause, then run belfry init again.'
      const exit = isBegun ? exits.failure : undefined
      const problem = { ...unwritableFile(`${name} can't be written`, error), hint, ...given({ exit }) }
      return { written: [...written, ...others], problems: [problem] }
    }
  return { written, problems: [] }
}

function create(path: string, text: string): WrittenFile['result'] {
  createAtomically(path, text)
  return 'created'
}

/** Adds only missing lines. */
function ignoreIn(root: string, path: string): WrittenFile['result'] {
  const text = textOfOwn(root, '.gitignore')
  const before = text ?? ''
  const lines = new Set(before.split(/\r?\n/).map((line) => line.trim()))
  const missing = ignored.filter((line) => !lines.has(line) && !lines.has(`/${line}`))
  if (missing.length === 0) return 'kept'
  appendFileSync(path, `${before === '' || before.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`)
  return text === undefined ? 'created' : 'extended'
}

/** Of the targets that have a key. `files` begin with the project file, which is not written yet. */
export async function takeOver(
  [projectFile]: readonly NewFile[],
  { targets }: Answers,
  request: InitRequest,
  run: Run,
): Promise<Exported | readonly Problem[]> {
  const keyed = targets.filter((target) => hasKey(target, run.machine)).map(({ alias }) => alias)
  const found = await projectOf(projectFile?.text ?? '', keyed, request, run)
  // The project file was a temporary one, which is gone.
  if (!('project' in found)) return found.problems.map(({ position: _position, ...problem }) => problem)
  const { project } = found
  const timeout = request.timeout ?? patience
  const all = { layout: 'kind', only: [], exclude: [] } as const
  try {
    return await withEngine(request, run, (engine) => exported({ project, ...all }, engine, run.machine), {
      timeout,
    })
  } catch (error) {
    return [problemOf(error, undefined)]
  }
}

/** Nothing is written to the project's folder before everything is read. */
async function projectOf(text: string, targets: readonly string[], { insecureHttp }: InitRequest, run: Run) {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-init-'))
  try {
    const config = join(folder, projectFileName)
    writeFileSync(config, text)
    return await openProject({ config, targets, fileRoots: [], ...given({ insecureHttp }) }, needs.export, {
      machine: run.machine,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [projectFileName] = projectFileNames
