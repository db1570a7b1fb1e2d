// Makes a standby the primary integration of a channel, or returns to the declared one: activates it, sends a smoke trigger
// through it, and only then switches. Both writes are changes of one plan, sent like those of an apply.
import type { Health } from '../../core/delivery/health.ts'
import type { SmokeCase } from '../../core/delivery/smoke.ts'
import { given } from '../../core/given.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { hasErrors, isProblem, type Problem } from '../../core/problem.ts'
import { refuseSecrets } from '../../core/secrets/leak.ts'
import { quoted } from '../../core/shell.ts'
import { textOf } from '../../core/value.ts'
import { deliveryTarget, type DeliveryTarget } from '../../delivery/delivery-target.ts'
import { measureHealth } from '../../delivery/health.ts'
import type { Engine } from '../../engine/engine.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import { makePlan } from '../../engine/plan/plan.ts'
import type { Planned } from '../../engine/plan/plan-request.ts'
import { primariesOf } from '../../kinds/integration/routing.ts'
import { readIntegrations } from '../../kinds/integration/live.ts'
import type { Live } from '../../kinds/resource.ts'
import type { FailoverAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import { closeJournal, startOf, openFailoverJournal, promotionOf } from '../apply/journal-file.ts'
import { mayNotWrite } from '../apply/may-write.ts'
import { refused, type OperationEnd } from '../operation-end.ts'
import { exitOfProblems, exitOfHealth } from '../exit.ts'
import {
  guardProblems,
  lackingOptions,
  reasonOf,
  whyNotMeasured,
  type FailoverRequest,
} from '../failover/failover-conditions.ts'
import { smokeCaseFor } from '../failover/smoke-case.ts'
import { changedSince, rolesOf, shownOf, type Roles, type Shown } from '../failover/roles.ts'
import { requestOf, runStages } from '../failover/stages.ts'
import { allowProtectedProblems } from '../options/plan.ts'
import type { Connection } from '../prepare/connection.ts'
import { withEngine } from '../prepare/engine.ts'
import { addressedBy, isReady, type Loaded, type TargetReady } from '../prepare/ready.ts'
import { manifestsOf, needs, openProject } from '../prepare/open-project.ts'
import { readySuites, runReady } from '../smoke/suites.ts'

/** The checks before anything is written. */
export interface FailoverApproval {
  /** Shows the plan with the measurement that is its reason. */
  readonly show: (plan: Plan, health: Health | undefined) => void
  /** Why the shown plan is not wanted. */
  readonly objection: (
    question: string,
    warnings: readonly Problem[],
    /** The options that the command needs in order not to ask. */
    lacking: readonly string[],
  ) => Promise<Problem | undefined>
}

const unwritten = 'Nothing was written.'

export async function failover(
  request: FailoverRequest,
  approval: FailoverApproval,
  run: Run<FailoverAccount>,
): Promise<OperationEnd<FailoverAccount>> {
  const ready = await openFailover(request, run)
  if (!('roles' in ready)) return ready
  return withEngine(request, run, async (engine, connection) => {
    try {
      return await readAndSwitch(ready, request, approval, run, engine, connection)
    } catch (error) {
      return refuse(ready, run, [problemOf(error, ready.account.target)])
    }
  })
}

/** What is known before the service is read. */
interface FailoverReady {
  readonly opened: TargetReady
  /** All manifests of the target, with secrets by name. */
  readonly loaded: Loaded
  readonly roles: Roles
  /** Absent if no smoke trigger is sent, or if `caseProblems` say why there is no case for it. */
  readonly smokeCase?: SmokeCase
  readonly caseProblems: readonly Problem[]
  readonly account: FailoverAccount
}

/** With --if-failing, only --yes switches: without it, the command reports what it found. */
function isReport({ ifFailing, yes }: FailoverRequest): boolean {
  return ifFailing !== undefined && yes !== true
}

async function openFailover(
  request: FailoverRequest,
  run: Run<FailoverAccount>,
): Promise<FailoverReady | OperationEnd<FailoverAccount>> {
  const { channel } = request
  const refusal = isReport(request) ? undefined : mayNotWrite('failover', request, run.machine)
  const own = { problems: [refusal ?? []].flat(), secrets: 'defer' } as const
  const opened = await openProject(request, needs.target, run, own)
  if (!isReady(opened)) return refused('failover', opened, unwritten)
  const { project, target } = opened
  const loaded = await manifestsOf(project, 'named')
  const names = project.allTargets.map(({ alias }) => alias)
  const problems = [
    ...opened.problems,
    ...loaded.problems,
    ...allowProtectedProblems(request.allowProtected, names),
  ]
  const roles = rolesOf(request, [...loaded.forTarget(target.alias).ofKind('integration')], target)
  if (isProblem(roles)) problems.push(roles)
  if (isProblem(roles) || hasErrors(problems)) return refused('failover', { problems, loaded }, unwritten)
  const { to } = roles
  const found =
    request.smoke !== false ? await smokeCaseFor(project, { target: target.alias, channel, to: to.name }) : []
  const [smokeCase, caseProblems] = 'body' in found ? [found, []] : [undefined, found]
  // The way back may already be made, and then needs no case; nor does a report.
  if (!request.back && !isReport(request) && hasErrors(caseProblems))
    return refused('failover', { problems: [...problems, ...caseProblems], loaded }, unwritten)
  const account: FailoverAccount = {
    command: 'failover',
    exit: 0,
    problems,
    target: target.alias,
    channel,
    to: to.name,
    ...(to.declared['active'] === false && {
      undo: `apply${target.protection ? ` --allow-protected ${quoted(target.alias)}` : ''}`,
    }),
  }
  return { opened, loaded, roles, ...given({ smokeCase }), caseProblems, account }
}

function end(
  { account, loaded }: FailoverReady,
  run: Pick<Run, 'clear'>,
  more: Partial<FailoverAccount>,
  closing = unwritten,
): OperationEnd<FailoverAccount> {
  run.clear()
  return { account: { ...account, ...more }, loaded, closing }
}

function refuse(
  ready: FailoverReady,
  run: Pick<Run, 'clear'>,
  found: readonly Problem[],
  more: Partial<FailoverAccount> = {},
): OperationEnd<FailoverAccount> {
  const problems = [...ready.account.problems, ...found]
  return end(ready, run, { ...more, exit: exitOfProblems(found), problems })
}

/** Reads the service, and switches if nothing is against it. Throws what the service layer throws. */
async function readAndSwitch(
  ready: FailoverReady,
  request: FailoverRequest,
  approval: FailoverApproval,
  run: Run<FailoverAccount>,
  engine: Engine,
  connection: Connection,
): Promise<OperationEnd<FailoverAccount>> {
  const { opened, roles, smokeCase, caseProblems } = ready
  const { project, target } = opened
  const { to } = roles
  const { channel } = request
  const at = deliveryTarget(addressedBy(opened, connection, run))
  const access = await at.proof()
  if ('rule' in access) return refuse(ready, run, [access])
  const live = await readIntegrations(access)
  const shown = shownOf(channel, to, live, target)
  const [from] = shown.primaries
  const seen = withResult(ready, given({ from }))
  const measured = await measure(seen, request, { at, live, shown }, run)
  if ('account' in measured) return measured
  const known = withResult(seen, measured)
  if (shown.isDone) return end(known, run, { state: 'already' })
  if (hasErrors(caseProblems)) return refuse(known, run, caseProblems)
  const guarded = [...shown.problems, ...guardProblems(request, target, to, shown.unknown)]
  // A plan would create an integration that is not in the service, without its credentials.
  if (hasErrors(shown.problems)) return refuse(known, run, guarded)

  const planned = await makePlan(requestOf(project, target, to, 'primary'), engine)
  const { plan } = planned
  const chosen = smokeCase && { cases: [smokeCase], primaries: [] }
  const suites = chosen && (await readySuites(project, chosen, connection, run))
  run.clear()
  refuseSecrets(plan, run.machine.filter)
  const found = [...plan.problems, ...guarded, ...(suites?.problems ?? [])]
  const { health } = measured
  approval.show(plan, health)
  if (hasErrors(found)) return refuse(known, run, found, { plan })
  const problems = [...known.account.problems, ...found]
  const question = `Make ${to.name} primary for ${channel} in ${target.alias}? Type yes to continue: `
  const objection = await approval.objection(
    question,
    problems,
    lackingOptions(request, target, shown.unknown),
  )
  const approved = withResult(known, { plan, problems })
  if (objection !== undefined) return refuse(approved, run, [objection])
  return switchOver(approved, { planned, shown, suites, health }, request, run, engine, connection)
}

function withResult(ready: FailoverReady, more: Partial<FailoverAccount>): FailoverReady {
  return { ...ready, account: { ...ready.account, ...more } }
}

/** The measurement of --if-failing; or the end of the command if belfry can't measure, or isn't to switch. */
async function measure(
  ready: FailoverReady,
  request: FailoverRequest,
  { at, live, shown }: { readonly at: DeliveryTarget; readonly live: readonly Live[]; readonly shown: Shown },
  run: Run<FailoverAccount>,
): Promise<{ readonly health?: Health } | OperationEnd<FailoverAccount>> {
  const { roles, caseProblems, account } = ready
  const { target } = ready.opened
  const { channel, ifFailing } = request
  if (ifFailing === undefined) return {}
  const why = whyNotMeasured(channel, roles, primariesOf(channel, live), target)
  if (why) return 'rule' in why ? refuse(ready, run, [why]) : end(ready, run, why)
  const { name = '' } = roles.declared ?? {}
  const providerId = textOf(live.find((each) => each.name === name)?.fields['providerId'])
  const now = run.machine.now().getTime()
  const health = await measureHealth({ channel, name, providerId }, ifFailing, at, now)
  const isFailing = health.verdict === 'failing'
  if (isFailing && !isReport(request)) return { health }
  // Of a report, these don't change the exit code.
  const against = isFailing ? [...shown.problems, ...caseProblems] : []
  const warnings = against.map((each) => ({ ...each, severity: 'warning' as const }))
  return end(ready, run, {
    health,
    ...(!hasErrors(against) && { lacking: lackingOptions(request, target, shown.unknown) }),
    problems: [...account.problems, ...warnings],
    state: 'left',
    exit: exitOfHealth(health),
  })
}

interface Approved {
  readonly planned: Planned
  /** What the approved plan is based on. */
  readonly shown: Shown
  /** Undefined if no smoke trigger is sent. */
  readonly suites: Awaited<ReturnType<typeof readySuites>> | undefined
  readonly health: Health | undefined
}

/** Opens the journal, and runs the stages. */
async function switchOver(
  ready: FailoverReady,
  { planned, shown, suites, health }: Approved,
  request: FailoverRequest,
  run: Run<FailoverAccount>,
  engine: Engine,
  connection: Connection,
): Promise<OperationEnd<FailoverAccount>> {
  const { opened, roles, account } = ready
  const { project, target } = opened
  const { to } = roles
  const { channel } = request
  const entry = {
    ...promotionOf(target, channel, to.name),
    ...given({ reason: reasonOf(request, health, run.machine.filter) }),
    smoke: suites === undefined ? 'skipped' : 'sent',
  } as const
  const start = await startOf(planned.plan, project.root, run.machine, { failover: entry })
  const journal = await openFailoverJournal(request.journal, project.root, start, run)
  if (isProblem(journal)) return refuse(ready, run, [journal])
  let exit: number | undefined
  try {
    run.writing(account)
    const staged = await runStages({
      planned,
      requestFor: (stage) => requestOf(project, target, to, stage),
      engine: { ...engine, journal },
      code: run.code,
      alias: target.alias,
      recheck: async () => {
        const again = await deliveryTarget(addressedBy(opened, connection, run)).proof()
        return 'rule' in again
          ? [again]
          : changedSince(shown, channel, to, await readIntegrations(again), target)
      },
      ...(suites && { smoke: () => runReady(suites, connection, run, 1) }),
    })
    exit = staged.exit
    return end(ready, run, { ...staged, problems: [...account.problems, ...staged.problems] }, '')
  } finally {
    await closeJournal(journal, exit, run)
  }
}
