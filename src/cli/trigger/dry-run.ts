// belfry trigger --dry-run: the request as it would be sent, with labels in place of secrets; nothing leaves this machine.
import { append } from '../../core/append.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { withoutTrailing } from '../../core/trailing.ts'
import { withSecretsClosed } from '../../core/secrecy/activity-secrets.ts'
import { operations } from '../../service/operations.ts'
import { connectionProblems } from '../../library/prepare/connection.ts'
import { prepareProject } from '../../library/prepare/prepare.ts'
import type { TriggerFlags } from '../flags/activity.ts'
import type { Io } from '../terminal/io.ts'
import { exitOfProblems } from '../../library/exit.ts'
import { oneTarget } from '../../library/prepare/one-target.ts'
import type { Teller } from '../tell.ts'
import { notAllowed } from '../../delivery/guard.ts'
import type { DeliveryRequest } from '../../delivery/deliver.ts'
import { identified } from '../../delivery/trigger.ts'
import { spokenBody } from '../../delivery/vendor.ts'

/** `found` are problems of the flags; without a request one of them is an error. A target needs no key for it. */
export async function dryRun(
  request: DeliveryRequest | undefined,
  flags: TriggerFlags,
  found: readonly Problem[],
  io: Io,
  { follow, refuse, tell }: Teller,
): Promise<number> {
  const prepared = await prepareProject(flags, io, 'live')
  const problems = [...found, ...connectionProblems(flags, io.env), ...prepared.problems]
  if (!('project' in prepared)) return refuse({ ...prepared, problems })
  const { project } = prepared
  follow(project)
  if (request === undefined || hasErrors(problems)) return refuse({ problems })
  const target = oneTarget(project, problems)
  const trigger = identified(request.body)
  if (target !== undefined) append(problems, notAllowed(trigger, target, project.smoke.recipients))
  if (target === undefined || hasErrors(problems)) return refuse({ problems })
  const { method, path } = operations.triggerEvent
  const url = `${withoutTrailing(target.url, '/')}${path}`
  const closed = withSecretsClosed(spokenBody(trigger.body, target.vendor) as unknown as Value, 'literal')
  const body = JSON.parse(JSON.stringify(closed)) as ValueMap
  return tell(
    {
      command: 'trigger',
      exit: exitOfProblems(problems),
      problems,
      target: target.alias,
      workflow: request.body.name,
      request: { method, url, body },
    },
    { closing: 'Nothing was sent.' },
  )
}
