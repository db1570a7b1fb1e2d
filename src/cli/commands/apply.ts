// belfry apply: shows the plan, asks, makes exactly those calls, and proves that a fresh plan is empty.
import { applyPlan } from '../../engine/apply.ts'
import type { EngineEvent } from '../../engine/engine.ts'
import { protectionProblems } from '../../engine/guards/protection.ts'
import { makePlan, type Planned } from '../../engine/plan.ts'
import type { Change } from '../../core/change.ts'
import { journalVersion } from '../../core/journal.ts'
import type { ApplyResult, Result } from '../../core/outcome.ts'
import type { Plan } from '../../core/plan.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { applyText, organisation, resultLine } from '../../report/apply-text.ts'
import { envelopeText, outcomeJson, planJson } from '../../report/json.ts'
import { headingOf, planText } from '../../report/plan-text.ts'
import {
  colorOf,
  openEngine,
  planRequest,
  prepareLive,
  printProblems,
  refuse,
  type Ready,
} from '../context.ts'
import { exitOfApply, exitOfProblems } from '../exit.ts'
import type { ApplyFlags } from '../flags.ts'
import { allowProtectedProblems } from '../guard-flags.ts'
import { watchSignals } from '../interruption.ts'
import type { Io } from '../io.ts'
import { closeJournal, openJournalOf, unwritable } from '../journal.ts'
import { createProgress } from '../progress.ts'
import { pullRequestProblem } from '../pull-request.ts'

export async function apply(flags: ApplyFlags, io: Io): Promise<number> {
  const held = pullRequestProblem(flags, io)
  if (held !== undefined) return refuse('apply', { problems: [held] }, flags, io, 'Nothing was written.')
  const prepared = await prepareLive('apply', flags, io)
  if (typeof prepared === 'number') return prepared
  const mistaken = allowProtectedProblems(
    flags,
    prepared.project.allTargets.map(({ alias }) => alias),
  )
  if (mistaken.length > 0) return refuse('apply', { problems: mistaken }, flags, io, 'Nothing was written.')
  const opened = await openJournalOf(flags, io)
  if ('problem' in opened) return refuse('apply', { problems: [opened.problem] }, flags, io)
  const { journal } = opened
  const progress = createProgress(io)
  const width = Math.max(organisation.length, ...prepared.project.targets.map(({ alias }) => alias.length))
  const results: Result[] = []
  const inFlight = new Map<string, Change>()
  const on = (event: EngineEvent): void => {
    progress.on(event)
    if (event.type === 'sending') inFlight.set(event.change.id, event.change)
    if (event.type !== 'outcome') return
    inFlight.delete(event.result.change.id)
    results.push(event.result)
    progress.clear()
    const style = flags.format === 'json' ? io.errStyle(colorOf(flags)) : io.outStyle(colorOf(flags))
    const line = `${resultLine(event.result, width, style)}\n`
    if (flags.format === 'json') io.err(line)
    else io.out(line)
  }
  const { stop, code, beginWriting, release } = watchSignals('apply', flags, io, progress.clear)
  const { engine, close } = openEngine(io, flags, prepared.parallel, { ...progress, on }, { stop, journal })
  let exit: number | undefined
  try {
    const planned = await makePlan(planRequest(prepared, flags), engine)
    progress.clear()
    const refusal = await beforeWriting(planned, prepared, flags, io)
    if (refusal !== undefined) return refusal
    try {
      await journal?.append({ type: 'start', formatVersion: journalVersion, writes: countWrites(planned) })
    } catch (error) {
      return refuse('apply', { problems: [unwritable(flags.journal ?? '', error)] }, flags, io)
    }
    beginWriting((signalled) => leave(signalled, results, [...inFlight.values()], flags, io))
    const result = await applyPlan(
      planned,
      planRequest(prepared, flags),
      {
        keepGoing: flags.keepGoing === true ? 'yes' : 'no',
        approve: (plan) => approve(plan, flags, io, stop),
      },
      engine,
    )
    progress.clear()
    exit = exitOfApply(result, code())
    report(result, exit, prepared, flags, io)
    return exit
  } finally {
    release()
    await closeJournal(journal, exit, io)
    await close()
  }
}

