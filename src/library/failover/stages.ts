// The stages of a failover: activates the integration, sends the smoke trigger through it, and makes it primary.
import type { SmokeRun } from '../../core/delivery/smoke.ts'
import { append } from '../../core/lists.ts'
import { given } from '../../core/given.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Problem } from '../../core/problem.ts'
import { applyPlan } from '../../engine/apply/apply.ts'
import type { Engine } from '../../engine/engine.ts'
import { problemOf } from '../../engine/failure-problem.ts'
import type { Planned, PlanRequest } from '../../engine/plan/plan-request.ts'
import type { Desired } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/declared-resources.ts'
import type { Project, Target } from '../../project/project.ts'
import type { FailoverAccount } from '../../report/account.ts'
import { exitOfApply, exitOfProblems, exitOfSmoke } from '../exit.ts'

/** The two stages that write: activation and promotion. */
export type Stage = 'active' | 'primary'

interface Stages {
  readonly planned: Planned
  readonly requestFor: (stage: Stage) => PlanRequest
  readonly engine: Engine
  /** The exit code of the signal that was received. */
  readonly code: () => number | undefined
  /** Absent if no smoke trigger is sent. */
  readonly smoke?: () => Promise<SmokeRun>
  /** Reads again just before the switch: problems if the service changed since the plan was shown. */
  readonly recheck: () => Promise<readonly Problem[]>
  readonly alias: string
}

type Staged = Required<Pick<FailoverAccount, 'exit' | 'state' | 'results' | 'problems'>> &
  Pick<FailoverAccount, 'smoke'>

/** Runs the stages; one that isn't done ends the failover. */
export async function runStages(stages: Stages): Promise<Staged> {
  const { planned, requestFor, engine, code, smoke, recheck, alias } = stages
  const results: Result[] = []
  const problems: Problem[] = []
  let run: SmokeRun | undefined
  const send = async (stage: Stage): Promise<number> => {
    const options = { keepGoing: 'no', approve: () => Promise.resolve(false) } as const
    const part = partOf(planned, stage)
    // Already active: nothing to send, and nothing to verify.
    if (stage === 'active' && part.plan.sections.every(({ changes }) => changes.length === 0)) return 0
    const applied = await applyPlan(part, requestFor(stage), options, engine)
    // The promotion settles that several integrations are primary.
    const later = stage === 'active' ? (applied.unsettled ?? []) : []
    append(results, applied.results)
    append(
      problems,
      applied.problems.filter((each) => !later.includes(each)),
    )
    return exitOfApply({ ...applied, ...(later.length > 0 && { unsettled: [] }) }, code())
  }
  const trigger = async (): Promise<number> => {
    run = await smoke?.()
    return run === undefined ? 0 : exitOfSmoke(run, code())
  }
  const exitOf = (found: readonly Problem[]): number => {
    append(problems, found)
    return found.length === 0 ? 0 : (code() ?? (results.length > 0 ? 5 : exitOfProblems(found)))
  }
  let exit = 0
  try {
    exit = await send('active')
    exit ||= await trigger()
    exit ||= exitOf(await recheck())
    exit ||= await send('primary')
  } catch (error) {
    exit = exitOf([problemOf(error, alias)])
  }
  const state = exit === 0 ? 'switched' : unfinished(results)
  return { exit, state, results, problems, ...given({ smoke: run }) }
}

/** The result of a failover that ended early. */
export function unfinished(results: readonly Result[]): 'unknown' | 'not switched' {
  const isSent = results.some(
    ({ change, outcome }) => change.action === 'set-primary' && ['done', 'unknown'].includes(outcome.status),
  )
  return isSent ? 'unknown' : 'not switched'
}

function partOf(planned: Planned, stage: Stage): Planned {
  const sections = planned.plan.sections.map((section) => ({
    ...section,
    changes: section.changes.filter(({ action }) => (action === 'set-primary') === (stage === 'primary')),
  }))
  return { ...planned, plan: { ...planned.plan, sections } }
}

/** Declares only what the stage changes. Limits of the project are for plans of unknown size: this one is about one integration. */
export function requestOf(project: Project, target: Target, to: Desired, stage: Stage): PlanRequest {
  const { alias, environment } = target
  const { providerId = null, channel = null } = to.fields
  const fields = { providerId, channel, active: true, ...(stage === 'primary' && { primary: true }) }
  return {
    targets: [{ ...target, unmanaged: 'ignore', limits: {} }],
    environments: { [alias]: environment },
    declared: { organisation: [], forTarget: () => Resources.of([{ ...to, declared: fields, fields }]) },
    selection: { only: [], exclude: [], resend: [] },
    unreadable: 'never',
    missing: 'report',
    manifests: 'some',
    maxChanges: {},
    rules: project.rules,
    ...given({ owns: project.owns }),
  }
}
