// The stages of a failover: activates the integration, sends the smoke trigger through it, and makes it primary.
import type { SmokeRun } from '../../core/delivery/smoke.ts'
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import type { Change } from '../../core/plan/change.ts'
import type { Result } from '../../core/plan/outcome.ts'
import type { Problem } from '../../core/problem.ts'
import { applyPlan } from '../../engine/apply/apply.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Planned, PlanRequest } from '../../engine/plan/request.ts'
import type { Desired } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/resources.ts'
import type { Project, Target } from '../../project/project.ts'
import type { FailoverAccount } from '../../report/account.ts'
import { exitOfApply } from '../exit.ts'

/** What both stages write: the one that activates, and the one that promotes. */
export type Stage = 'active' | 'primary'

export interface Stages {
  readonly planned: Planned
  readonly requestFor: (stage: Stage) => PlanRequest
  readonly engine: Engine
  /** The exit code of a signal that came. */
  readonly code: () => number | undefined
  /** Absent if there is to be no smoke trigger: then both stages are sent at once. */
  readonly smoke?: () => Promise<{ readonly run: SmokeRun; readonly exit: number }>
}

export type Staged = Required<Pick<FailoverAccount, 'exit' | 'state' | 'results' | 'problems'>> &
  Pick<FailoverAccount, 'smoke'>

/** A stage that isn't done ends the failover. */
export async function runStages({ planned, requestFor, engine, code, smoke }: Stages): Promise<Staged> {
  const results: Result[] = []
  const problems: Problem[] = []
  const send = async (stage: Stage, isPart: (change: Change) => boolean): Promise<number> => {
    const options = { keepGoing: 'no', approve: () => Promise.resolve(false) } as const
    const applied = await applyPlan(partOf(planned, isPart), requestFor(stage), options, engine)
    append(results, applied.results)
    append(problems, applied.problems)
    return exitOfApply(applied, code())
  }
  const ended = (exit: number, run?: SmokeRun): Staged => {
    const isPromoted = results.some(
      ({ change, outcome }) => change.action === 'set-primary' && outcome.status === 'done',
    )
    const state = isPromoted ? 'switched' : 'not switched'
    return { exit, state, results, problems, ...given({ smoke: run }) }
  }
  if (smoke === undefined) return ended(await send('primary', () => true))
  const activated = await send('active', ({ action }) => action !== 'set-primary')
  if (activated !== 0) return ended(activated)
  const { run, exit } = await smoke()
  if (exit !== 0) return ended(exit, run)
  return ended(await send('primary', ({ action }) => action === 'set-primary'), run)
}

function partOf(planned: Planned, isPart: (change: Change) => boolean): Planned {
  const sections = planned.plan.sections.map((section) => ({
    ...section,
    changes: section.changes.filter(isPart),
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
