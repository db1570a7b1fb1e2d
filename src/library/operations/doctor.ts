// Checks the manifests and the ledger, and for each target the service URL and the API key. Its clients can't write.
import { option } from '../../core/shell.ts'
import { append } from '../../core/lists.ts'
import { given } from '../../core/given.ts'
import { note, ok, problem, type Examination, type Finding } from '../../core/plan/finding.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { mapLeaves } from '../../core/value.ts'
import { counted } from '../../core/words.ts'
import { diagnose } from '../../engine/doctor/diagnose.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import type { Project } from '../../project/project.ts'
import type { DoctorAccount } from '../../report/account.ts'
import type { Machine, Run } from '../run.ts'
import { ledgerOf, unwritableLedger } from '../apply/ledger-file.ts'
import { refused as refusedWith, type OperationEnd } from '../operation-end.ts'
import { exitOfExamination } from '../exit.ts'
import { proxyFor } from '../prepare/connection.ts'
import type { Engine } from '../../engine/engine.ts'
import { withEngine } from '../prepare/engine.ts'
import { manifestsOf, needs, openProject } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'
import { sandboxKeys } from '../prepare/keys.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'

/** Milliseconds that one request may take: shorter than in an apply, because the user waits for a diagnosis. */
const patience = 30_000

export async function doctor(
  request: ProjectRequest & ConnectionRequest & { readonly files: readonly string[] },
  run: Run,
): Promise<OperationEnd<DoctorAccount>> {
  const prepared = await openProject(request, needs.doctor, run)
  if (!isReady(prepared)) return refusedWith('doctor', prepared)
  const problems = [...prepared.problems]
  const refused: Problem[] = []
  const project = sandboxKeys(prepared.project, refused)
  const loaded = project.manifests.length === 0 ? undefined : await manifestsOf(project, 'opened')
  append(problems, loaded?.problems ?? [])
  const timeout = request.timeout ?? patience
  const examine = async (engine: Engine): Promise<OperationEnd<DoctorAccount>> => {
    const isUsable = loaded !== undefined && !hasErrors(loaded.problems)
    const examined = await diagnose(
      {
        targets: project.targets,
        refused,
        environments: isUsable ? loaded.organisation : [],
        declared: (target, name) =>
          isUsable ? loaded.forTarget(target).get('integration', name) : undefined,
        proxyOf: (url) => proxyFor(url, run.machine.env),
      },
      engine,
    )
    run.clear()
    const found = {
      project: [manifestFinding(project, loaded), ...ledgerFindings(project)],
      targets: examined,
    }
    const examination = quoted(found, run.machine.filter)
    const exit = exitOfExamination(examination)
    const account = {
      command: 'doctor',
      exit,
      problems,
      examination,
      ...given({ file: project.file }),
    } as const
    return { account, closing: 'Nothing was written.', ...given({ loaded }) }
  }
  return withEngine(request, run, examine, { timeout })
}

/** Fields that quote the service. */
const quoting: ReadonlySet<string> = new Set(['message', 'hint', 'id', 'name', 'organisation'])

/** The same with labels instead of secrets. */
function quoted(examination: Examination, { redact }: Machine['filter']): Examination {
  const shown = mapLeaves(examination, (leaf, path) =>
    typeof leaf === 'string' && quoting.has(path.at(-1) ?? '') ? redact(leaf) : leaf,
  )
  return shown as unknown as Examination
}

/** Of a ledger at which a plan or an apply would stop, or that it would treat as empty. */
function ledgerFindings(project: Project): readonly Finding[] {
  if (project.unreadable !== 'ledger') return []
  const found = [...unwritableLedger(project)]
  ledgerOf(project, found)
  return found.map(({ severity, message, hint = '' }) =>
    (severity === 'error' ? problem : note)('ledger', message, hint),
  )
}

function manifestFinding({ targets, file }: Project, loaded: Loaded | undefined): Finding {
  const check = 'manifests'
  if (loaded === undefined)
    return problem(
      check,
      'no manifests are given, so belfry checked only the targets',
      file === undefined
        ? `Change to the folder of your project, or use ${option('config', 'FILE')}. To start a project, run belfry init.`
        : `Add manifests: [FOLDER] to the project file, or use ${option('files', ['FILE'])}.`,
    )
  const errors = loaded.problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0)
    return problem(
      check,
      `the manifests have ${counted(errors, 'error')}, so belfry didn't check the declared resources`,
      'Fix the listed errors. Each error names the file and the line.',
    )
  const resources = targets.reduce(
    (total, { alias }) => total + loaded.forTarget(alias).size,
    loaded.organisation.length,
  )
  return ok(
    check,
    `the manifests declare ${counted(resources, 'resource')} for ${counted(targets.length, 'target')} in ${counted(loaded.files, 'file')}`,
  )
}
