// One trigger, taken at most once, what the service said to it, and what became of it.
import { labelled } from '../../core/secrets/leak.ts'
import { deliver, timeLimit } from '../../delivery/deliver.ts'
import { deliveryTarget } from '../../delivery/target.ts'
import type { TriggerAccount } from '../../report/account.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { pullRequestProblem } from '../apply/pull-request.ts'
import { refused, type Ended } from '../ended.ts'
import { openConnection } from '../prepare/connection.ts'
import { connectedTo } from '../prepare/one-target.ts'
import { openProject } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'
import { endOfTrigger } from '../trigger/account.ts'
import { dryRun } from '../trigger/dry-run.ts'
import type { TriggerRequest } from '../trigger/request.ts'

export async function trigger(
  request: TriggerRequest,
  ambient: Ambient,
  observer: Observer,
): Promise<Ended<TriggerAccount>> {
  const { delivery, problems } = request
  if (request.dryRun === true) return dryRun(request, ambient, observer)
  const proposed = pullRequestProblem('trigger', request, ambient)
  if (proposed !== undefined) return refused('trigger', { problems: [proposed] })
  const { follow } = observer
  const ready = await openProject(request, 'target', ambient, { problems, follow })
  if (!isReady(ready)) return refused('trigger', ready)
  // Without one there is an error, and nothing is opened.
  if (delivery === undefined) return refused('trigger', { problems })
  const { project, target, loaded, problems: warnings } = ready
  const { alias } = target
  const guard = observer.guard(() => undefined)
  const { stop, code, release } = guard
  // Nothing that is waited for may outlast the waiting.
  const timeout = delivery.wait === undefined ? request.timeout : (request.timeout ?? timeLimit(delivery))
  const connection = openConnection(request, ambient, observer, { ...guard, timeout })
  const { open: shown, ...connected } = connectedTo(ready, connection, ambient, stop)
  const at = deliveryTarget({
    ...connected,
    shown,
    allowed: project.smoke.recipients,
    declared: loaded.forTarget(alias),
  })
  const { sleep, random } = connection.patience
  try {
    const delivered = await deliver(delivery, at, {
      clock: ambient.clock,
      sleep,
      random,
      signal: stop,
      on: (event) => observer.on({ type: 'delivery', event: labelled(event, ambient.filter) }),
    })
    const told = labelled({ ...delivered, request: delivery, warnings }, ambient.filter)
    return endOfTrigger({ ...told, alias, interrupted: code() })
  } finally {
    observer.clear()
    release()
    await connection.close()
  }
}
