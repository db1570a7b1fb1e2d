// belfry doctor: for each target what would stop an apply, and what its service is like. Its clients can't write.
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { ok, problem, type Examination, type Finding } from '../../core/plan/finding.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { diagnose } from '../../engine/doctor/diagnose.ts'
import { registry } from '../../kinds/registry.ts'
import { mapLeaves, type Value } from '../../core/value.ts'
import { loadManifests, type Loaded } from '../../manifest/load.ts'
import type { Project } from '../../project/project.ts'
import { counted } from '../../core/words.ts'
import { connectionProblems, proxyFor } from '../prepare/connection.ts'
import { prepareProject } from '../prepare/prepare.ts'
import { exitOfExamination } from '../exit.ts'
import { telling, type Teller } from '../tell.ts'
import { openEngine, planRequest } from '../prepare/engine.ts'
import type { DoctorFlags } from '../flags/plan.ts'
import { watchSignals } from '../terminal/signals.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress } from '../terminal/progress.ts'
import { sandboxKeys } from '../prepare/sandbox-keys.ts'
import { sealKeyProblem } from '../prepare/fingerprint-keys.ts'

/** Milliseconds that one request may take: who asks what is wrong doesn't wait as long as who wants it done. */
const patience = 30_000

const everything = { only: [], exclude: [], resend: [], checkCredentials: [], maxChanges: [] }

export async function doctor(flags: DoctorFlags, io: Io): Promise<number> {
  return telling('doctor', flags, io, (teller) => run(flags, io, teller))
}

async function run(flags: DoctorFlags, io: Io, { refuse, interrupted, tell }: Teller): Promise<number> {
  const found = await prepareProject(flags, io, 'live')
  const wrong = [...connectionProblems(flags, io.env), sealKeyProblem(io) ?? []].flat()
  const problems = [...found.problems, ...wrong]
  if (!('project' in found) || wrong.length > 0) return refuse({ problems })
  const refused: Problem[] = []
  const project = sandboxKeys(found.project, refused)
  const loaded = project.manifests.length === 0 ? undefined : await loadManifests(project, registry)
  append(problems, loaded?.problems ?? [])
  const progress = createProgress(io)
  const { release } = watchSignals(interrupted, io, progress.clear)
  const { engine, close } = openEngine(io, { ...flags, timeout: flags.timeout ?? patience }, 4, progress)
  try {
    const isUsable = loaded !== undefined && !hasErrors(loaded.problems)
    const examined = await diagnose(
      {
        targets: project.targets,
        refused,
        now: () => Date.now(),
        proxyOf: (url) => proxyFor(url, io.env),
        ...(isUsable && {
          plan: planRequest({ project, loaded, problems: [] }, { ...flags, ...everything }),
        }),
      },
      engine,
    )
    progress.clear()
    const examination = quoted(
      { ...examined, project: [manifestFinding(project, loaded), ...examined.project] },
      io.filter,
    )
    const exit = exitOfExamination(examination)
    return tell(
      { command: 'doctor', exit, problems, examination, ...given({ file: project.file }) },
      { closing: 'Nothing was written.', ...given({ loaded }) },
    )
  } finally {
    release()
    await close()
  }
}

/** Fields in which the service is quoted. */
const quoting: ReadonlySet<string> = new Set(['message', 'hint', 'id', 'name', 'organisation', 'vendor'])

/** The same with labels in place of secrets. */
function quoted(examination: Examination, { take }: Io['filter']): Examination {
  const shown = mapLeaves(examination as unknown as Value, (leaf, path) =>
    typeof leaf === 'string' && quoting.has(path.at(-1) ?? '') ? take(leaf) : leaf,
  )
  return shown as unknown as Examination
}

function manifestFinding({ targets }: Project, loaded: Loaded | undefined): Finding {
  const check = 'manifests'
  if (loaded === undefined)
    return problem(
      check,
      'no manifests are given, so belfry checked only the services',
      'Add manifests: [FOLDER] to the project file, or use -f FILE.',
    )
  const errors = loaded.problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0)
    return problem(
      check,
      `the manifests have ${counted(errors, 'error')}, so belfry didn't check the declared resources`,
      'Fix the listed errors. Each error names the file and the line.',
    )
  const resources = targets.reduce(
    (total, { alias }) => total + loaded.forTarget(alias).length,
    loaded.organisation.length,
  )
  return ok(
    check,
    `the manifests declare ${counted(resources, 'resource')} for ${counted(targets.length, 'target')} in ${counted(loaded.files, 'file')}`,
  )
}
