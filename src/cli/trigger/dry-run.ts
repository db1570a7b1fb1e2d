// belfry trigger --dry-run: the request as it would be sent, with labels in place of secrets; nothing leaves this machine.
import { append } from '../../core/append.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { withoutTrailing } from '../../core/trailing.ts'
import { withoutPersonalRecord } from '../../report/persons/delivery.ts'
import { withSecretsClosed } from '../../core/secrecy/activity-secrets.ts'
import { visible } from '../../core/visible.ts'
import { operations } from '../../service/operations.ts'
import { connectionProblems } from '../prepare/connection.ts'
import { prepareProject } from '../prepare/prepare.ts'
import { printEnvelope, printProblems, refuse } from '../terminal/diagnostics.ts'
import type { TriggerFlags } from '../flags/activity.ts'
import type { Io } from '../terminal/io.ts'
import { oneTarget } from '../prepare/one-target.ts'
import { personsIn, shownProblems } from '../privacy.ts'
import { notAllowed } from '../../delivery/guard.ts'
import type { TriggerRequest } from '../../delivery/trigger.ts'
import { spokenBody } from '../../delivery/vendor.ts'

/** `found` are problems of the flags; without a request one of them is an error. A target needs no key for it. */
export async function dryRun(
  request: TriggerRequest | undefined,
  flags: TriggerFlags,
  found: readonly Problem[],
  io: Io,
): Promise<number> {
  const prepared = await prepareProject(flags, io, 'live')
  const problems = [...found, ...connectionProblems(flags, io.env), ...prepared.problems]
  const ofProject = 'project' in prepared ? prepared.project.privacy : prepared.privacy
  const refusal = { privacy: ofProject, problems }
  if (request === undefined || !('project' in prepared) || hasErrors(problems))
    return refuse('trigger', refusal, flags, io)
  const { project } = prepared
  const target = oneTarget(project, problems)
  if (target !== undefined) append(problems, notAllowed(request, target, project.smoke.recipients))
  if (target === undefined || hasErrors(problems)) return refuse('trigger', refusal, flags, io)
  const { method, path } = operations.triggerEvent
  const url = `${withoutTrailing(target.url, '/')}${path}`
  const closed = withSecretsClosed(spokenBody(request.body, target.vendor) as unknown as Value, 'literal')
  const whole = JSON.parse(JSON.stringify(closed)) as ValueMap
  const persons = personsIn(flags, ofProject)
  const body = persons === 'masked' ? withoutPersonalRecord(whole) : whole
  const told = shownProblems(problems, persons)
  if (flags.format === 'json') {
    const about = { target: target.alias, workflow: request.body.name }
    printEnvelope('trigger', { exit: 0, problems: told }, { ...about, request: { method, url, body } }, io)
    return 0
  }
  // One value a line, each made visible, so that the text is JSON all the same.
  const shown = JSON.stringify(body, null, 2).split('\n').map(visible).join('\n')
  io.out(`${method} ${visible(url)}\n${shown}\n`)
  printProblems(told, undefined, flags, io, 'Nothing was sent.')
  io.err(
    'Nothing was sent. Without --dry-run each recipient is looked up first, and the request is sent with the key of the target.\n',
  )
  return 0
}
