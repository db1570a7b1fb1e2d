// The differences to the service. Its client can't write.
import { append } from '../../core/lists.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { Engine } from '../../engine/engine.ts'
import { makePlan } from '../../engine/plan/plan.ts'
import { neededSecrets } from '../../engine/guards/protection.ts'
import type { PlanAccount } from '../../report/account.ts'
import type { Run, Machine } from '../run.ts'
import { guardsOf } from '../sides/guards.ts'
import { datedProblems, differenceSince, withDeclaredSince } from '../sides/since.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfPlan, exitOfProblems } from '../exit.ts'
import { planRequest, withEngine } from '../prepare/engine.ts'
import type { Connection } from '../prepare/connection.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import type { Wishes } from '../prepare/settings.ts'
import { isReady } from '../prepare/ready.ts'
import type { ChangeRequest, PlanFlags } from '../options/plan.ts'
import { countsOf } from '../../core/plan/plan.ts'
import { refuseSecrets } from '../../core/secrets/leak.ts'
import type { Planned } from '../../engine/plan/request.ts'
import { savedPlanText } from '../../engine/saved/write.ts'
import { registry } from '../../kinds/registry.ts'
import type { Project } from '../../project/project.ts'
import { version } from '../../service/package.ts'
import { commitOf } from '../files/checkout.ts'
import { sealKeys } from '../prepare/keys.ts'

export interface PlanningRequest
  extends
    ChangeRequest,
    Pick<PlanFlags, 'diffBase' | 'guardsFrom'>,
    Pick<Wishes, 'texts' | 'targetVariables'> {
  /** Exit with 2 if anything differs. */
  readonly detailedExitcode?: true
  /** Writes the text of the saved plan in pieces, and returns problems of the file. */
  readonly save?: (pieces: Iterable<string>) => readonly Problem[]
}

export async function plan(request: PlanningRequest, run: Run): Promise<OperationEnd<PlanAccount>> {
  const { guardsFrom, diffBase, save, secrets, texts, targetVariables } = request
  const guards = guardsFrom === undefined ? undefined : await guardsOf(guardsFrom, request, run.machine)
  if (guards !== undefined && 'rule' in guards) return refused('plan', { problems: [guards] })
  const wishes = { canDefer: true, ...given({ guards, secrets, texts, targetVariables }) } as const
  const prepared = await openProject(request, needs.plan, run, wishes)
  if (!isReady(prepared)) return refused('plan', prepared)
  const difference = diffBase === undefined ? undefined : await differenceSince(diffBase, request, run)
  if (difference !== undefined && 'rule' in difference) return refused('plan', { problems: [difference] })
  const { project, loaded, ledger } = prepared
  const compare = async (engine: Engine, { waits }: Connection): Promise<OperationEnd<PlanAccount>> => {
    const made = await makePlan(planRequest(prepared, request, request.failback), engine)
    const { plan: shown, problems: since } = difference
      ? withDeclaredSince(made.plan, difference, diffBase)
      : { plan: made.plan, problems: [] }
    const unset = neededSecrets(made.plan, loaded, loaded.unset)
    const found = [...prepared.problems, ...made.plan.problems, ...since, ...unset]
    const problems = difference ? await datedProblems(found, difference) : found
    run.clear()
    if (save !== undefined && !hasErrors(problems))
      append(
        problems,
        save(await savedPieces({ ...made, plan: shown }, request.failback, project, run.machine)),
      )
    const ofPlan = request.detailedExitcode === true ? exitOfPlan(made.plan) : 0
    const exit = run.code() ?? (hasErrors(problems) ? exitOfProblems(problems) : ofPlan)
    const account = { command: 'plan', exit, problems, plan: shown, waits } as const
    const closing = save === undefined ? 'Nothing was written.' : 'Nothing was written to the service.'
    return { account, loaded, closing }
  }
  return withEngine(request, run, compare, { ledger })
}

export async function savedPieces(
  planned: Planned,
  failback: true | undefined,
  { root, targets }: Project,
  machine: Machine,
): Promise<Iterable<string>> {
  const { uncompared } = countsOf(planned.plan.sections)
  const isNamed = planned.plan.secrets === 'named' || uncompared !== undefined
  const origin = given({
    belfry: version,
    madeAt: machine.now().toISOString(),
    commit: await commitOf(root, machine),
    secrets: isNamed ? ('named' as const) : ('compared' as const),
    failback,
  })
  const { filter } = machine
  const check = (json: string): void => {
    if (filter.find(json) !== undefined) refuseSecrets(JSON.parse(json), filter)
  }
  return savedPlanText(planned, origin, sealKeys(targets, machine), registry, check)
}
