// After an apply that is done, suites prove that notifications really go out.
import { hasErrors } from '../../core/problem.ts'
import type { Project } from '../../project/project.ts'
import type { ApplyAccount } from '../../report/account.ts'
import type { Run } from '../ambient.ts'
import type { Ended } from '../ended.ts'
import { exitOfSmoke, exitOfUnproven, worstExit } from '../exit.ts'
import { openConnection } from '../prepare/connection.ts'
import type { ConnectionRequest } from '../requests.ts'
import { readySuites, runReady, type Chosen } from '../smoke/suites.ts'

/** The end of the apply, with the results of the suites. */
export async function proven(
  { account, ...around }: Ended<ApplyAccount>,
  { project, suites }: { readonly project: Project; readonly suites: Chosen },
  request: ConnectionRequest,
  run: Run<ApplyAccount>,
): Promise<Ended<ApplyAccount>> {
  const end = (exit: number, more: Partial<ApplyAccount>): Ended<ApplyAccount> => {
    run.clear()
    return { account: { ...account, ...more, exit: worstExit([account.exit, exit]) }, ...around }
  }
  run.written(account)
  const connection = openConnection(request, run)
  try {
    const ready = await readySuites(project, suites, connection, run)
    const problems = [...account.problems, ...ready.problems]
    run.warn(ready.problems)
    if (hasErrors(ready.problems)) return end(exitOfUnproven(ready.problems), { problems })
    run.writing({ ...account, problems })
    const smoke = await runReady(ready, connection, run, request.concurrency)
    return end(exitOfSmoke(smoke, run.code()), { problems, smoke })
  } finally {
    await connection.close()
  }
}
