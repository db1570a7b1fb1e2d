// Sends exactly the requests of a plan, and checks that a new plan shows no changes.
import { isDeepStrictEqual } from 'node:util'
import { refuseSecrets } from '../../core/secrets/leak.ts'
import { given } from '../../core/given.ts'
import { append } from '../../core/lists.ts'
import type { Change } from '../../core/plan/change.ts'
import type { ApplyResult, Result } from '../../core/plan/outcome.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { hasErrors, isProblem, type Problem } from '../../core/problem.ts'
import { applyPlan } from '../../engine/apply/apply.ts'
import type { JournalFile } from '../../engine/journal-and-ledger/journal-writer.ts'
import { mayNotWrite, neededSecrets, protectionProblems } from '../apply/may-write.ts'
import type { Loaded } from '../../manifest/load-manifests.ts'
import type { ApplyAccount } from '../../report/account.ts'
import type { Machine, Run } from '../run.ts'
import { beginJournal, closeJournal, openJournalOf } from '../apply/journal-file.ts'
import { keepLedger, unwritableLedger } from '../apply/ledger-file.ts'
import { chosenSuites, withoutCases, withSmokeRun, type Chosen } from '../smoke/suites.ts'
import { planToApply, reviewOf, wishesOf } from '../apply/reviewed-plan.ts'
import type { ApprovedRequest, Review, ReviewRequest } from '../apply/reviewed-plan.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfApply, exitOfIdle, exitOfProblems, worstExit } from '../exit.ts'
import { allowProtectedProblems, type ApplyFlags, type ChangeRequest } from '../options/plan.ts'
import { withEngine } from '../prepare/engine.ts'
import type { Engine } from '../../engine/engine.ts'
import { sealProblems } from '../../engine/saved/seals.ts'
import type { ToApply } from '../../engine/plan/plan-request.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import { sealKeys } from '../prepare/keys.ts'
import { isReady, type PlanReady } from '../prepare/ready.ts'

type OwnFlags = Pick<ApplyFlags, 'allowProtected' | 'keepGoing' | 'freshness' | 'journal' | 'smoke'>

