// Carries out a plan: section by section, stage by stage, in parallel if nothing depends on it. After an interruption, reads
// end soon.
import { commandLine } from '../../core/shell.ts'
import { given, present } from '../../core/given.ts'
import { append } from '../../core/lists.ts'
import type { ApplyResult, Result } from '../../core/plan/outcome.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { errorOf, hasErrors, type Problem } from '../../core/problem.ts'
import type { Target } from '../../core/target.ts'
import type { Engine } from '../engine.ts'
import { makePartialPlan, readPlan } from '../plan/plan.ts'
import type { Planned, PlanRequest } from '../plan/plan-request.ts'
import { notKept, unsettled } from './verification.ts'
import { runSection, skipSection } from './run-section.ts'
import type { Run } from './section-context.ts'
import { sum } from '../plan/session.ts'
import {
  findKey,
  isRefused,
  keySteps,
  lastSteps,
  stepsLeft,
  takeWaiting,
  waitingIn,
} from './waiting-targets.ts'
import { anyOf } from '../../service/request-times.ts'
import { setMaxListeners } from 'node:events'

export interface ApplyOptions {
  /**
   * Go on with the next target after one that isn't done: something failed, or its plan wasn't approved. A target that
   * waits for its API key never delays others.
   */
  readonly keepGoing: 'yes' | 'no'
  /** Asked before the first write to a target whose plan could only be made during the apply, if that plan has changes. */
  readonly approve: (plan: Plan) => Promise<boolean>
}

/** Sends the changes of a plan. Its problems must have been refused before: an error in it is a bug of the caller. */
export async function applyPlan(
  planned: Planned,
  request: PlanRequest,
  options: ApplyOptions,
  whole: Engine,
): Promise<ApplyResult> {
  if (hasErrors(planned.plan.problems)) throw new Error('bug: applyPlan got a plan with errors')
  const { engine, release } = endingReads(whole, lastReads)
  const run: Run = { engine, started: engine.clock(), clients: [], replies: new Map() }
  try {
    return await applied({
      planned,
      request,
      options,
      run,
      plans: [planned.plan],
      results: [],
      waiting: [],
      keyed: [],
      targets: request.targets,
      isDeclined: false,
    })
  } finally {
    release()
  }
}

/** An apply in progress. */
interface Apply {
  readonly planned: Planned
  readonly request: PlanRequest
  readonly options: ApplyOptions
  readonly run: Run
  readonly plans: Plan[]
  readonly results: Result[]
  readonly waiting: ApplyResult['waiting'][number][]
  readonly keyed: ApplyResult['keyed'][number][]
  /** Those of the request, with the API keys that the service returned during the apply. */
  targets: readonly Target[]
  /** Whether a plan that could only be made during the apply has errors, or was not approved. */
  isDeclined: boolean
}

async function applied(apply: Apply): Promise<ApplyResult> {
  const { planned, request, run, plans, results, waiting, keyed } = apply
  reportStart(planned.plan, run.engine)
  for (const section of planned.plan.sections) {
    const target = apply.targets.find(({ alias }) => alias === section.target)
    if (target === undefined || section.waitsFor === undefined) await applySection(section, planned, apply)
    else await applyWaiting(target, apply)
  }
  for (const target of request.outsidePlan ?? [])
    if (isRefused(target, planned, results))
      waiting.push({ target: target.alias, steps: keySteps(target, ['make a new plan and apply it']) })
  const isDone = waiting.length === 0 && !hasUndone(results)
  const verified = isDone && !isInterrupted(run.engine) ? await verify(apply) : undefined
  const after = verified?.plan
  const open = verified === undefined ? [] : unsettled(verified, planned, request)
  return {
    plans,
    results,
    ...given({ after }),
    ...(open.length > 0 && { unsettled: open }),
    problems:
      after === undefined
        ? isDone
          ? [interrupted()]
          : []
        : [...notKept(results, after), ...notReported([...after.problems, ...open], plans)],
    waiting,
    keyed,
    requests: { ...sum(run.clients), milliseconds: run.engine.clock() - run.started },
  }
}

function interrupted(): Problem {
  const hint = `To see whether changes are left, run ${commandLine('plan')}.`
  return errorOf('interrupted', 'the run was interrupted before the changes were verified', hint)
}

function reportStart({ sections }: Plan, { on }: Engine): void {
  on?.({ type: 'applying', changes: sections.flatMap(({ changes }) => changes).length })
}

async function applySection(section: Section, from: Planned, apply: Apply): Promise<void> {
  const { results, run } = apply
  append(
    results,
    isHeldUp(apply)
      ? skipSection(section, reasonToSkip(apply), run.engine)
      : await runSection(section, from, run),
  )
}

