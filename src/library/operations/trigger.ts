// One trigger, accepted at most once, with the service's reply and the result.
import { labelled } from '../../core/secrets/leak.ts'
import { deliver, timeLimit, type Delivered, type DeliveryRequest } from '../../delivery/deliver.ts'
import { deliveryTarget } from '../../delivery/delivery-target.ts'
import type { TriggerAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import { mayNotWrite } from '../apply/may-write.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { onConnection, type Connection } from '../prepare/connection.ts'
import { missingKey } from '../../engine/keyless.ts'
import { addressedBy, isReady } from '../prepare/ready.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import type { TriggerRequest } from '../trigger/delivery-request.ts'
import { errorOf, hasErrors, type Problem } from '../../core/problem.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { withoutTrailing } from '../../core/words.ts'
import { withSecretsClosed } from '../../core/secrets/hide-secrets.ts'
import { recipientProblems } from '../../delivery/guard.ts'
import { identified, respelledBody } from '../../delivery/trigger.ts'
import { operations } from '../../service/operations.ts'
import { exitOfProblems, exitOfTrigger } from '../exit.ts'
import { adviceOn, triggerTerms, type Triggered } from '../../core/delivery/triggered.ts'
import type { Outcome } from '../../delivery/trigger-outcome.ts'
import { problemOf } from '../../engine/failure-problem.ts'

export async function trigger(
  request: TriggerRequest,
  run: Run<TriggerAccount>,
): Promise<OperationEnd<TriggerAccount>> {
  const { delivery, problems } = request
  if (request.dryRun === true) return dryRun(request, run)
  const refusal = mayNotWrite('trigger', request, run.machine)
  if (refusal !== undefined) return refused('trigger', { problems: [refusal] })
  const ready = await openProject(request, needs.target, run, { problems })
  if (!isReady(ready)) return refused('trigger', ready)
  // Without one there is an error, and nothing is opened.
  if (delivery === undefined) return refused('trigger', { problems })
  const { target, problems: warnings } = ready
  const { alias } = target
  // One request may not take longer than the whole wait.
  const timeout = delivery.wait === undefined ? request.timeout : (request.timeout ?? timeLimit(delivery))
  run.writing({ command: 'trigger', exit: 0, problems: warnings, target: alias })
  const send = async (connection: Connection): Promise<OperationEnd<TriggerAccount>> => {
    const { sleep, random } = connection.patience
    const delivered = await deliver(delivery, deliveryTarget(addressedBy(ready, connection, run)), {
      clock: run.machine.clock,
      sleep,
      random,
      signal: run.stop,
      on: (event) => run.on({ type: 'delivery', event: labelled(event, run.machine.filter) }),
    })
    const withLabels = labelled({ ...delivered, request: delivery, warnings }, run.machine.filter)
    return endOfTrigger({ ...withLabels, alias, interrupted: run.code() })
  }
  try {
    return await onConnection(request, run, send, timeout)
  } finally {
    run.clear()
  }
}

/** A target needs no key for it. */
export async function dryRun(
  request: TriggerRequest,
  run: Pick<Run, 'machine' | 'follow'>,
): Promise<OperationEnd<TriggerAccount>> {
  const { delivery, problems: found } = request
  const { machine } = run
  const ready = await openProject(request, needs.dryRun, run, { problems: found })
  // Without a delivery there is an error.
  if (!isReady(ready) || delivery === undefined) return refused('trigger', ready)
  const { project, target } = ready
  const asked = identified(delivery.body)
  const problems = [...ready.problems, ...recipientProblems(asked, target, project.smoke.recipients)]
  if (hasErrors(problems)) return refused('trigger', { problems })
  const { method, path } = operations.triggerEvent
  const url = `${withoutTrailing(target.url, '/')}${path}`
  const closed = withSecretsClosed(respelledBody(asked.body, target.vendor) as unknown as Value, 'literal')
  const body = JSON.parse(JSON.stringify(closed)) as ValueMap
  const noKey = target.apiKey === undefined ? missingKey(target) : undefined
  const withoutDryRun = {
    refusal: (mayNotWrite('trigger', request, machine) ?? noKey)?.message,
    createsRecipients: delivery.unknownRecipients === 'create',
    looksUpId: asked.idFrom === 'caller',
  }
  return {
    account: {
      command: 'trigger',
      exit: exitOfProblems(problems),
      target: target.alias,
      ...labelled(
        { problems, workflow: delivery.body.name, request: { method, url, body }, withoutDryRun },
        machine.filter,
      ),
    },
    closing: 'Nothing was sent.',
  }
}

interface Sent extends Delivered {
  readonly request: DeliveryRequest
  /** Of the target. */
  readonly alias: string
  readonly warnings: readonly Problem[]
  /** The exit code of the signal that came. */
  readonly interrupted: number | undefined
}

/** A refusal or a failure that an expectation names is not a problem. */
function endOfTrigger(sent: Sent): OperationEnd<TriggerAccount> {
  const { request, alias, answer, transactionId, judgements, outcome, warnings, interrupted } = sent
  // A refusal can be expected: status=trigger_not_active.
  const isExpected = judgements.length > 0 && judgements.every(({ isMet }) => isMet)
  const isAnswered = 'workflow' in answer
  const known = isAnswered && !isExpected && answer.status !== 'processed' ? [notProcessed(answer)] : []
  const exit = interrupted ?? exitOfTrigger(answer, outcome, isExpected)
  // The result may be known without what could not be read, for example the texts of messages.
  const severity = exit === 0 ? 'warning' : 'error'
  const failed =
    outcome?.failure === undefined ? [] : [{ ...problemOf(outcome.failure, alias), severity } as const]
  const problems = [...warnings, ...(isAnswered || isExpected ? [] : answer.problems), ...failed, ...known]
  const isSent = isAnswered || answer.mayBeSent === 'yes'
  const account: TriggerAccount = {
    command: 'trigger',
    exit,
    problems,
    target: alias,
    workflow: request.body.name,
    ...(isAnswered && { answer }),
    ...(isSent && { transactionId }),
    ...(outcome && waitedOf(outcome)),
    ...(request.wait && { judgements }),
  }
  return { account, known, closing: closingOf(answer) }
}

function closingOf(answer: Sent['answer']): string {
  if ('workflow' in answer) return 'The trigger was sent.'
  if (answer.mayBeSent === 'yes') return 'The trigger may have been sent.'
  return answer.status === undefined ? 'Nothing was sent.' : 'The service refused the trigger.'
}

function waitedOf({ end, milliseconds, deliveries, explanations, quotable }: Outcome) {
  return {
    waited: { end, milliseconds, deliveries },
    explanations,
    quotable,
  }
}

function notProcessed(answer: Triggered): Problem {
  return errorOf(
    'not-processed',
    [`the service answered with status ${answer.status}`, ...answer.error].join(': '),
    adviceOn(answer, triggerTerms()),
    { target: answer.target },
  )
}
