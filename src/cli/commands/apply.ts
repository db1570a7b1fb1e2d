// belfry apply: shows the plan, asks, sends exactly those requests, and checks that a new plan shows no changes.
import { applyPlan } from '../../engine/apply/apply.ts'
import type { EngineEvent } from '../../engine/engine.ts'
import type { Planned } from '../../engine/plan/request.ts'
import { writesOf, type Change } from '../../core/plan/change.ts'
import { journalVersion } from '../../core/plan/journal.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { hasErrors } from '../../core/problem.ts'
import { resultLine, skippedLines } from '../../report/text/apply.ts'
import { organisation } from '../../report/plan-notes.ts'
import { leave } from '../apply/report.ts'
import { withSmoke, type Sequel } from '../apply/smoke.ts'
import { alreadyDone, approve, beforeWriting } from '../apply/confirm.ts'
import { prepareLive } from '../prepare/prepare.ts'
import { colorOf } from '../terminal/diagnostics.ts'
import { openEngine } from '../prepare/engine.ts'
import { exitOfApply } from '../exit.ts'
import { isProblem } from '../flags/flag.ts'
import type { ApplyFlags } from '../flags/plan.ts'
import { allowProtectedProblems } from '../flags/limits.ts'
import { watchSignals } from '../terminal/signals.ts'
import type { Io } from '../terminal/io.ts'
import { closeJournal, openJournalOf, unwritable } from '../apply/journal.ts'
import { keepLedger } from '../apply/ledger.ts'
import { createProgress } from '../terminal/progress.ts'
import { pullRequestProblem } from '../ci/pull-request.ts'
import { chart, flagsFor, reviewOf, reviewProblems } from '../apply/reviewed-plan.ts'
import { telling, type Teller } from '../tell.ts'

/** `file` is a saved plan, of which exactly what it says is applied. */
export async function apply(flags: ApplyFlags, io: Io, [file]: readonly string[]): Promise<number> {
  return telling('apply', { ...flags, planFile: file }, io, (teller) =>
    withSmoke(flags, io, teller, (keeping, sequel) => run(file, flags, io, keeping, sequel)),
  )
}

async function run(
  file: string | undefined,
  given: ApplyFlags,
  io: Io,
  teller: Teller,
  sequel: Sequel,
): Promise<number> {
  const held = pullRequestProblem(given, io)
  if (held !== undefined) return teller.refuse({ problems: [held] }, 'Nothing was written.')
  const { freshness } = given
  if (isProblem(freshness)) return teller.refuse({ problems: [freshness] }, 'Nothing was written.')
  const review = await reviewOf(file, given, io)
  if (review !== undefined && 'rule' in review)
    return teller.refuse({ problems: [review] }, 'Nothing was written.')
  const flags = flagsFor(review, given)
  const prepared = await prepareLive(flags, io, teller)
  if (typeof prepared === 'number') return prepared
  const aliases = prepared.project.allTargets.map(({ alias }) => alias)
  const mistaken = [
    ...allowProtectedProblems(flags, aliases),
    ...reviewProblems(review, prepared, io),
    ...(await sequel.check(prepared.project)),
  ]
  if (hasErrors(mistaken)) return teller.refuse({ problems: mistaken }, 'Nothing was written.')
  const opened = await openJournalOf(flags, io)
  if ('problem' in opened) return teller.refuse({ problems: [opened.problem] })
  const { journal } = opened
  const { ledger } = prepared
  const progress = createProgress(io)
  const width = Math.max(organisation.length, ...prepared.project.targets.map(({ alias }) => alias.length))
  const results: Result[] = []
  const skipped: Result[] = []
  const [write, styleFor] = teller.format === 'text' ? [io.out, io.outStyle] : [io.err, io.errStyle]
  const style = styleFor(colorOf(flags))
  const print = (line: string): void => {
    progress.clear()
    progress.spoke()
    write(`${line}\n`)
  }
  const inFlight = new Map<string, Change>()
  const on = (event: EngineEvent): void => {
    progress.on(event)
    if (event.type === 'sending') inFlight.set(event.change.id, event.change)
    if (event.type !== 'outcome') return
    inFlight.delete(event.result.change.id)
    results.push(event.result)
    // They come all at once when a run is interrupted.
    if (event.result.outcome.status === 'skipped') skipped.push(event.result)
    else print(resultLine(teller.shown.result(event.result), width, style))
  }
  const { stop, code, beginWriting, release } = watchSignals(teller.interrupted, io, progress.clear)
  const { engine, close } = openEngine(
    io,
    flags,
    prepared.parallel,
    { ...progress, on },
    { stop, freshness, journal, ledger },
  )
  let exit: number | undefined
  try {
    const course = await chart(review, prepared, flags, io, engine)
    progress.clear()
    const refusal = await beforeWriting(course, review, prepared, flags, io, teller)
    if (refusal !== undefined) return refusal
    try {
      await journal?.append({
        type: 'start',
        formatVersion: journalVersion,
        writes: countWrites(course.planned),
      })
    } catch (error) {
      return teller.refuse({ problems: [unwritable(flags.journal ?? '', error)] })
    }
    beginWriting((signalled) =>
      leave(signalled, { plan: course.planned.plan, results, inFlight: [...inFlight.values()] }, teller, io),
    )
    const done = course.done.map(alreadyDone)
    for (const result of done) on({ type: 'outcome', result })
    const applied = await applyPlan(
      course.planned,
      course.request,
      {
        keepGoing: flags.keepGoing === true ? 'yes' : 'no',
        approve: (plan) => approve(plan, review, prepared, flags, io, teller, stop),
      },
      engine,
    )
    progress.clear()
    skippedLines(skipped.map(teller.shown.result), width, style).forEach(print)
    const result = { ...applied, results: [...done, ...applied.results] }
    exit = exitOfApply(result, code())
    const problems = [
      ...prepared.problems,
      ...result.plans.flatMap((plan) => plan.problems),
      ...result.problems,
    ]
    return teller.tell({ command: 'apply', exit, problems, result }, { loaded: prepared.loaded, closing: '' })
  } finally {
    release()
    await keepLedger(ledger, io)
    await closeJournal(journal, exit, io)
    await close()
  }
}

function countWrites({ plan }: Planned): number {
  return writesOf(plan.sections.flatMap(({ changes }) => changes))
}
