// The report of belfry trigger: the service's reply, the result, and which of them is a problem.
import type { Problem } from '../../core/problem.ts'
import { adviceOn, flagTerms, type Triggered } from '../../core/delivery/triggered.ts'
import type { TriggerAccount } from '../../report/account.ts'
import { judge } from '../../delivery/judge.ts'
import type { Outcome } from '../../delivery/outcome.ts'
import { problemOf } from '../../engine/failure.ts'
import { exitOfTrigger } from '../exit.ts'
import type { Failed } from '../../delivery/refusal.ts'
import type { TriggerRequest } from '../../delivery/trigger.ts'
import type { OpenTarget } from '../prepare/one-target.ts'
import type { Teller } from '../tell.ts'
import type { WaitPlan } from './wait-plan.ts'

export interface Sent {
  readonly request: TriggerRequest
  readonly opened: OpenTarget
  readonly answer: Triggered | Failed
  /** With --wait or --expect. */
  readonly plan?: WaitPlan
  /** If the trigger was processed and belfry waited. */
  readonly outcome?: Outcome
  /** Warnings. */
  readonly problems: readonly Problem[]
  readonly interrupted: number | undefined
}

/** The exit code. */
export function tellTrigger(sent: Sent, { tell }: Pick<Teller, 'tell'>): number {
  const { request, opened, answer, plan, outcome, problems: warnings, interrupted } = sent
  const { alias } = opened.target
  // A refusal can be expected: status=trigger_not_active.
  const judgements = outcome?.judgements ?? judgedUnsent(answer, plan)
  const isExpected = judgements.length > 0 && judgements.every(({ isMet }) => isMet)
  const isAnswered = 'workflow' in answer
  // Text output already shows the status with the reply.
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
    ...(isSent && { transactionId: isAnswered ? answer.transactionId : request.body.transactionId }),
    ...(outcome && waitedOf(outcome)),
    ...(plan && { judgements }),
  }
  const closing = isSent ? 'The trigger may have been sent.' : 'Nothing was sent.'
  return tell(account, { known, closing: isAnswered ? 'The trigger was sent.' : closing })
}

function waitedOf({ end, milliseconds, deliveries, explanations, quotable }: Outcome) {
  return {
    waited: { end, milliseconds, deliveries },
    explanations,
    quotable,
  }
}

/** Without a processed trigger, only its status and expected absences can be met. */
function judgedUnsent(answer: Triggered | Failed, plan: WaitPlan | undefined) {
  if (plan === undefined || plan.expectations.length === 0 || answer.status === undefined) return []
  return judge({ deliveries: [], milliseconds: 0, status: answer.status }, plan.expectations)
}

function notProcessed(answer: Triggered): Problem {
  return {
    rule: 'not-processed',
    severity: 'error',
    target: answer.target,
    message: [`the service answered with status ${answer.status}`, ...answer.error].join(': '),
    hint: adviceOn(answer, flagTerms),
  }
}
