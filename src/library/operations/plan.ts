// What differs from the live service. Its client can't write.
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { hasErrors, isProblem, usable, type Problem } from '../../core/problem.ts'
import { listText } from '../../core/words.ts'
import type { Project } from '../../project/project.ts'
import { makePlan } from '../../engine/plan/plan.ts'
import { neededSecrets } from '../../engine/guards/needed-secrets.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { pullRequestProblem } from '../apply/pull-request.ts'
import { savedPieces } from '../apply/save-plan.ts'
import { guardedFrom } from '../diff/difference.ts'
import { differenceSince, withDeclaredSince } from '../diff/since.ts'
import { refused, type Ended } from '../ended.ts'
import { badFlag } from '../problems.ts'
import { exitOfPlan, exitOfProblems } from '../exit.ts'
import type { NotifyRequest } from '../plan/notice.ts'
import { openEngine, planRequest } from '../prepare/engine.ts'
import { prepareLive } from '../prepare/prepare.ts'
import type { Purpose } from '../prepare/settings.ts'
import { isReady } from '../prepare/ready.ts'
import type { ChangeRequest, PlanOptions } from '../requests.ts'

export interface PlanningRequest
  extends ChangeRequest, PlanOptions, Pick<Purpose, 'texts' | 'targetVariables'> {
  /** Exit with 2 if anything differs. */
  readonly detailedExitcode?: true
  /** Whom to notify of changes and refusals. */
  readonly notify?: NotifyRequest
  /** Takes the text of the saved plan in pieces, and says what is wrong with where it puts it. */
  readonly save?: (pieces: Iterable<string>) => readonly Problem[]
}

export async function plan(
  request: PlanningRequest,
  ambient: Ambient,
  observer: Observer<PlanAccount>,
): Promise<Ended<PlanAccount>> {
  const mistakes = [request.traffic, request.maxMessages, idleLimit(request)].filter(isProblem)
  if (mistakes.length > 0) return refused('plan', { problems: mistakes })
  const refusedNotice = request.notify && pullRequestProblem('notice', {}, ambient)
  if (refusedNotice !== undefined) return refused('plan', { problems: [refusedNotice] })
  const { guardsFrom } = request
  const guards =
    guardsFrom === undefined ? undefined : (own: Project) => guardedFrom(own, guardsFrom, request, ambient)
  const prepared = await prepareLive({ ...request, canDefer: true, ...given({ guards }) }, ambient, observer)
  if (!isReady(prepared)) return refused('plan', prepared)
  const unknown = request.notify && unknownTarget(request.notify, prepared.project)
  if (unknown !== undefined) return refused('plan', { problems: [unknown] })
  const difference = await differenceSince(request, ambient, observer)
  if (difference !== undefined && 'rule' in difference) return refused('plan', { problems: [difference] })
  const { project, loaded, ledger } = prepared
  const guard = observer.guard(() => undefined)
  const waits = { count: 0, milliseconds: 0 }
  const counting: Observer<PlanAccount> = {
    ...observer,
    wait: (wait) => {
      waits.count += 1
      waits.milliseconds += wait.milliseconds
      observer.wait(wait)
    },
  }
  const { engine, close } = openEngine(ambient, request, counting, given({ ledger }))
  try {
    const made = await makePlan(planRequest(prepared, request), engine)
    const since = withDeclaredSince(made.plan, difference, request.diffBase)
    const caused = { ...made, plan: since.plan }
    const problems = [
      ...prepared.problems,
      ...made.plan.problems,
      ...since.problems,
      ...neededSecrets(made.plan, loaded, loaded.unset),
    ]
    const period = usable(request.traffic)
    let shown = caused
    if (period !== undefined) {
      const { withTraffic } = await import('../../delivery/traffic/of-plan.ts')
      const of = { period, now: ambient.now().getTime(), maxMessages: usable(request.maxMessages) }
      shown = await withTraffic(caused, of, problems, engine)
    }
    observer.clear()
    if (request.save !== undefined && !hasErrors(problems))
      append(problems, request.save(await savedPieces(caused, request, project, ambient)))
    const detailed = hasErrors(problems) ? exitOfProblems(problems) : exitOfPlan(made.plan)
    if (request.notify !== undefined && [2, 4].includes(detailed)) {
      const { notify } = await import('../plan/notice.ts')
      const drift = { plan: made.plan, problems: [...problems], exit: detailed, targets: project.targets }
      // From here on, a signal waits for the reply, which shows whether the notice was sent.
      guard.writing({ command: 'plan', exit: detailed, problems, plan: shown.plan, waits })
      append(problems, await notify(request.notify, drift, request, ambient, observer))
    }
    const exit = guard.code() ?? (detailed === 2 && request.detailedExitcode !== true ? 0 : detailed)
    const account = { command: 'plan', exit, problems, plan: shown.plan, waits } as const
    return { account, loaded, closing: 'Nothing was written.' }
  } finally {
    guard.release()
    await close()
  }
}

function unknownTarget({ target }: NotifyRequest, { allTargets }: Project): Problem | undefined {
  const names = allTargets.map(({ alias }) => alias)
  return names.includes(target)
    ? undefined
    : badFlag(`--notify-target ${target}: unknown target`, `The targets are ${listText(names)}.`)
}

function idleLimit({ traffic, maxMessages }: PlanOptions): Problem | undefined {
  const isIdle = maxMessages !== undefined && traffic === undefined
  return isIdle ? badFlag('--max-messages works only with --traffic') : undefined
}
