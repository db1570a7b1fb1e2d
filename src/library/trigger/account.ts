// The account of a trigger: the service's reply, the result, and which of them is a problem.
import type { Problem } from '../../core/problem.ts'
import { adviceOn, triggerTerms, type Triggered } from '../../core/delivery/triggered.ts'
import type { Delivered, DeliveryRequest } from '../../delivery/deliver.ts'
import type { Outcome } from '../../delivery/outcome.ts'
import { problemOf } from '../../engine/failure.ts'
import type { TriggerAccount } from '../../report/account.ts'
import type { Ended } from '../ended.ts'
import { exitOfTrigger } from '../exit.ts'

export interface Sent extends Delivered {
  readonly request: DeliveryRequest
  /** Of the target. */
  readonly alias: string
  readonly warnings: readonly Problem[]
  /** The exit code of the signal that came. */
  readonly interrupted: number | undefined
}

export function endOfTrigger(sent: Sent): Ended<TriggerAccount> {
  const { request, alias, answer, transactionId, judgements, outcome, warnings, interrupted } = sent
  // A refusal can be expected: status=trigger_not_active.
  const isExpected = judgements.length > 0 && judgements.every(({ isMet }) => isMet)
  const isAnswered = 'workflow' in answer
  const known = isAnswered && !isExpected && answer.status !== 'processed' ? [notProcessed(answer)] : []
  const failed = outcome?.failure === undefined ? [] : [problemOf(outcome.failure, alias)]
  const problems = [...warnings, ...(isAnswered || isExpected ? [] : answer.problems), ...failed, ...known]
  const isSent = isAnswered || answer.mayBeSent === 'yes'
  const account: TriggerAccount = {
    command: 'trigger',
    exit: interrupted ?? exitOfTrigger(answer, outcome, isExpected),
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
  return {
    rule: 'not-processed',
    severity: 'error',
    target: answer.target,
    message: [`the service answered with status ${answer.status}`, ...answer.error].join(': '),
    hint: adviceOn(answer, triggerTerms()),
  }
}
