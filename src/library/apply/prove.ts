// After an apply that is done, suites prove that notifications really go out.
import { hasErrors, usable } from '../../core/problem.ts'
import type { Project } from '../../project/project.ts'
import type { ApplyAccount } from '../../report/account.ts'
import type { Ambient, Observer } from '../ambient.ts'
import type { Ended } from '../ended.ts'
import { exitOfSmoke, exitOfUnproven, worstExit } from '../exit.ts'
import { openConnection } from '../prepare/connection.ts'
import type { ConnectionRequest } from '../requests.ts'
import { readySuites, runReady, usualCases, type Chosen } from '../smoke/suites.ts'

/** The end of the apply, with the results of the suites. */
export async function proven(
  { account, ...around }: Ended<ApplyAccount>,
  { project, suites }: { readonly project: Project; readonly suites: Chosen },
  request: ConnectionRequest,
  ambient: Ambient,
  observer: Observer<ApplyAccount>,
): Promise<Ended<ApplyAccount>> {
  const end = (exit: number, more: Partial<ApplyAccount>): Ended<ApplyAccount> => {
    observer.clear()
    return { account: { ...account, ...more, exit: worstExit([account.exit, exit]) }, ...around }
  }
  const { stop, code, writing, release } = observer.guard(() => undefined, account)
  const connection = openConnection(request, ambient, observer, { stop })
  try {
    const ready = await readySuites(project, suites, connection, ambient, stop)
    const problems = [...account.problems, ...ready.problems]
    observer.warn(ready.problems)
    if (hasErrors(ready.problems)) return end(exitOfUnproven(ready.problems), { problems })
    writing({ ...account, problems })
    const parallel = usable(request.concurrency) ?? usualCases
    const smoke = await runReady(ready, { connection, parallel, signal: stop, on: observer.on }, ambient)
    return end(exitOfSmoke(smoke, code()), { problems, smoke })
  } finally {
    release()
    await connection.close()
  }
}
