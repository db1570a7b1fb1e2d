// Carries out a plan: section by section, stage by stage, in parallel if nothing depends on it. After an interruption, reads
// end soon.
import { commandLine } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { append } from '../../core/lists.ts'
import type { ApplyResult, Outcome, Result } from '../../core/plan/outcome.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { Engine } from '../engine.ts'
import { makePartialPlan, readPlan } from '../plan/plan.ts'
import type { Planned, PlanRequest } from '../plan/plan-request.ts'
import { notKept, unsettled } from './verification.ts'
import { runSection, skipSection } from './run-section.ts'
import type { Run } from './section-context.ts'
import { sum } from '../plan/session.ts'
import { findKey, isRefused, keySteps, refusedIn, stepsFor, takeHeld } from './waiting-targets.ts'
import { anyOf } from '../../service/request-times.ts'
import { setMaxListeners } from 'node:events'

export interface ApplyOptions {
  /**
   * Go on with the next target after one that isn't done: something failed, or its plan wasn't approved. A target that
   * waits for its API key never delays others.
   */
  readonly keepGoing: 'yes' | 'no'
  /** Asked before the first request to a target whose plan could only be made during the apply. */
  readonly approve: (plan: Plan) => Promise<boolean>
}

/** Sends the changes of a plan. Its problems must have been refused before: an error in it is a bug of the caller. */
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
  // A target without a key doesn't delay others: its key may take days. One that was not approved does.
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
    // What can't be compared can't be verified: a resend must not cause another one.
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

/** Whether the run has nothing left to do for it: what waits for its own key is listed with its target, or as a warning. */
function isSettled({ status }: Outcome): boolean {
  return status === 'done' || status === 'waiting'
}

function untold(problems: readonly Problem[], plans: readonly Plan[]): Problem[] {
  const reported = new Set(
    plans.flatMap((plan) => plan.problems.map(({ rule, message }) => `${rule} ${message}`)),
  )
  return problems.filter(({ rule, message }) => !reported.has(`${rule} ${message}`))
}

/** Milliseconds after the interruption in which reads may still show the results of the requests in progress. */
const lastReads = 5000

/** The same engine, whose reads end after the run was interrupted: at once, or so late. `release` lets go of the run. */
export function endingReads(
  engine: Engine,
  later: number,
): { readonly engine: Engine; readonly release: () => void } {
  const { stop, patience, transport } = engine
  if (stop === undefined) return { engine, release: () => undefined }
  const over = new AbortController()
  const ended = new AbortController()
  // One for each read under way: of more than ten, Node.js would warn on stderr.
  setMaxListeners(0, ended.signal)
  const end = (): void => {
    if (later === 0 || patience === undefined) return ended.abort()
    void patience.sleep(later, over.signal).then(() => ended.abort())
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
      over.abort()
    },
  }
}
