// What differs from the live service. Its client can't write.
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { makePlan } from '../../engine/plan/plan.ts'
import { neededSecrets } from '../../engine/guards/needed-secrets.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { savedPieces } from '../apply/save-plan.ts'
import { guardsOf } from '../diff/guards.ts'
import { datedProblems, differenceSince, withDeclaredSince } from '../diff/since.ts'
import { refused, type Ended } from '../ended.ts'
import { exitOfPlan, exitOfProblems } from '../exit.ts'
import { openEngine, planRequest } from '../prepare/engine.ts'
import { openProject } from '../prepare/open-project.ts'
import type { Wishes } from '../prepare/settings.ts'
import { isReady } from '../prepare/ready.ts'
import type { ChangeRequest, PlanOptions } from '../requests.ts'

export interface PlanningRequest
  extends ChangeRequest, PlanOptions, Pick<Wishes, 'texts' | 'targetVariables'> {
  /** Exit with 2 if anything differs. */
  readonly detailedExitcode?: true
  /** Takes the text of the saved plan in pieces, and says what is wrong with where it puts it. */
  readonly save?: (pieces: Iterable<string>) => readonly Problem[]
}

export async function plan(
  request: PlanningRequest,
  ambient: Ambient,
  observer: Observer<PlanAccount>,
): Promise<Ended<PlanAccount>> {
  const guards = await guardsOf(request, ambient)
  if (guards !== undefined && 'rule' in guards) return refused('plan', { problems: [guards] })
  const { secrets, texts, targetVariables } = request
  const wishes = { canDefer: true, ...given({ guards, secrets, texts, targetVariables }) } as const
  const prepared = await openProject(request, 'plan', ambient, { ...wishes, follow: observer.follow })
  if (!isReady(prepared)) return refused('plan', prepared)
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
    const made = await makePlan(planRequest(prepared, request, request.failback), engine)
    const since = withDeclaredSince(made.plan, difference, request.diffBase)
    const caused = { ...made, plan: since.plan }
    const unset = neededSecrets(made.plan, loaded, loaded.unset)
    const found = [...prepared.problems, ...made.plan.problems, ...since.problems, ...unset]
    const problems = await datedProblems(found, difference)
    observer.clear()
    if (request.save !== undefined && !hasErrors(problems))
      append(problems, request.save(await savedPieces(caused, request.failback, project, ambient)))
    const detailed = hasErrors(problems) ? exitOfProblems(problems) : exitOfPlan(made.plan)
    const exit = guard.code() ?? (detailed === 2 && request.detailedExitcode !== true ? 0 : detailed)
    const account = { command: 'plan', exit, problems, plan: caused.plan, waits } as const
    return { account, loaded, closing: 'Nothing was written.' }
  } finally {
    guard.release()
    await close()
  }
}
