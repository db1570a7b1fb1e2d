// Makes a standby the primary integration of a channel, or returns to the declared one: activates it, sends a smoke trigger
// through it, and only then switches. Both writes are changes of one plan, sent like those of an apply.
import { append } from '../../core/lists.ts'
import type { Health } from '../../core/delivery/health.ts'
import { given } from '../../core/given.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { hasErrors, isProblem, type Problem } from '../../core/problem.ts'
import { refuseSecrets } from '../../core/secrets/leak.ts'
import { textOf } from '../../core/value.ts'
import { deliveryTarget } from '../../delivery/delivery-target.ts'
import { measureHealth } from '../../delivery/health.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import { makePlan } from '../../engine/plan/plan.ts'
import type { PlanRequest } from '../../engine/plan/plan-request.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import type { FailoverAccount } from '../../report/account.ts'
import type { Machine, Run } from '../run.ts'
import { closeJournal, startOf, openFailoverJournal, promotionOf } from '../apply/journal.ts'
import { mayNotWrite } from '../apply/may-write.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfProblems, exitOfHealth } from '../exit.ts'
import {
  guardProblems,
  smokeCaseFor,
  textIn,
  whyNotMeasured,
  type FailoverRequest,
} from '../failover/failover-conditions.ts'
import { changedSince, rolesOf, shownOf } from '../failover/roles.ts'
import { requestOf, runStages, type Stage } from '../failover/stages.ts'
import { allowProtectedProblems } from '../options/plan.ts'
import { withEngine } from '../prepare/engine.ts'
import { addressedBy, isReady } from '../prepare/ready.ts'
import { manifestsOf, needs, openProject } from '../prepare/open-project.ts'
import { readySuites, runReady } from '../smoke/suites.ts'

/** The checks before anything is written. */
export interface FailoverApproval {
  /** Shows the plan with the measurement that is its reason. */
  readonly show: (plan: Plan, health: Health | undefined) => void
  /** Why the shown plan is not wanted. */
  readonly objection: (question: string, warnings: readonly Problem[]) => Promise<Problem | undefined>
}

const unwritten = 'Nothing was written.'

