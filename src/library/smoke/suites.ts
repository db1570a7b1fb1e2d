// Smoke suites from their files to their results, for a smoke run and for the verification of an apply.
import { option } from '../../core/shell.ts'
import { append } from '../../core/lists.ts'
import { listText } from '../../core/words.ts'
import { errorOf, hasErrors, type Problem, badFlag } from '../../core/problem.ts'
import { labelled } from '../../core/secrets/leak.ts'
import type { SmokeRun, Suites } from '../../core/delivery/smoke.ts'
import { loadSuites } from '../../manifest/suite/load-suites.ts'
import type { Project } from '../../project/project.ts'
import { deliveryTarget, type DeliveryTarget } from '../../delivery/delivery-target.ts'
import { caseRecipientProblems, unknownCaseRecipients } from '../../delivery/guard.ts'
import { emptyFilters, selected, runSuites } from '../../delivery/suites/suites.ts'
import { type Connection, onConnection } from '../prepare/connection.ts'
import type { Run } from '../run.ts'
import { suiteProblems } from '../prepare/declared-suites.ts'
import { missingKey } from '../../engine/keyless.ts'
import { addressedBy } from '../prepare/ready.ts'
import { manifestsOf } from '../prepare/open-project.ts'
import { sandboxKeys } from '../prepare/keys.ts'
import type { ApplyAccount } from '../../report/account.ts'
import type { OperationEnd } from '../operation-end.ts'
import { exitOfSmoke, exitOfUnstartedSuites, worstExit } from '../exit.ts'
import type { ConnectionRequest } from '../options/common.ts'

export interface Chosen extends Suites {
  readonly problems: readonly Problem[]
  readonly files: number
}

/** The cases of the files, or else of the project's suites, that the filters name. */
export async function chosenSuites(
  project: Project,
  files: readonly string[],
  filters: readonly string[],
): Promise<Chosen> {
  const loaded = await loadSuites(project, files)
  const chosen = selected(loaded, filters)
  const cases = chosen.cases.filter(({ skip }) => skip === undefined)
  const problems = suiteProblems(project, { ...loaded, cases }, await manifestsOf(project, 'named'))
  if (files.length === 0 && project.smoke.suites.length === 0)
    problems.push(
      errorOf(
        'no-suites',
        'no smoke suite given',
        project.file === undefined
          ? `Give a file, change to the folder of your project, or use ${option('config', 'FILE')}.`
          : 'Give a file, or add `smoke: { suites: [smoke] }` to the project file.',
      ),
    )
  else if (!hasErrors(problems))
    for (const filter of emptyFilters(loaded, filters))
      problems.push(
        badFlag(
          `${option('filter')} ${filter} matches no case`,
          'Write NAME, SUITE/NAME or tag:TAG. * matches any characters.',
        ),
      )
  return { ...chosen, problems, files: loaded.files }
}

/** Suites whose cases are all for other targets prove nothing. */
export function withoutCases({ cases, primaries, problems }: Chosen, { targets }: Project): Problem[] {
  if (hasErrors(problems) || cases.length + primaries.length > 0) return []
  return [
    errorOf(
      'no-suites',
      `no case runs for ${listText(targets.map(({ alias }) => alias))}`,
      'Select a target of the suites with -t, or add a case.',
    ),
  ]
}

type Sending = Pick<Run, 'machine' | 'stop' | 'on'>

interface ReadySuites extends Suites {
  readonly targets: ReadonlyMap<string, DeliveryTarget>
  readonly problems: readonly Problem[]
}

/**
 * Problems that stop all cases: missing keys, keys of other environments, and recipients that are unknown or not allowed. They
 * have labels instead of secrets.
 */
export async function readySuites(
  project: Project,
  suites: Suites,
  connection: Connection,
  run: Sending,
): Promise<ReadySuites> {
  const live = suites.cases.filter(({ skip }) => skip === undefined)
  const aliases = new Set([...live, ...suites.primaries].map(({ target }) => target))
  const guarded = new Set(project.targets.filter((each) => each.protection).map(({ alias }) => alias))
  const problems = caseRecipientProblems(
    live.filter(({ target }) => guarded.has(target)),
    project.smoke.recipients,
  )
  const targets = new Map<string, DeliveryTarget>()
  const ready = () => ({ ...suites, targets, problems: labelled(problems, run.machine.filter) })
  if (hasErrors(problems)) return ready()
  const loaded = await manifestsOf(project, 'known')
  const wanted = project.targets.filter(({ alias }) => aliases.has(alias))
  for (const target of sandboxKeys({ ...project, targets: wanted }, problems).targets) {
    const { apiKey, alias } = target
    if (apiKey === undefined) problems.push(missingKey(target))
    if (apiKey === undefined || hasErrors(problems)) continue
    const at = deliveryTarget(addressedBy({ project, target, apiKey, loaded }, connection, run))
    const proof = await at.proof()
    if ('rule' in proof) problems.push(proof)
    else targets.set(alias, at)
  }
  if (!hasErrors(problems))
    for (const [alias, { proof }] of targets) {
      const access = await proof()
      const own = live.filter(({ target }) => target === alias)
      append(problems, 'rule' in access ? [access] : await unknownCaseRecipients(own, access))
    }
  return ready()
}

/** Its events and its result have labels instead of secrets. `parallel`: cases at the same time. */
export async function runReady(
  { cases, primaries, targets }: ReadySuites,
  { patience: { sleep, random } }: Connection,
  { machine: { now, filter, over }, on, stop: signal }: Sending,
  parallel = 4,
): Promise<SmokeRun> {
  const waiting = { clock: () => now().getTime(), sleep, random, signal }
  const total = cases.length + primaries.length
  let done = 0
  on({ type: 'cases', done, total })
  const run = await runSuites({
    cases,
    primaries,
    targets,
    waiting,
    over: over.signal,
    parallel,
    on: (result) => on({ type: 'cases', done: ++done, total, result: labelled(result, filter) }),
  })
  return labelled(run, filter)
}

/** Runs the suites after an apply that is done. Returns the end of the apply, with the results of the suites. */
export async function withSmokeRun(
  { account, ...around }: OperationEnd<ApplyAccount>,
  { project, suites }: { readonly project: Project; readonly suites: Chosen },
  request: ConnectionRequest,
  run: Run<ApplyAccount>,
): Promise<OperationEnd<ApplyAccount>> {
  const end = (exit: number, more: Partial<ApplyAccount>): OperationEnd<ApplyAccount> => {
    run.clear()
    return { account: { ...account, ...more, exit: worstExit([account.exit, exit]) }, ...around }
  }
  run.written(account)
  return onConnection(request, run, async (connection) => {
    const ready = await readySuites(project, suites, connection, run)
    const problems = [...account.problems, ...ready.problems]
    run.warn(ready.problems)
    if (hasErrors(ready.problems)) return end(exitOfUnstartedSuites(ready.problems), { problems })
    run.writing({ ...account, problems })
    const smoke = await runReady(ready, connection, run, request.concurrency)
    return end(exitOfSmoke(smoke, run.code(), 'after apply'), { problems, smoke })
  })
}
