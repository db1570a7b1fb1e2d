// Carries out a plan: section by section, stage by stage, in parallel where nothing depends on it.
import { commandLine, option } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { append } from '../../core/append.ts'
import type { ApplyResult, Outcome, Result } from '../../core/plan/outcome.ts'
import { notesIn } from '../../core/plan/notes.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Engine, Target } from '../engine.ts'
import { keyPlace } from '../keyless.ts'
import { makePartialPlan, readPlan } from '../plan/plan.ts'
import type { OutsidePlan, Planned, PlanRequest } from '../plan/request.ts'
import { endingReads, lastReads } from './interruption.ts'
import { notKept, unsettled } from './not-kept.ts'
import { runSection, skipSection } from './run-section.ts'
import type { Run } from './section-context.ts'
import { sum } from '../plan/session.ts'
import { creationOf, findKey } from './new-key.ts'

export interface ApplyOptions {
  /** Go on with the next target after one that isn't done: something failed, or its plan wasn't approved. One that waits for its API key never holds up others. */
  readonly keepGoing: 'yes' | 'no'
  /** Asked before anything of a target is sent whose plan could only be made on the way. */
  readonly approve: (plan: Plan) => Promise<boolean>
}

/** Sends what the plan says. Its problems must have been refused before: an error in it is a bug of the caller. */
export async function applyPlan(
  planned: Planned,
  request: PlanRequest,
  options: ApplyOptions,
  whole: Engine,
): Promise<ApplyResult> {
  const { engine, release } = endingReads(whole, lastReads)
  try {
    return await applied(planned, request, options, engine)
  } finally {
    release()
  }
}

async function applied(
  planned: Planned,
  request: PlanRequest,
  options: ApplyOptions,
  engine: Engine,
): Promise<ApplyResult> {
  if (hasErrors(planned.plan.problems)) throw new Error('bug: applyPlan got a plan with errors')
  const run: Run = { engine, started: engine.clock(), clients: [], replies: new Map() }
  const plans: Plan[] = [planned.plan]
  const results: Result[] = []
  const waiting: ApplyResult['waiting'][number][] = []
  const keyed: ApplyResult['keyed'][number][] = []
  let targets = request.targets

  const begin = ({ sections }: Plan): void =>
    engine.on?.({ type: 'applying', changes: sections.flatMap((section) => section.changes).length })
  const carryOut = async (section: Section, from: Planned): Promise<void> => {
    append(
      results,
      isHeldUp() ? skipSection(section, reasonToSkip(), engine) : await runSection(section, from, run),
    )
  }
  const isUndone = (): boolean => results.some(({ outcome }) => !isSettled(outcome))
  // A target without a key doesn't hold up others: its key may take days. One that was not approved does.
  let isDeclined = false
  const isHeldUp = (): boolean => options.keepGoing === 'no' && (isDeclined || isUndone())
  const reasonToSkip = (): string => {
    if (engine.stop?.aborted === true) return 'the run was interrupted'
    return isUndone() ? 'an earlier target failed' : 'an earlier target still waits for its API key'
  }

  begin(planned.plan)
  for (const section of planned.plan.sections) {
    const target = targets.find(({ alias }) => alias === section.target)
    if (target === undefined || section.waitsFor === undefined) {
      await carryOut(section, planned)
      continue
    }
    const key = isHeldUp() ? undefined : await findKey(target, planned, run)
    if (key === undefined) {
      waiting.push({ target: target.alias, steps: stepsFor(target, planned.plan, results) })
      continue
    }
    const withKey = { ...target, apiKey: key }
    targets = targets.map((each) => (each.alias === target.alias ? withKey : each))
    keyed.push({
      target: target.alias,
      ...given({ apiKeyFrom: target.apiKeyFrom }),
    })
    // The calls that waited for this key go first.
    const organisation = takeHeld(target, request.declared.organisation, planned.plan, results)
    const next = await makePartialPlan(
      { ...request, targets: [withKey], declared: { ...request.declared, organisation } },
      engine,
    )
    plans.push(next.plan)
    const isIdle = next.plan.sections.every(({ changes }) => changes.length === 0)
    if (hasErrors(next.plan.problems) || !(isIdle || (await options.approve(next.plan)))) {
      waiting.push({ target: target.alias, steps: [`run ${commandLine('apply')} again`] })
      isDeclined = true
      continue
    }
    begin(next.plan)
    for (const each of next.plan.sections) await carryOut(each, next)
  }

  for (const target of request.outsidePlan ?? [])
    if (isRefused(target, planned, results))
      waiting.push({ target: target.alias, steps: keySteps(target, 'make a new plan and apply it') })

  const isDone = results.every(({ outcome }) => isSettled(outcome))
  let verified: Planned | undefined
  if (isDone && waiting.length === 0 && engine.stop?.aborted !== true) {
    engine.on?.({ type: 'verifying' })
    // What can't be compared can't be verified: a re-send must not ask for another one.
    const selection = { ...request.selection, resend: [], checkCredentials: [] }
    const refusedOthersKeys = new Set(refusedIn(results).map(({ change }) => change.name))
    verified = await verify(
      { ...request, targets, selection, unreadable: 'never', refusedOthersKeys },
      engine,
    )
  }
  const after = verified?.plan
  const open = verified === undefined ? [] : unsettled(verified, planned, request)
  const counts = sum(run.clients)
  return {
    plans,
    results,
    ...given({ after }),
    ...(open.length > 0 && { unsettled: open }),
    problems:
      after === undefined ? [] : [...notKept(results, after), ...untold([...after.problems, ...open], plans)],
    waiting,
    keyed,
    requests: { ...counts, milliseconds: engine.clock() - run.started },
  }
}

