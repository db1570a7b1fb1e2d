// belfry smoke: triggers what suites say, waits for it, and tells what is not as they expect it, and why.
import { append } from '../../core/append.ts'
import { hasErrors } from '../../core/problem.ts'
import type { SmokeResult } from '../../core/delivery/smoke.ts'
import { connectionProblems, openConnection } from '../prepare/connection.ts'
import { prepareProject } from '../prepare/prepare.ts'
import { exitOfSmoke } from '../exit.ts'
import { emptyFlag, flagProblems, isProblem } from '../flags/flag.ts'
import { smokeFlags, type SmokeFlags } from '../flags/activity.ts'
import { watchSignals } from '../terminal/signals.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress } from '../terminal/progress.ts'
import { chosenSuites, readySuites, runReady } from '../trigger/suites.ts'
import { telling, type Teller } from '../tell.ts'

/** Without files the project's suites are run. */
export async function smoke(flags: SmokeFlags, io: Io, files: readonly string[]): Promise<number> {
  return telling('smoke', flags, io, (teller) => run(files, flags, io, teller))
}

async function run(
  files: readonly string[],
  flags: SmokeFlags,
  io: Io,
  { refuse, interrupted, tell, follow }: Teller,
): Promise<number> {
  const { concurrency: parallel } = flags
  const wrong = [
    ...flagProblems({ filter: smokeFlags.filter }, flags),
    ...(files.includes('') ? [emptyFlag('files')] : []),
    ...(isProblem(parallel) ? [parallel] : []),
    ...connectionProblems(flags, io.env),
  ]
  if (isProblem(parallel) || wrong.length > 0) return refuse({ problems: wrong })
  const found = await prepareProject(flags, io, 'live')
  if (!('project' in found)) return refuse(found)
  const { project } = found
  follow(project)
  const suites = await chosenSuites(project, files, flags.filter)
  const problems = [...found.problems, ...suites.problems]
  if (hasErrors(problems)) return refuse({ problems })
  const progress = createProgress(io)
  const { stop, code, beginWriting, release } = watchSignals(interrupted, io, progress.clear)
  const connection = openConnection(flags, io, progress, stop)
  const results: SmokeResult[] = []
  const began = io.now().getTime()
  try {
    const ready = await readySuites(project, suites, connection, io, stop)
    progress.clear()
    append(problems, ready.problems)
    if (hasErrors(problems)) return refuse({ problems })
    beginWriting((exit) => {
      const milliseconds = io.now().getTime() - began
      tell({ command: 'smoke', exit, problems, run: { results, milliseconds } })
    })
    const context = {
      connection,
      parallel,
      signal: stop,
      on: (result: SmokeResult) => {
        results.push(result)
        progress.read('cases', { done: results.length, total: ready.cases.length })
      },
    }
    progress.read('cases', { done: 0, total: ready.cases.length })
    const made = await runReady(ready, context, io)
    progress.clear()
    return tell({ command: 'smoke', exit: exitOfSmoke(made, code()), problems, run: made })
  } finally {
    release()
    await connection.close()
  }
}
