// The manifests of a new project that declare what is in its service, as belfry export writes them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { exported, type Exported } from '../export/export.ts'
import type { InitRequest } from '../options/init.ts'
import { openEngine } from '../prepare/engine.ts'
import { openProject } from '../prepare/open-project.ts'
import type { Run } from '../ambient.ts'
import type { Answers } from './answers.ts'
import type { NewFile } from './files.ts'
import { hasKey, patience } from './targets.ts'

/** Of the targets that have a key. `files` begin with the project file, which is not written yet. */
export async function takeOver(
  [projectFile]: readonly NewFile[],
  { targets }: Answers,
  request: InitRequest,
  run: Run,
): Promise<Exported | readonly Problem[]> {
  const keyed = targets.filter((target) => hasKey(target, run.world)).map(({ alias }) => alias)
  const found = await projectOf(projectFile?.text ?? '', keyed, request, run)
  if (!('project' in found)) return found.problems
  const { project } = found
  const timeout = request.timeout ?? patience
  const { engine, close } = openEngine(request, run, { timeout })
  const all = { layout: 'kind', only: [], exclude: [], channels: false } as const
  try {
    return await exported({ project, ...all }, engine, run.world)
  } finally {
    run.clear()
    await close()
  }
}

/** Nothing is written to the project's folder before everything is read. */
async function projectOf(text: string, targets: readonly string[], { insecureHttp }: InitRequest, run: Run) {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-init-'))
  try {
    const config = join(folder, 'belfry.yaml')
    writeFileSync(config, text)
    return await openProject({ config, targets, fileRoots: [], ...given({ insecureHttp }) }, 'export', {
      world: run.world,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
