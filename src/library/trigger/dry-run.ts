// A trigger that isn't sent: the request as it would be, with labels in place of secrets; nothing leaves this machine.
import { hasErrors } from '../../core/problem.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { withoutTrailing } from '../../core/trailing.ts'
import { withSecretsClosed } from '../../core/secrets/activity-secrets.ts'
import { labelled } from '../../core/secrets/leak.ts'
import { notAllowed } from '../../delivery/guard.ts'
import { identified, spokenBody } from '../../delivery/trigger.ts'
import { operations } from '../../service/paths.ts'
import type { TriggerAccount } from '../../report/account.ts'
import type { Run } from '../ambient.ts'
import { refused, type Ended } from '../ended.ts'
import { exitOfProblems } from '../exit.ts'
import type { TriggerRequest } from './request.ts'
import { openProject } from '../prepare/open-project.ts'
import { isReady } from '../prepare/ready.ts'

/** A target needs no key for it. */
export async function dryRun(
  request: TriggerRequest,
  run: Pick<Run, 'world' | 'follow'>,
): Promise<Ended<TriggerAccount>> {
  const { delivery, problems: found } = request
  const ready = await openProject(request, 'dry run', run, { problems: found })
  // Without a delivery there is an error.
  if (!isReady(ready) || delivery === undefined) return refused('trigger', ready)
  const { project, target } = ready
  const trigger = identified(delivery.body)
  const problems = [...ready.problems, ...notAllowed(trigger, target, project.smoke.recipients)]
  if (hasErrors(problems)) return refused('trigger', { problems })
  const { method, path } = operations.triggerEvent
  const url = `${withoutTrailing(target.url, '/')}${path}`
  const closed = withSecretsClosed(spokenBody(trigger.body, target.vendor) as unknown as Value, 'literal')
  const body = JSON.parse(JSON.stringify(closed)) as ValueMap
  return {
    account: {
      command: 'trigger',
      exit: exitOfProblems(problems),
      target: target.alias,
      ...labelled(
        { problems, workflow: delivery.body.name, request: { method, url, body } },
        run.world.filter,
      ),
    },
    closing: 'Nothing was sent.',
  }
}
