// One trigger, taken at most once, what the service said to it, and what became of it.
import { labelled } from '../../core/secrets/leak.ts'
import { deliver, timeLimit } from '../../delivery/deliver.ts'
import { deliveryTarget } from '../../delivery/target.ts'
import type { TriggerAccount } from '../../report/account.ts'
import type { Run } from '../ambient.ts'
import { pullRequestProblem } from '../apply/pull-request.ts'
import { refused, type Ended } from '../ended.ts'
import { openConnection } from '../prepare/connection.ts'
import { addressedBy } from '../prepare/one-target.ts'
import { openProject } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'
import { endOfTrigger } from '../trigger/account.ts'
import { dryRun } from '../trigger/dry-run.ts'
import type { TriggerRequest } from '../trigger/request.ts'

export async function trigger(
  request: TriggerRequest,
  run: Run<TriggerAccount>,
): Promise<Ended<TriggerAccount>> {
  const { delivery, problems } = request
  if (request.dryRun === true) return dryRun(request, run)
  const proposed = pullRequestProblem('trigger', request, run.world)
  if (proposed !== undefined) return refused('trigger', { problems: [proposed] })
  const ready = await openProject(request, 'target', run, { problems })
  if (!isReady(ready)) return refused('trigger', ready)
  // Without one there is an error, and nothing is opened.
  if (delivery === undefined) return refused('trigger', { problems })
  const { target, problems: warnings } = ready
  const { alias } = target
  // Nothing that is waited for may outlast the waiting.
  const timeout = delivery.wait === undefined ? request.timeout : (request.timeout ?? timeLimit(delivery))
  run.writing({ command: 'trigger', exit: 0, problems: warnings, target: alias })
  const connection = openConnection(request, run, timeout)
  const { sleep, random } = connection.patience
  try {
    const delivered = await deliver(delivery, deliveryTarget(addressedBy(ready, connection, run)), {
      clock: run.world.clock,
      sleep,
      random,
      signal: run.stop,
      on: (event) => run.on({ type: 'delivery', event: labelled(event, run.world.filter) }),
    })
    const told = labelled({ ...delivered, request: delivery, warnings }, run.world.filter)
    return endOfTrigger({ ...told, alias, interrupted: run.code() })
  } finally {
    run.clear()
    await connection.close()
  }
}