/** A new plan; undefined if the run was interrupted meanwhile: then nothing more is read. */
async function verify(request: PlanRequest, engine: Engine): Promise<Planned | undefined> {
  const { engine: ending, release } = endingReads(engine, 0)
  const isInterrupted = (): boolean => engine.stop?.aborted === true
  const quiet: Engine = {
    ...ending,
    on: (event) => {
      if (event.type === 'reading') engine.on?.(event)
    },
  }
  try {
    // A listener may have interrupted it.
    const planned = isInterrupted() ? undefined : await readPlan(request, quiet)
    return isInterrupted() ? undefined : planned
  } finally {
    release()
  }
}

/** The run has nothing left to do: what waits for its own key is listed with its target, or as a warning. */
function isSettled({ status }: Outcome): boolean {
  return status === 'done' || status === 'waiting'
}

function refusedIn(results: readonly Result[]): Result[] {
  return results.filter(({ outcome }) => outcome.status === 'waiting')
}

/** Whether a call was refused that takes the key of this target's environment. */
function isRefused(
  { alias, environment, url }: OutsidePlan,
  { sessions }: Planned,
  results: readonly Result[],
): boolean {
  return refusedIn(results).some(
    ({ change: { name, via } }) =>
      name === (environment ?? alias) && [undefined, sessions.get(via)?.target.url].includes(url),
  )
}

/** The target's own environment, where calls for it waited; what was refused is taken out of the results. */
function takeHeld(
  { alias, environment }: Target,
  declared: readonly Desired[],
  { sections }: Plan,
  results: Result[],
): Desired[] {
  const name = environment ?? alias
  const refused = refusedIn(results).filter(({ change }) => change.name === name)
  for (const result of refused) results.splice(results.indexOf(result), 1)
  const isHeld = refused.length > 0 || notesIn(sections, 'ownKey').some(({ target }) => target === alias)
  return isHeld ? declared.filter((each) => each.name === name) : []
}

function stepsFor(target: Target, plan: Plan, results: readonly Result[]): string[] {
  const { alias, environment } = target
  const again = `run ${commandLine('apply')} again`
  const creation = creationOf(target, plan)
  if (creation === undefined)
    return [
      `run ${commandLine('apply', 'project')} without ${option('only')} and ${option('exclude')}, because these options leave out environment ${environment ?? alias}`,
    ]
  const isCreated = results.some(
    ({ change, outcome }) => change.id === creation.id && outcome.status === 'done',
  )
  if (!isCreated) return ['fix the failed changes', again]
  return keySteps(target, again)
}

function keySteps(target: Pick<Target, 'alias' | 'apiKeyFrom'>, last: string): string[] {
  return [
    `find the API key of target ${target.alias} in the dashboard of the service`,
    `set ${keyPlace(target)} to this API key`,
    last,
  ]
}

function untold(problems: readonly Problem[], plans: readonly Plan[]): Problem[] {
  const told = new Set(
    plans.flatMap((plan) => plan.problems.map(({ rule, message }) => `${rule} ${message}`)),
  )
  return problems.filter(({ rule, message }) => !told.has(`${rule} ${message}`))
}
