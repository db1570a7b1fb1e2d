// Triggers the cases of suites, waits for the results, and reports which expectations aren't met, and why.
import { append } from '../../core/lists.ts'
import { hasErrors } from '../../core/problem.ts'
import type { SmokeAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import { mayNotWrite } from '../apply/may-write.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfSmoke } from '../exit.ts'
import { onConnection, proxyProblems } from '../prepare/connection.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'
import type { SmokeFlags } from '../options/activity.ts'
import type { ConnectionRequest, ProjectRequest } from '../options/common.ts'
import { chosenSuites, readySuites, runReady, withoutCases } from '../smoke/suites.ts'

interface SmokeRequest extends ProjectRequest, ConnectionRequest, Pick<SmokeFlags, 'filter'> {
  /** The suites' files; without them the project's suites are run. */
  readonly suites: readonly string[]
}

export async function smoke(
  request: SmokeRequest,
  run: Run<SmokeAccount>,
): Promise<OperationEnd<SmokeAccount>> {
  const refusal = mayNotWrite('trigger', request, run.machine)
  if (refusal !== undefined) return refused('smoke', { problems: [refusal] })
  const wrong = proxyProblems(run.machine.env)
  if (wrong.length > 0) return refused('smoke', { problems: wrong })
  const found = await openProject(request, needs.service, run)
  if (!isReady(found)) return refused('smoke', found)
  const { project } = found
  const suites = await chosenSuites(project, request.suites, request.filter)
  const problems = [...found.problems, ...suites.problems, ...withoutCases(suites, project)]
  if (hasErrors(problems)) return refused('smoke', { problems })
  return onConnection(request, run, async (connection) => {
    const ready = await readySuites(project, suites, connection, run)
    run.clear()
    append(problems, ready.problems)
    if (hasErrors(problems)) return refused('smoke', { problems })
    run.writing({ command: 'smoke', exit: 0, problems })
    const smokeRun = await runReady(ready, connection, run, request.concurrency)
    run.clear()
    return {
      account: { command: 'smoke', exit: exitOfSmoke(smokeRun, run.code()), problems, run: smokeRun },
      closing: '',
    }
  })
}
