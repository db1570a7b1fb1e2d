// The exit codes of all results, for pipelines to decide by.
import type { ApplyResult } from '../core/plan/outcome.ts'
import { notesIn, notesOf } from '../core/plan/notes.ts'
import { driftingFailovers, managesOthers, pendingChanges, type Plan } from '../core/plan/plan.ts'
import { exits, hasErrors, unsettledWarnings, type Problem } from '../core/problem.ts'
import type { SmokeResult, SmokeRun } from '../core/delivery/smoke.ts'
import { findingsOf, type Examination } from '../core/plan/finding.ts'
import type { Health } from '../core/delivery/health.ts'
import type { Triggered } from '../core/delivery/triggered.ts'
import type { Outcome } from '../delivery/trigger-outcome.ts'
import type { Failed } from '../delivery/send-trigger.ts'

/** If several apply, the first one in this list is used. */
const precedence = [130, 143, 5, 6, 7, 4, 3, 1, 2, 0]

/** The exit code of a run to which several apply; 0 without any. */
export function worstExit(codes: readonly number[]): number {
  return precedence.find((code) => codes.includes(code)) ?? 0
}

/** Warnings don't count. */
export function exitOfProblems(problems: readonly Problem[]): number {
  return worstExit(
    problems.filter(({ severity }) => severity === 'error').map(({ exit }) => exit ?? exits.mistake),
  )
}

/** With `--detailed-exitcode`. */
export function exitOfPlan(plan: Plan): number {
  const ofProblems = exitOfProblems(plan.problems)
  if (ofProblems !== 0) return ofProblems
  const isPending =
    pendingChanges(plan).length > 0 ||
    plan.sections.some(({ waitsFor }) => waitsFor !== undefined) ||
    hasDuplicates(plan) ||
    driftingFailovers(plan.sections).length > 0
  return isPending ? 2 : 0
}

/** A resource that is no longer managed is a difference too. */
export function exitOfDiff({ sections }: Plan, isDetailed: boolean): number {
  const isDifferent = sections.some((section) => section.changes.length > 0 || managesOthers(section))
  return isDetailed && isDifferent ? 2 : 0
}

/** Fields that the manifests declare differently on purpose count as no difference. */
export function exitOfCompare({ sections }: Plan, isDetailed: boolean): number {
  const isDifferent = sections.some(
    (section) =>
      section.changes.some(({ cause }) => cause !== 'meant') || notesOf(section, 'absent').length > 0,
  )
  return isDetailed && isDifferent ? 2 : 0
}

/** `interrupted` is the exit code of the signal that was received. */
export function exitOfApply(result: ApplyResult, interrupted: number | undefined): number {
  if (interrupted !== undefined) return interrupted
  const { results, waiting, after, plans, unsettled = [] } = result
  // A change that waits for a key that no target has is not a failure: a warning names it.
  const isAllDone =
    results.every(({ outcome }) => ['done', 'waiting'].includes(outcome.status)) && waiting.length === 0
  // A stale change is refused, like a stale plan, if nothing was sent and nothing failed.
  const isRefused =
    results.some(({ outcome: { status } }) => status === 'stale') &&
    results.every(({ outcome: { status }, startedAt }) => status !== 'failed' && startedAt === undefined)
  if (!isAllDone) return isRefused ? exits.refusal : 5
  const verified = after ?? plans.at(-1)
  if (verified === undefined) return 0
  // If the second plan has errors, the result is not verified.
  const isConverged =
    after === undefined || (pendingChanges(after).length === 0 && !hasErrors(after.problems))
  return isConverged && !hasDuplicates(verified) && unsettled.length === 0 ? 0 : 6
}

/** Of a plan without changes. */
export function exitOfIdle(plan: Plan): number {
  return hasDuplicates(plan) || unsettledWarnings(plan.problems).length > 0 ? 6 : 0
}

/** Duplicates stay unchanged, so a plan with duplicates is never applied completely. */
function hasDuplicates({ sections }: Plan): boolean {
  return notesIn(sections, 'duplicates').length > 0
}

/** `interrupted` is the exit code of the signal that was received. */
export function exitOfSmoke(
  { results }: SmokeRun,
  interrupted: number | undefined,
  when?: 'after apply',
): number {
  if (interrupted !== undefined) return interrupted
  // After an apply, exit code 1 would mean that the service wasn't changed.
  return worstExit(results.map((each) => exitOfCase(each, when === 'after apply' ? 7 : exits.failure)))
}

/** Of smoke suites that can't be started after an apply: its changes are written, but not verified. */
export function exitOfUnstartedSuites(problems: readonly Problem[]): number {
  return hasErrors(problems) ? 7 : 0
}

/** `unread`: of a check for which the service couldn't be read. */
function exitOfCase({ outcome, attempts }: SmokeResult, unread: number): number {
  if (outcome === 'met' || outcome === 'skipped') return 0
  if (outcome === 'unmet') return 7
  const last = attempts.at(-1)
  // Only a check of the configuration is unknown without a trigger. A case that --run-timeout stops ends with 5.
  return last?.end === 'unknown' && last.transactionId === '' ? unread : 5
}

/** Of a channel that --if-failing measured, and that belfry doesn't switch. */
export function exitOfHealth({ verdict }: Health): number {
  return verdict === 'failing' ? 2 : 0
}

/** `isExpected`: all expectations are met. */
export function exitOfTrigger(
  answer: Triggered | Failed,
  outcome: Outcome | undefined,
  isExpected: boolean,
): number {
  if (outcome?.end === 'unreadable' || outcome?.end === 'interrupted') return 5
  if (outcome !== undefined) return outcome.verdict === 'met' ? 0 : 7
  if (isExpected) return 0
  if ('workflow' in answer) return answer.status === 'processed' ? 0 : 7
  // The service may have accepted it. Exit code 1 would mean that nothing was written.
  return answer.mayBeSent === 'yes' ? 5 : exitOfProblems(answer.problems)
}

/** `isFailing`: a finding has a rule of --fail-on, or is an error because of `rules`. */
export function exitOfAudit(problems: readonly Problem[], isFailing: boolean): number {
  return worstExit([exitOfProblems(problems), isFailing ? 2 : 0])
}

/** The exit code of doctor. */
export function exitOfExamination(examination: Examination): number {
  return findingsOf(examination).some(({ status }) => status === 'problem') ? 3 : 0
}