export async function failover(
  request: FailoverRequest,
  approval: FailoverApproval,
  run: Run<FailoverAccount>,
): Promise<OperationEnd<FailoverAccount>> {
  const { channel, ifFailing } = request
  const isReporting = ifFailing !== undefined && request.yes !== true
  const refusal = isReporting ? undefined : mayNotWrite('apply', request, run.machine)
  const ready = await openProject(request, needs.target, run, {
    problems: [refusal ?? []].flat(),
    secrets: 'defer',
  })
  if (!isReady(ready)) return refused('failover', ready, unwritten)
  const { project, target } = ready
  const { alias } = target
  const loaded = await manifestsOf(project, 'named')
  const problems = [
    ...ready.problems,
    ...loaded.problems,
    ...allowProtectedProblems(
      request.allowProtected,
      project.allTargets.map((each) => each.alias),
    ),
  ]
  const roles = rolesOf(request, [...loaded.forTarget(alias).ofKind('integration')])
  if (isProblem(roles)) problems.push(roles)
  if (isProblem(roles) || hasErrors(problems)) return refused('failover', { problems, loaded }, unwritten)
  const { to, declared } = roles
  const smokeCase =
    request.smoke === false || isReporting
      ? undefined
      : await smokeCaseFor(project, { target: alias, channel, to: to.name })
  const withoutCase = smokeCase !== undefined && !('body' in smokeCase) ? smokeCase : []
  // The way back may already be made, and then needs no case.
  if (!request.back && hasErrors(withoutCase))
    return refused('failover', { problems: [...problems, ...withoutCase], loaded }, unwritten)

  const { code } = run
  const account: FailoverAccount = {
    command: 'failover',
    exit: 0,
    problems,
    target: alias,
    channel,
    to: to.name,
    ...(to.declared['active'] === false && { isDeclaredInactive: true }),
  }
  const end = (more: Partial<FailoverAccount>, closing = unwritten): OperationEnd<FailoverAccount> => {
    run.clear()
    return { account: { ...account, ...more }, loaded, closing }
  }
  const refuse = (
    found: readonly Problem[],
    more: Partial<FailoverAccount> = {},
  ): OperationEnd<FailoverAccount> =>
    end({ ...more, exit: exitOfProblems(found), problems: [...problems, ...found] })
  return withEngine(request, run, async (engine, connection) => {
    const addressed = addressedBy(ready, connection, run)
    const at = deliveryTarget(addressed)
    try {
      const access = await at.proof()
      if ('rule' in access) return refuse([access])
      const live = await readIntegrations(access)
      const shown = shownOf(channel, to, live)
      const [from] = shown.primaries
      const seen: Partial<FailoverAccount> = given({ from })
      let health: Health | undefined
      if (ifFailing !== undefined) {
        const why = whyNotMeasured(channel, roles, shown.primaries)
        if (why !== undefined) return 'rule' in why ? refuse([why], seen) : end({ ...seen, ...why })
        const name = declared?.name ?? ''
        const providerId = textOf(live.find((each) => each.name === name)?.fields['providerId'])
        health = await measureHealth(
          { channel, name, providerId },
          ifFailing,
          at,
          run.machine.now().getTime(),
        )
        if (isReporting || health.verdict !== 'failing')
          return end({ ...seen, health, state: 'left', exit: exitOfHealth(health) })
      }
      const known = { ...seen, ...given({ health }) }
      if (shown.isDone) return end({ ...known, state: 'already' })
      if (hasErrors(withoutCase)) return refuse(withoutCase, known)
      const guarded = [...shown.problems, ...guardProblems(request, target, to, shown.unknown)]
      // A plan would create an integration that is not in the service, without its credentials.
      if (hasErrors(shown.problems)) return refuse(guarded, known)

      const requestFor = (stage: Stage): PlanRequest => requestOf(project, target, to, stage)
      const planned = await makePlan(requestFor('primary'), engine)
      const { plan } = planned
      const suites =
        smokeCase !== undefined && 'body' in smokeCase
          ? await readySuites(project, { cases: [smokeCase], primaries: [] }, connection, run)
          : undefined
      run.clear()
      refuseSecrets(plan, run.machine.filter)
      const found = [...plan.problems, ...guarded, ...(suites?.problems ?? [])]
      approval.show(plan, health)
      if (hasErrors(found)) return refuse(found, { ...known, plan })
      const objection = await approval.objection(
        `Make ${to.name} primary for ${channel} in ${alias}? Type yes to continue: `,
        [...problems, ...found],
      )
      append(problems, found)
      if (objection !== undefined) return refuse([objection], { ...known, plan })

      const journal = await openFailoverJournal(request.journal, project.root, run)
      if (isProblem(journal)) return refuse([journal], { ...known, plan })
      let exit: number | undefined
      try {
        const entry = {
          ...promotionOf(target, channel, to.name),
          ...given({ reason: reasonOf(request, health, run.machine) }),
          smoke: suites === undefined ? 'skipped' : 'sent',
        } as const
        await journal.append(await startOf(plan, project.root, run.machine, { failover: entry }))
        run.writing({ ...account, ...known, plan })
        const staged = await runStages({
          planned,
          requestFor,
          engine: { ...engine, journal },
          code,
          alias,
          recheck: async () => {
            const again = await deliveryTarget(addressed).proof()
            return 'rule' in again ? [again] : changedSince(shown, channel, to, await readIntegrations(again))
          },
          ...(suites && { smoke: () => runReady(suites, connection, run, 1) }),
        })
        exit = staged.exit
        return end({ ...known, plan, ...staged, problems: [...problems, ...staged.problems] }, '')
      } finally {
        await closeJournal(journal, exit, run)
      }
    } catch (error) {
      return refuse([problemOf(error, alias)])
    }
  })
}

/** Without a reason of a person, the measurement is the reason. */
function reasonOf(
  request: Pick<FailoverRequest, 'reason'>,
  health: Health | undefined,
  { filter }: Pick<Machine, 'filter'>,
): string | undefined {
  const reason = textIn(request.reason)
  const shares = health?.windows.map((each) => `${each.refused} of ${each.delivered + each.refused}`)
  return reason === undefined
    ? shares && `the provider refused ${shares.join(', then ')} messages`
    : filter.take(reason)
}
