// A trigger that isn't sent: the request as it would be, with labels in place of secrets; nothing leaves this machine.
import { append } from '../../core/append.ts'
import { hasErrors } from '../../core/problem.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { withoutTrailing } from '../../core/trailing.ts'
import { withSecretsClosed } from '../../core/secrets/activity-secrets.ts'
import { labelled } from '../../core/secrets/leak.ts'
import { notAllowed } from '../../delivery/guard.ts'
import { identified } from '../../delivery/trigger.ts'
import { spokenBody } from '../../delivery/vendor.ts'
import { operations } from '../../service/paths.ts'
import type { TriggerAccount } from '../../report/account.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { refused, type Ended } from '../ended.ts'
import { exitOfProblems } from '../exit.ts'
import type { TriggerRequest } from './request.ts'
import { connectionProblems } from '../prepare/connection.ts'
import { knownManifests } from '../prepare/known-manifests.ts'
import { oneTarget } from '../prepare/one-target.ts'
import { prepareProject } from '../prepare/prepare.ts'

/** A target needs no key for it. */
export async function dryRun(
  request: TriggerRequest,
  ambient: Ambient,
  { follow }: Pick<Observer, 'follow'>,
): Promise<Ended<TriggerAccount>> {
  const { delivery, problems: found } = request
  const prepared = await prepareProject({ ...request, sends: 'nothing' }, ambient, 'live')
  follow('project' in prepared ? prepared.project : prepared)
  const problems = [...found, ...connectionProblems(request, ambient.env), ...prepared.problems]
  if (!('project' in prepared) || delivery === undefined || hasErrors(problems))
    return refused('trigger', { problems })
  const { project } = prepared
  await knownManifests(project)
  const target = oneTarget(project, problems)
  const trigger = identified(delivery.body)
  if (target !== undefined) append(problems, notAllowed(trigger, target, project.smoke.recipients))
  if (target === undefined || hasErrors(problems)) return refused('trigger', { problems })
  const { method, path } = operations.triggerEvent
  const url = `${withoutTrailing(target.url, '/')}${path}`
  const closed = withSecretsClosed(spokenBody(trigger.body, target.vendor) as unknown as Value, 'literal')
  const body = JSON.parse(JSON.stringify(closed)) as ValueMap
  return {
    account: {
      command: 'trigger',
      exit: exitOfProblems(problems),
      target: target.alias,
      ...labelled({ problems, workflow: delivery.body.name, request: { method, url, body } }, ambient.filter),
    },
    closing: 'Nothing was sent.',
  }
}
