// Sends exactly the requests of a plan, and checks that a new plan shows no changes.
import { resolve } from 'node:path'
import { refuseSecrets } from '../../core/secrets/leak.ts'
import { given } from '../../core/given.ts'
import type { Change } from '../../core/plan/change.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { hasErrors, isProblem, type Problem } from '../../core/problem.ts'
import { applyPlan } from '../../engine/apply/apply.ts'
import { protectionProblems } from '../../engine/guards/protection.ts'
import { neededSecrets } from '../../engine/guards/needed-secrets.ts'
import type { Loaded } from '../../manifest/load.ts'
import type { Project } from '../../project/project.ts'
import type { ApplyAccount } from '../../report/account.ts'
import type { Ambient, Guard, Observer } from '../ambient.ts'
import { closeJournal, openJournalOf, startOf, unwritable } from '../apply/journal.ts'
import { keepLedger } from '../apply/ledger.ts'
import { proven } from '../apply/prove.ts'
import { pullRequestProblem } from '../apply/pull-request.ts'
import {
  chart,
  reviewOf,
  reviewProblems,
  wishesOf,
  type ApprovedRequest,
  type Course,
  type Review,
  type ReviewRequest,
} from '../apply/reviewed-plan.ts'
import { promotionsIn, withPromotions } from '../failover/journal.ts'
import { refused, type Ended } from '../ended.ts'
import { exitOfApply, exitOfIdle, exitOfProblems, worstExit } from '../exit.ts'
import { allowProtectedProblems } from '../limits.ts'
import { openEngine } from '../prepare/engine.ts'
import { openProject } from '../prepare/open-project.ts'
import { isReady, type PlanReady } from '../prepare/ready.ts'
import type { ChangeRequest, Checked } from '../requests.ts'
import { chosenSuites, type Chosen } from '../smoke/suites.ts'

export interface ApplyRequest extends ChangeRequest, ApprovedRequest {
  /** The saved plan to go by: exactly what it says, or no more than it says. */
  readonly review?: Checked<ReviewRequest>
  /** Nobody reviewed the plan of a program: protected targets have to be allowed. */
  readonly approvedBy?: 'program'
  /** Targets that may be written to without a review. */
  readonly allowProtected: readonly string[]
  readonly keepGoing?: true
  /** Milliseconds. */
  readonly freshness?: Checked<number>
  /** The file of the journal. */
  readonly journal?: string
  /** Suites that are run after an apply that is done. */
  readonly smoke: readonly string[]
}

/** What is asked before anything is written. */
export interface Approval {
  /** The plan, with all that is wrong with it, and the changes of a saved plan that are done already. */
  readonly show: (plan: Plan, problems: readonly Problem[], done: readonly Change[]) => void
  /** Why the plan that was shown is not wanted. */
  readonly objection: (warnings: readonly Problem[], loaded: Loaded) => Promise<Problem | undefined>
  /** Whether a plan is wanted that could only be made during the apply; `unapproved` is what no review has. */
  readonly isWanted: (plan: Plan, unapproved: readonly Problem[], stop: AbortSignal) => Promise<boolean>
}

export async function apply(
  request: ApplyRequest,
  approval: Approval,
  ambient: Ambient,
  observer: Observer<ApplyAccount>,
): Promise<Ended<ApplyAccount>> {
  let asked: { readonly project: Project; readonly suites: Chosen } | undefined
  const check = async (project: Project): Promise<readonly Problem[]> => {
    if (request.smoke.length === 0) return []
    asked = { project, suites: await chosenSuites(project, request.smoke, []) }
    return asked.suites.problems
  }
  let guard: Guard<ApplyAccount> | undefined
  const guarded: typeof observer.guard = (...args) => (guard = observer.guard(...args))
  const ended = await applied(request, approval, check, ambient, { ...observer, guard: guarded })
  const { account } = ended
  // A signal may have come after the last write, while the files were saved.
  const exit = worstExit([account.exit, guard?.code() ?? 0])
  return asked === undefined || exit !== 0
    ? { ...ended, account: { ...account, exit } }
    : proven(ended, asked, request, ambient, observer)
}

