// What operations start with that work on one environment: its address, its key and a client, and what is declared for it.
import type { ValueMap } from '../../core/value.ts'
import type { Connected } from '../../delivery/target.ts'
import type { Resources } from '../../kinds/resources.ts'
import type { Project, Target } from '../../project/project.ts'
import type { Subject } from '../../report/account.ts'
import type { Problem } from '../../core/problem.ts'
import type { Run } from '../ambient.ts'
import { refused, type AccountOf, type Ended } from '../ended.ts'
import { openConnection } from '../prepare/connection.ts'
import { connectedTo } from '../prepare/one-target.ts'
import { openProject, type Own } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'
import type { ConnectionRequest, ProjectRequest } from '../requests.ts'

export interface OpenTarget extends Connected {
  readonly project: Project
  readonly target: Target
  /** What its manifests declare, as far as they are valid. */
  readonly declared: Resources
  /** What the service answered, without its secrets and without the key. What is about persons is masked when it is shown. */
  readonly open: (item: object) => ValueMap
}

/** Reads from exactly one target, with a key; it is refused with all that is wrong. `problems` are warnings. */
export async function onTarget<Command extends Subject>(
  command: Command,
  request: ProjectRequest & ConnectionRequest,
  own: Pick<Own, 'problems' | 'check' | 'secrets'>,
  run: Run,
  read: (from: OpenTarget, problems: readonly Problem[]) => Promise<Ended<AccountOf<Command>>>,
): Promise<Ended<AccountOf<Command>>> {
  const ready = await openProject(request, 'target', run, own)
  if (!isReady(ready)) return refused(command, ready)
  const { project, loaded, target, problems } = ready
  const connection = openConnection(request, run)
  const connected = connectedTo(ready, connection, run)
  try {
    return await read({ ...connected, project, declared: loaded.forTarget(target.alias) }, problems)
  } finally {
    run.clear()
    await connection.close()
  }
}
