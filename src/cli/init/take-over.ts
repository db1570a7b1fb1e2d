// The manifests of a new project that declare what is in its service, as belfry export writes them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { given } from '../../core/given.ts'
import { type Problem, usable } from '../../core/problem.ts'
import { exported, type Exported } from '../../library/export/export.ts'
import type { InitFlags } from '../../library/options/init.ts'
import { openEngine } from '../../library/prepare/engine.ts'
import { openProject } from '../../library/prepare/open-project.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress } from '../terminal/progress.ts'
import type { Answers } from './answers.ts'
import type { NewFile } from './files.ts'
import { hasKey, patience } from './targets.ts'

/** Of the targets that have a key. `files` begin with the project file, which is not written yet. */
export async function takeOver(
  [projectFile]: readonly NewFile[],
  { targets }: Answers,
  flags: InitFlags,
  io: Io,
): Promise<Exported | readonly Problem[]> {
  const keyed = targets.filter((target) => hasKey(target, io)).map(({ alias }) => alias)
  const found = await projectOf(projectFile?.text ?? '', keyed, flags, io)
  if (!('project' in found)) return found.problems
  const { project } = found
  const progress = createProgress(io, flags)
  const timeout = usable(flags.timeout) ?? patience
  const { engine, close } = openEngine(flags, progress, { timeout })
  const all = { layout: 'kind', only: [], exclude: [], channels: false } as const
  try {
    return await exported({ project, ...all }, engine, io)
  } finally {
    progress.clear()
    await close()
  }
}

/** Nothing is written to the project's folder before everything is read. */
async function projectOf(text: string, targets: readonly string[], { insecureHttp }: InitFlags, io: Io) {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-init-'))
  try {
    const config = join(folder, 'belfry.yaml')
    writeFileSync(config, text)
    return await openProject({ config, targets, fileRoots: [], ...given({ insecureHttp }) }, 'export', {
      world: io,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