async function applied(
  request: ApplyRequest,
  approval: Approval,
  check: (project: Project) => Promise<readonly Problem[]>,
  ambient: Ambient,
  observer: Observer<ApplyAccount>,
): Promise<Ended<ApplyAccount>> {
  const nothing = 'Nothing was written.'
  const proposed = pullRequestProblem('apply', request, ambient)
  if (proposed !== undefined) return refused('apply', { problems: [proposed] }, nothing)
  const { freshness } = request
  if (isProblem(freshness)) return refused('apply', { problems: [freshness] }, nothing)
  const review = await reviewOf(request, ambient)
  if (isProblem(review)) return refused('apply', { problems: [review] }, nothing)
  const wishes = wishesOf(review, request.secrets)
  const prepared = await openProject(request, 'plan', ambient, { ...wishes, follow: observer.follow })
  if (!isReady(prepared)) return refused('apply', prepared)
  const { project, loaded, ledger } = prepared
  const mistaken = [
    ...allowProtectedProblems(
      request.allowProtected,
      project.allTargets.map(({ alias }) => alias),
    ),
    ...reviewProblems(review, prepared, ambient),
    ...(await check(project)),
  ]
  if (hasErrors(mistaken)) return refused('apply', { problems: mistaken }, nothing)
  const opened = await openJournalOf(request, ambient)
  if ('problem' in opened) return refused('apply', { problems: [opened.problem] })
  let { journal } = opened
  const guard = observer.guard(() => undefined)
  const { engine, close } = openEngine(ambient, request, observer, {
    stop: guard.stop,
    freshness,
    ledger,
  })
  let exit: number | undefined
  try {
    const course = await chart(review, prepared, request, ambient, engine)
    observer.clear()
    const stopped = await beforeWriting(course, review, prepared, request, approval, ambient)
    if (stopped !== undefined) return stopped
    try {
      const promotions = promotionsIn(course.planned, project.targets)
      const file = request.journal && resolve(ambient.cwd, request.journal)
      if (promotions.length > 0) journal = await withPromotions(journal, file, project.root, observer)
      const more = given({ plan: review?.digest, ...(promotions.length > 0 && { promotions }) })
      if (journal !== undefined)
        await journal.append(await startOf(course.planned.plan, project.root, ambient, more))
    } catch (error) {
      return refused('apply', { problems: [unwritable(request.journal ?? '', error)] })
    }
    guard.writing({ command: 'apply', exit: 0, problems: [], plan: course.planned.plan })
    const done = [...course.done.map(alreadyDone), ...course.stale]
    for (const result of done) observer.on({ type: 'outcome', result })
    const result = await applyPlan(
      course.planned,
      course.request,
      {
        keepGoing: request.keepGoing === true ? 'yes' : 'no',
        approve: (plan) => isApproved(plan, review, course, approval, ambient, guard),
      },
      { ...engine, ...given({ journal }) },
    )
    observer.clear()
    const whole = { ...result, results: [...done, ...result.results] }
    exit = exitOfApply(whole, guard.code())
    if (course.stale.length > 0) exit = worstExit([exit, 5])
    const problems = [
      ...prepared.problems,
      ...whole.plans.flatMap((plan) => plan.problems),
      ...whole.problems,
    ]
    return { account: { command: 'apply', exit, problems, result: whole }, loaded, closing: '' }
  } finally {
    guard.release()
    await keepLedger(ledger, ambient, observer)
    await closeJournal(journal, exit, ambient, observer)
    await close()
  }
}

/** The end if nothing is to be written; undefined if the plan can be applied. */
async function beforeWriting(
  { planned: { plan }, done, stale }: Course,
  review: Review | undefined,
  { project, loaded, problems: warnings }: PlanReady,
  { allowProtected, approvedBy }: ApplyRequest,
  approval: Approval,
  { filter }: Ambient,
): Promise<Ended<ApplyAccount> | undefined> {
  // Before anything is shown or sent: afterwards, the output with a secret couldn't be withheld.
  refuseSecrets(plan, filter)
  const permission = { review: approvedBy ?? review?.kind ?? 'none', allowed: allowProtected } as const
  const problems = [
    ...warnings,
    ...plan.problems,
    ...protectionProblems(plan, project.targets, permission),
    ...neededSecrets(plan, loaded, loaded.unset),
  ]
  const end = (exit: number, found: readonly Problem[]): Ended<ApplyAccount> => {
    const results = hasErrors(found) ? [] : done.map(alreadyDone)
    const account = { command: 'apply', exit, problems: found, plan, results } as const
    return { account, loaded, closing: 'Nothing was written.' }
  }
  approval.show(plan, problems, done)
  if (hasErrors(problems)) return end(exitOfProblems(problems), problems)
  if (isIdle(plan) && stale.length === 0) return end(exitOfIdle(plan), problems)
  const why = await approval.objection(problems, loaded)
  return why === undefined ? undefined : end(exitOfProblems([why]), [...problems, why])
}

/** Whether a plan has nothing to do, and nothing to wait for. */
export function isIdle({ sections }: Plan): boolean {
  return sections.every(({ changes, waitsFor }) => changes.length === 0 && waitsFor === undefined)
}

/** Whether a plan that could only be made during the apply can be applied. */
async function isApproved(
  plan: Plan,
  review: Review | undefined,
  { refusals }: Course,
  { isWanted }: Approval,
  ambient: Ambient,
  { stop }: Guard<ApplyAccount>,
): Promise<boolean> {
  refuseSecrets(plan, ambient.filter)
  const unapproved = refusals({ plan, groundOf: new Map() })
  const answer = await isWanted(plan, unapproved, stop)
  return review === undefined ? answer : !hasErrors(unapproved)
}

/** Of a change of a saved plan that live shows before anything is sent. */
function alreadyDone(change: Change): Result {
  return { change, outcome: { status: 'done', already: true }, milliseconds: 0 }
}