/** Plans and sends the changes of a target that waits for its API key, if the service returns the key. */
async function applyWaiting(target: Target, apply: Apply): Promise<void> {
  const { planned, request, options, run, plans, results, waiting, keyed } = apply
  const { alias, apiKeyFrom } = target
  const apiKey = isHeldUp(apply) ? undefined : await findKey(target, planned, run)
  if (apiKey === undefined) {
    waiting.push({ target: alias, steps: stepsLeft(target, planned.plan, results) })
    return
  }
  const withKey = { ...target, apiKey }
  apply.targets = apply.targets.map((each) => (each.alias === alias ? withKey : each))
  keyed.push({ target: alias, ...given({ apiKeyFrom }) })
  // The calls that waited for this key go first.
  const organisation = takeWaiting(target, request.declared.organisation, planned.plan, results)
  const next = await makePartialPlan(
    { ...request, targets: [withKey], declared: { ...request.declared, organisation } },
    run.engine,
  )
  plans.push(next.plan)
  const isIdle = next.plan.sections.every(({ changes }) => changes.length === 0)
  const hasFailed = hasErrors(next.plan.problems)
  if (hasFailed || !(isIdle || (await options.approve(next.plan)))) {
    const steps = present(hasFailed && 'fix the errors above', ...lastSteps(planned.plan))
    waiting.push({ target: alias, steps })
    apply.isDeclined = true
    return
  }
  reportStart(next.plan, run.engine)
  for (const section of next.plan.sections) await applySection(section, next, apply)
}

/** A target without a key doesn't delay others: its key may take days. One whose plan was not approved does. */
function isHeldUp({ options, isDeclined, results }: Apply): boolean {
  return options.keepGoing === 'no' && (isDeclined || hasUndone(results))
}

function reasonToSkip({ run, results }: Apply): string {
  if (isInterrupted(run.engine)) return 'the run was interrupted'
  return hasUndone(results)
    ? 'a change of an earlier target is not done'
    : 'the plan of an earlier target has errors or was not approved'
}

/** Whether the run has something left to do: what waits for its own key is listed with its target, or as a warning. */
function hasUndone(results: readonly Result[]): boolean {
  return results.some(({ outcome: { status } }) => status !== 'done' && status !== 'waiting')
}

function isInterrupted({ stop }: Engine): boolean {
  return stop?.aborted === true
}

/** A new plan; undefined if the run was interrupted meanwhile: then nothing more is read. */
async function verify({ request, targets, results, run: { engine } }: Apply): Promise<Planned | undefined> {
  engine.on?.({ type: 'verifying' })
  // What can't be compared can't be verified: a resend must not cause another one.
  const selection = { ...request.selection, resend: [], checkCredentials: [] }
  const refusedOthersKeys = new Set(waitingIn(results).map(({ change }) => change.name))
  const { engine: ending, release } = endingReads(engine, 0)
  const quiet: Engine = {
    ...ending,
    on: (event) => {
      if (event.type === 'reading') engine.on?.(event)
    },
  }
  try {
    // The listener of the event above may have interrupted the run.
    if (isInterrupted(engine)) return undefined
    const verifying = { ...request, targets, selection, unreadable: 'never', refusedOthersKeys } as const
    const planned = await readPlan(verifying, quiet)
    return isInterrupted(engine) ? undefined : planned
  } finally {
    release()
  }
}

/** The problems that no plan has reported. */
function notReported(problems: readonly Problem[], plans: readonly Plan[]): Problem[] {
  const reported = new Set(plans.flatMap((plan) => plan.problems.map(keyOf)))
  return problems.filter((problem) => !reported.has(keyOf(problem)))
}

function keyOf({ rule, message }: Problem): string {
  return `${rule} ${message}`
}

/** Milliseconds after the interruption in which reads may still show the results of the requests in progress. */
const lastReads = 5000

/**
 * The same engine, whose reads end so many milliseconds after the run is interrupted; without `patience`, at once. `release`
 * must be called once the engine isn't used any more: it removes the listener from the run.
 */
export function endingReads(
  engine: Engine,
  milliseconds: number,
): { readonly engine: Engine; readonly release: () => void } {
  const { stop, patience, transport } = engine
  if (stop === undefined) return { engine, release: () => undefined }
  const released = new AbortController()
  const ended = new AbortController()
  // Each read in progress listens, and for more than ten listeners Node.js prints a warning to stderr.
  setMaxListeners(0, ended.signal)
  const end = (): void => {
    if (milliseconds === 0 || patience === undefined) ended.abort()
    else void patience.sleep(milliseconds, released.signal).then(() => ended.abort())
  }
  if (stop.aborted) end()
  else stop.addEventListener('abort', end, { once: true })
  return {
    engine: {
      ...engine,
      transport: (request) =>
        request.method === 'GET'
          ? transport(Object.assign({}, request, { signal: anyOf(ended.signal, request.signal) }))
          : transport(request),
    },
    release: () => {
      stop.removeEventListener('abort', end)
      released.abort()
    },
  }
}