/** The code to end with where nothing is to be written; undefined where the plan may be carried out. */
async function beforeWriting(
  { plan }: Planned,
  prepared: Ready,
  flags: ApplyFlags,
  io: Io,
): Promise<number | undefined> {
  const permission = { review: 'none', allowed: flags.allowProtected } as const
  const problems = [
    ...prepared.problems,
    ...plan.problems,
    ...protectionProblems(plan, prepared.project.targets, permission),
  ]
  const isIdle = plan.sections.every(
    ({ changes, waitsFor }) => changes.length === 0 && waitsFor === undefined,
  )
  const end = (exit: number, found: readonly Problem[]): number => {
    if (flags.format === 'json')
      io.out(envelopeText('apply', exit, found, { plans: [planJson(plan)], results: [] }))
    else printProblems(found, prepared.loaded, flags, io, 'Nothing was written.')
    return exit
  }
  if (flags.format === 'text' && plan.sections.length > 0) io.out(planText(plan, io.outStyle(colorOf(flags))))
  if (hasErrors(problems)) return end(exitOfProblems(problems), problems)
  if (isIdle) return end(plan.sections.some(({ duplicates }) => duplicates.length > 0) ? 6 : 0, problems)
  if (flags.format === 'text') printProblems(problems, prepared.loaded, flags, io, '')
  if (flags.yes === true) return undefined
  if (!io.isInteractive || flags.format === 'json') return end(4, [...problems, notConfirmed])
  return (await confirm(io)) ? undefined : end(4, [...problems, declined])
}

const notConfirmed: Problem = {
  rule: 'not-confirmed',
  severity: 'error',
  exit: 4,
  message: 'apply asks before it writes, and there is no terminal to ask on',
  hint: 'Read the plan, then run it with --yes.',
}

const declined: Problem = {
  rule: 'not-confirmed',
  severity: 'error',
  exit: 4,
  message: 'the answer was not "yes"; nothing was written',
}

async function approve(plan: Plan, flags: ApplyFlags, io: Io, stop: AbortSignal): Promise<boolean> {
  if (flags.format === 'text') io.out(planText(plan, io.outStyle(colorOf(flags))))
  return flags.yes === true || (io.isInteractive && (await confirm(io, stop)))
}

async function confirm(io: Io, stop?: AbortSignal): Promise<boolean> {
  return (await io.ask('Make these calls? Only "yes" is taken: ', stop)).trim() === 'yes'
}

function countWrites({ plan }: Planned): number {
  return plan.sections.reduce((total, { changes }) => total + changes.length, 0)
}

function report(result: ApplyResult, exit: number, prepared: Ready, flags: ApplyFlags, io: Io): void {
  if (flags.format === 'text') {
    io.out(applyText(result, io.outStyle(colorOf(flags))))
    const found = [...result.plans.slice(1).flatMap((plan) => plan.problems), ...result.problems]
    printProblems(found, prepared.loaded, flags, io, '')
    return
  }
  io.out(
    envelopeText(
      'apply',
      exit,
      [...prepared.problems, ...result.plans.flatMap((plan) => plan.problems), ...result.problems],
      {
        plans: result.plans.map(planJson),
        results: result.results.map(outcomeJson),
        ...(result.after !== undefined && { after: planJson(result.after) }),
        waiting: result.waiting,
        keyed: result.keyed,
        requests: result.requests,
      },
    ),
  )
}

/** The account of what was left at once: every change by name whose outcome nobody will know. */
function leave(
  code: number,
  results: readonly Result[],
  inFlight: readonly Change[],
  flags: ApplyFlags,
  io: Io,
): void {
  const outcome = { status: 'unknown', reason: 'the run was left before it was answered' } as const
  const unknown = inFlight.map((change): Result => ({ change, outcome, milliseconds: 0 }))
  if (flags.format === 'json')
    io.out(envelopeText('apply', code, [], { results: [...results, ...unknown].map(outcomeJson) }))
  const done = results.filter(({ outcome: { status } }) => status === 'done').length
  const lines = inFlight.map((change) => `unknown  ${change.target ?? organisation}  ${headingOf(change)}\n`)
  io.err(
    `${lines.join('')}Left at once: ${done} done, ${unknown.length} unknown. The next plan shows what is still missing.\n`,
  )
}
