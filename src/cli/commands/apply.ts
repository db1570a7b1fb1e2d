// belfry apply: shows the plan, asks, makes exactly those calls, and proves that a fresh plan is empty.
import { applyPlan } from '../../engine/apply.ts'
import type { EngineEvent } from '../../engine/engine.ts'
import type { Planned } from '../../engine/plan.ts'
import type { Change } from '../../core/change.ts'
import { journalVersion } from '../../core/journal.ts'
import type { Result } from '../../core/outcome.ts'
import { organisation, resultLine } from '../../report/apply-text.ts'
import { leave, report } from '../apply-report.ts'
import { alreadyDone, approve, beforeWriting } from '../consent.ts'
import { colorOf, openEngine, prepareLive, refuse } from '../context.ts'
import { exitOfApply } from '../exit.ts'
import type { ApplyFlags } from '../flags.ts'
import { allowProtectedProblems } from '../guard-flags.ts'
import { watchSignals } from '../interruption.ts'
import type { Io } from '../io.ts'
import { closeJournal, openJournalOf, unwritable } from '../journal.ts'
import { keepLedger } from '../ledger.ts'
import { createProgress } from '../progress.ts'
import { pullRequestProblem } from '../pull-request.ts'
import { chart, flagsFor, reviewOf, reviewProblems } from '../review.ts'

/** `file` is a saved plan, of which exactly what it says is applied. */
export async function apply(file: string | undefined, given: ApplyFlags, io: Io): Promise<number> {
  const held = pullRequestProblem(given, io)
  if (held !== undefined) return refuse('apply', { problems: [held] }, given, io, 'Nothing was written.')
  const review = await reviewOf(file, given, io)
  if (review !== undefined && 'rule' in review)
    return refuse('apply', { problems: [review] }, given, io, 'Nothing was written.')
  const flags = flagsFor(review, given)
  const prepared = await prepareLive('apply', flags, io)
  if (typeof prepared === 'number') return prepared
  const aliases = prepared.project.allTargets.map(({ alias }) => alias)
  const mistaken = [...allowProtectedProblems(flags, aliases), ...reviewProblems(review, prepared, io)]
  if (mistaken.length > 0) return refuse('apply', { problems: mistaken }, flags, io, 'Nothing was written.')
  const opened = await openJournalOf(flags, io)
  if ('problem' in opened) return refuse('apply', { problems: [opened.problem] }, flags, io)
  const { journal } = opened
  const { ledger } = prepared
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
  const { engine, close } = openEngine(
    io,
    flags,
    prepared.parallel,
    { ...progress, on },
    { stop, journal, ledger },
  )
  let exit: number | undefined
  try {
    const course = await chart(review, prepared, flags, io, engine)
    progress.clear()
    const refusal = await beforeWriting(course, review, prepared, flags, io)
    if (refusal !== undefined) return refusal
    try {
      await journal?.append({
        type: 'start',
        formatVersion: journalVersion,
        writes: countWrites(course.planned),
      })
    } catch (error) {
      return refuse('apply', { problems: [unwritable(flags.journal ?? '', error)] }, flags, io)
    }
    beginWriting((signalled) => leave(signalled, results, [...inFlight.values()], flags, io))
    const done = course.done.map(alreadyDone)
    for (const result of done) on({ type: 'outcome', result })
    const applied = await applyPlan(
      course.planned,
      course.request,
      {
        keepGoing: flags.keepGoing === true ? 'yes' : 'no',
        approve: (plan) => approve(plan, review, flags, io, stop),
      },
      engine,
    )
    progress.clear()
    const result = { ...applied, results: [...done, ...applied.results] }
    exit = exitOfApply(result, code())
    report(result, exit, prepared, flags, io)
    return exit
  } finally {
    release()
    await keepLedger(ledger, io)
    await closeJournal(journal, exit, io)
    await close()
  }
}

function countWrites({ plan }: Planned): number {
  return plan.sections.reduce((total, { changes }) => total + changes.length, 0)
}
