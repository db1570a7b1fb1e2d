// Goes through the changes of one section, stage by stage: each is executed once what it needs is done.
import type { Change } from '../../core/plan/change.ts'
import { grouped } from '../../core/grouped.ts'
import type { Outcome, Result } from '../../core/plan/outcome.ts'
import type { Section } from '../../core/plan/plan.ts'
import type { Engine } from '../engine.ts'
import { Ids } from '../plan/ids.ts'
import type { Planned } from '../plan/request.ts'
import { Executor } from './execute-change.ts'
import { type Chain, firstAlone } from './first-alone.ts'
import { Freshness } from './freshness.ts'
import { type Run, SectionContext } from './section-context.ts'
import { StageReads } from './stage-reads.ts'

/** Results come in the order of the plan. */
export async function runSection(section: Section, planned: Planned, run: Run): Promise<Result[]> {
  const { changes, ids } = section
  const { engine } = run
  const context = new SectionContext(planned, run)
  const unsafe = await engine.ledger?.forget(changes.map((change) => context.sourceOf(change)))
  if (unsafe !== undefined) return skipSection(section, unsafe, engine)
  const executor = new Executor(context, new Ids(ids))
  const results: Results = new Map()
  for (const stage of grouped(changes, (each) => `${each.kind} ${each.stage}`).values())
    await runStage(stage as [Change], context, executor, results)
  return Promise.all(changes.map(({ id }) => results.get(id) as Promise<Result>))
}

async function runStage(
  changes: readonly [Change, ...Change[]],
  context: SectionContext,
  executor: Executor,
  results: Results,
): Promise<void> {
  const { engine } = context.run
  const [first] = changes
  const reads = new StageReads(first, context)
  const freshness = new Freshness(changes, reads)
  const conclude = async (change: Change): Promise<Result> => {
    const outcome = await obstacle(change, results, executor.lacking, engine)
    const result =
      outcome === undefined
        ? await executor.execute(change, reads, freshness)
        : { change, outcome, milliseconds: 0 }
    engine.on?.({ type: 'outcome', result })
    freshness.leave(change)
    return result
  }
  // One call for an identity at a time: services check for duplicates, but not atomically.
  const chains = [...grouped(changes, ({ name }) => name).values()]
  // Page by page, so that one look at a page serves all that is on it; those that no page showed come last.
  const pageOf = ([each = first]: Chain): number => reads.seen(each)?.page?.number ?? Number.MAX_SAFE_INTEGER
  const byPage = chains.sort((left, right) => pageOf(left) - pageOf(right))
  const carryOut = async (change: Change): Promise<Outcome> => {
    const result = conclude(change)
    results.set(change.id, result)
    return (await result).outcome
  }
  await firstAlone(byPage, { parallel: engine.parallel, carryOut, look: (change) => reads.one(change) })
}

export function skipSection({ changes }: Section, reason: string, { on }: Engine): Result[] {
  return changes.map((change) => {
    const result: Result = { change, outcome: { status: 'skipped', reason }, milliseconds: 0 }
    on?.({ type: 'outcome', result })
    return result
  })
}

type Results = Map<string, Promise<Result>>

/** Why a change is not to be sent, once what it needs is through. */
async function obstacle(
  { call, needs }: Change,
  results: Results,
  lacking: ReadonlyMap<string, string>,
  { stop }: Engine,
): Promise<Outcome | undefined> {
  const lacked = lacking.get(call.operation.id)
  if (lacked !== undefined) return { status: 'skipped', reason: lacked }
  for (const id of needs) {
    const needed = await results.get(id)
    if (needed === undefined || needed.outcome.status === 'done') continue
    // The same reason for all, so that it is printed once.
    const reason = lacking.get(needed.change.call.operation.id)
    return { status: 'skipped', reason: reason ?? `this change depends on ${id} (${needed.outcome.status})` }
  }
  return stop?.aborted === true ? { status: 'skipped', reason: 'the run was interrupted' } : undefined
}