export interface ApplyRequest extends ChangeRequest, ApprovedRequest, OwnFlags {
  /** The saved plan to follow: exactly its changes, or at most these. */
  readonly review?: ReviewRequest | Problem
  /** No one reviewed the plan of a program: protected targets must be allowed explicitly. */
  readonly approvedBy?: 'program'
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

const unwritten = 'Nothing was written.'

/** Makes or reads the plan, has it approved, sends its changes, and verifies them. Then runs the smoke suites. */
export async function apply(
  request: ApplyRequest,
  approval: Approval,
  run: Run<ApplyAccount>,
): Promise<OperationEnd<ApplyAccount>> {
  const ready = await openApply(request, run)
  if ('account' in ready) return ready
  const journal = await openJournalOf(request, run.machine)
  if (isProblem(journal)) return refused('apply', { problems: [journal] })
  const log: Log = { journal, exit: undefined }
  try {
    const { freshness } = request
    const ended = await withEngine(
      request,
      run,
      (engine) => applied(request, ready, log, approval, run, engine),
      { freshness, ledger: ready.ledger },
    )
    // A signal may have come after the last write, while the files were saved.
    const account = { ...ended.account, exit: worstExit([ended.account.exit, run.code() ?? 0]) }
    const { project, suites } = ready
    if (log.exit !== undefined) log.exit = account.exit
    if (suites === undefined || account.exit !== 0) return { ...ended, account }
    // A signal before the first trigger ends the process at once, but the changes are applied.
    if (log.exit !== undefined) await log.journal?.append({ type: 'end', exit: 0 }).catch(() => undefined)
    const end = await withSmokeRun({ ...ended, account }, { project, suites }, request, run)
    if (log.exit !== undefined) log.exit = end.account.exit
    return end
  } finally {
    await closeJournal(log.journal, log.exit, run)
  }
}

/** The journal of an apply. `exit` is undefined until changes were sent, and if sending them throws. */
interface Log {
  journal: JournalFile | undefined
  exit: number | undefined
}

interface ApplyReady extends PlanReady {
  readonly review: Review | undefined
  /** Suites that are run after an apply that is done. */
  readonly suites: Chosen | undefined
}

async function openApply(
  request: ApplyRequest,
  run: Run<ApplyAccount>,
): Promise<ApplyReady | OperationEnd<ApplyAccount>> {
  const { machine } = run
  const { secrets, allowProtected, smoke } = request
  const refusal = mayNotWrite('apply', request, machine)
  if (refusal !== undefined) return refuse([refusal])
  const review = await reviewOf(request, machine)
  if (isProblem(review)) return refuse([review])
  const ready = await openProject(request, needs.plan, run, wishesOf(review, secrets))
  if (!isReady(ready)) return refused('apply', ready)
  const { project } = ready
  const names = project.allTargets.map(({ alias }) => alias)
  const suites = smoke.length === 0 ? undefined : await chosenSuites(project, smoke, [])
  const mistakes = [
    ...allowProtectedProblems(allowProtected, names),
    ...(review ? sealProblems(review.saved, project.targets, sealKeys(project.targets, machine)) : []),
    ...(suites ? [...suites.problems, ...withoutCases(suites, project)] : []),
  ]
  if (hasErrors(mistakes)) return refuse(mistakes)
  // The suites of the project were checked with its manifests.
  const warnings = mistakes.filter((each) => !ready.problems.some((known) => isDeepStrictEqual(known, each)))
  return { ...ready, problems: [...ready.problems, ...warnings], review, suites }
}

function refuse(problems: readonly Problem[]): OperationEnd<ApplyAccount> {
  return refused('apply', { problems }, unwritten)
}

async function applied(
  request: ApplyRequest,
  ready: ApplyReady,
  log: Log,
  approval: Approval,
  run: Run<ApplyAccount>,
  engine: Engine,
): Promise<OperationEnd<ApplyAccount>> {
  const { loaded, ledger, review } = ready
  const plannedApply = await planToApply(review, ready, request, run.machine, engine)
  run.clear()
  const stopped = await beforeWriting(plannedApply, ready, request, approval, run.machine)
  if (stopped !== undefined) return stopped
  const begun = await beginJournal(log.journal, plannedApply.planned, ready, request, run)
  if (isProblem(begun)) return refuse([begun])
  log.journal = begun
  run.writing({ command: 'apply', exit: 0, problems: [], plan: plannedApply.planned.plan })
  const known = [...plannedApply.done.map(alreadyDone), ...plannedApply.stale]
  for (const result of known) run.on({ type: 'outcome', result })
  const unapproved: Problem[] = []
  const approve = (plan: Plan) => isApproved(plan, plannedApply, approval, run, unapproved)
  const keepGoing = request.keepGoing === true ? 'yes' : 'no'
  const writing = { ...engine, ...given({ journal: begun }) }
  let sent: ApplyResult
  let unrecorded: readonly Problem[] = []
  try {
    sent = await applyPlan(plannedApply.planned, plannedApply.request, { keepGoing, approve }, writing)
  } finally {
    unrecorded = await keepLedger(ledger)
  }
  run.clear()
  const result = {
    ...sent,
    results: [...known, ...sent.results],
    ...(unrecorded.length > 0 && { unsettled: [...(sent.unsettled ?? []), ...unrecorded] }),
    problems: [...sent.problems, ...unrecorded],
  }
  const exit = (log.exit = exitOfApply(result, run.code()))
  const planned = result.plans.flatMap((plan) => plan.problems)
  const problems = [...ready.problems, ...planned, ...unapproved, ...result.problems]
  return { account: { command: 'apply', exit, problems, result }, loaded, closing: '' }
}

/** The end if nothing is to be written; undefined if the plan can be applied. */
async function beforeWriting(
  { planned: { plan }, done, stale }: ToApply,
  { project, loaded, review, problems: warnings }: ApplyReady,
  { allowProtected, approvedBy }: ApplyRequest,
  approval: Approval,
  { filter }: Machine,
): Promise<OperationEnd<ApplyAccount> | undefined> {
  // Before anything is shown or sent: afterwards, the output with a secret couldn't be withheld.
  refuseSecrets(plan, filter)
  const permission = { review: approvedBy ?? review?.kind ?? 'none', allowed: allowProtected } as const
  const problems = [
    ...warnings,
    ...plan.problems,
    ...protectionProblems(plan, project.targets, permission),
    ...neededSecrets(plan, loaded, loaded.unset),
    ...(isIdle(plan) ? [] : unwritableLedger(project)),
  ]
  const end = (exit: number, found: readonly Problem[]): OperationEnd<ApplyAccount> => {
    const results = hasErrors(found) ? [] : done.map(alreadyDone)
    const account = { command: 'apply', exit, problems: found, plan, results } as const
    return { account, loaded, closing: unwritten }
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

/** Whether a plan that could only be made during the apply can be applied. What no review has is added to `unapproved`. */
async function isApproved(
  plan: Plan,
  { refusals }: ToApply,
  { isWanted }: Approval,
  { machine, stop }: Run<ApplyAccount>,
  unapproved: Problem[],
): Promise<boolean> {
  refuseSecrets(plan, machine.filter)
  append(unapproved, refusals({ plan, basisOf: new Map() }))
  return (await isWanted(plan, unapproved, stop)) && !hasErrors(unapproved)
}

/** Of a change of a saved plan that the service has already before anything is sent. */
function alreadyDone(change: Change): Result {
  return { change, outcome: { status: 'done', already: true }, milliseconds: 0 }
}
