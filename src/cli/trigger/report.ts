// Tells what belfry trigger did: the transaction id on stdout, all else on stderr, or one envelope.
import { maskWithin } from '../../core/secrecy/personal.ts'
import type { Problem } from '../../core/problem.ts'
import {
  deliveryLines,
  endingLine,
  explanationLines,
  judgedLine,
  judgementLines,
} from '../../report/text/delivery.ts'
import { adviceOn, flagTerms, type Triggered } from '../../core/delivery/triggered.ts'
import { quoted } from '../../core/shell.ts'
import { triggerText } from '../../report/text/trigger.ts'
import { visible } from '../../core/visible.ts'
import { judge } from '../../delivery/judge.ts'
import { colorOf, printEnvelope, printProblems } from '../terminal/diagnostics.ts'
import { exitOfProblems } from '../exit.ts'
import type { TriggerFlags } from '../flags/activity.ts'
import type { Io } from '../terminal/io.ts'
import type { OpenTarget } from '../prepare/one-target.ts'
import { shownProblems } from '../privacy.ts'
import type { TriggerRequest } from '../../delivery/trigger.ts'
import type { Failed } from '../../delivery/refusal.ts'
import type { Watched, WaitPlan } from './wait-plan.ts'

export interface Sent {
  readonly request: TriggerRequest
  readonly opened: OpenTarget
  readonly answer: Triggered | Failed
  /** Where somebody wants to wait. */
  readonly plan?: WaitPlan
  /** Where there was something to wait for. */
  readonly watched?: Watched
  /** Warnings. */
  readonly problems: readonly Problem[]
  readonly interrupted?: number
}

/** The exit code. */
export function reportTrigger(sent: Sent, flags: TriggerFlags, io: Io): number {
  const { request, opened, plan, watched, problems: warnings } = sent
  const outcome = watched?.outcome
  const answer = shownAnswer(sent)
  const isAnswered = 'workflow' in answer
  // An expectation may be that the service refuses it.
  const judgements = outcome?.judgements ?? judgedUnsent(answer, plan)
  const isExpected = judgements.length > 0 && judgements.every(({ isMet }) => isMet)
  const isUnprocessed = isAnswered && !isExpected && answer.status !== 'processed'
  const unprocessed = isUnprocessed ? [notProcessed(answer)] : []
  const failures = isAnswered || isExpected ? [] : answer.problems
  const found = [...warnings, ...failures, ...(watched?.problems ?? [])]
  const listed = shownProblems(found, opened.persons)
  const problems = [...listed, ...shownProblems(unprocessed, opened.persons)]
  const exit = sent.interrupted ?? exitOf(sent, isExpected)
  const transactionId = isAnswered ? answer.transactionId : request.body.transactionId
  const isSent = isAnswered || answer.mayBeSent === 'yes'
  if (flags.format === 'json') {
    const { acknowledged, error } = isAnswered ? answer : {}
    printEnvelope(
      'trigger',
      { exit, problems },
      {
        target: opened.target.alias,
        workflow: request.body.name,
        acknowledged,
        ...(isAnswered && { status: answer.status }),
        ...(isSent && { transactionId }),
        error,
        ...(outcome && told(outcome)),
        ...(plan !== undefined && { judgements }),
      },
      io,
    )
    return exit
  }
  if (isSent && outcome === undefined) io.out(`${visible(transactionId)}\n`)
  const closing = isSent ? 'The trigger may have been sent.' : 'Nothing was sent.'
  printProblems(listed, undefined, flags, io, isAnswered ? 'It was sent.' : closing)
  const style = io.errStyle(colorOf(flags))
  if (isAnswered && outcome === undefined) io.err(triggerText(answer, style))
  const lines = [
    ...(outcome === undefined ? [] : deliveryLines(outcome.deliveries, style)),
    ...block(explanationLines(outcome?.explanations ?? [], style)),
    ...block(judgementLines(judgements, style)),
    ...(outcome === undefined ? [] : block([endingLine(outcome, outcome.deliveries), ...again(sent)])),
    ...(judgements.length === 0 ? [] : [judgedLine(judgements)]),
  ]
  io.err(lines.map((line) => `${line}\n`).join(''))
  return exit
}

function told({ end, milliseconds, deliveries, explanations }: Watched['outcome']) {
  return { waited: { end, milliseconds: Math.round(milliseconds) }, deliveries, explanations }
}

/** The service's own words may be about the persons that the trigger is for. */
function shownAnswer({ answer, opened }: Sent): Triggered | Failed {
  return 'workflow' in answer && opened.persons === 'masked'
    ? { ...answer, error: answer.error.map(maskWithin) }
    : answer
}

function exitOf({ answer, watched }: Sent, isExpected: boolean): number {
  if (watched !== undefined) return watched.exit
  if (isExpected) return 0
  if ('workflow' in answer) return answer.status === 'processed' ? 0 : 7
  // Nobody knows whether it was taken: 1 would say that nothing was written.
  return answer.mayBeSent === 'yes' ? 5 : exitOfProblems(answer.problems)
}

/** Of a trigger that came to nothing only its status, and what is expected to be missing, can be met. */
function judgedUnsent(answer: Triggered | Failed, plan: WaitPlan | undefined) {
  if (plan === undefined || plan.expectations.length === 0 || answer.status === undefined) return []
  return judge({ deliveries: [], milliseconds: 0, status: answer.status }, plan.expectations)
}

function notProcessed(answer: Triggered): Problem {
  return {
    rule: 'not-processed',
    severity: 'error',
    target: answer.target,
    message: [`the status is ${answer.status}`, ...answer.error].join(': '),
    hint: adviceOn(answer, flagTerms),
  }
}

/** Where to look on, if there is more to come. */
function again({ answer, watched, opened }: Sent): string[] {
  if (watched === undefined || watched.outcome.end === 'settled' || !('workflow' in answer)) return []
  return [
    `Look again: belfry events list --transaction-id ${quoted(answer.transactionId)} -t ${quoted(opened.target.alias)}`,
  ]
}

/** With an empty line before it, where there is something. */
function block(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', ...lines]
}
