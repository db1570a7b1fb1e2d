// Applies the changes of one section, stage by stage: each is executed once the changes that it needs are done, and one
// change of a channel is sent alone before the others.
import type { Change, Turn } from '../../core/plan/change.ts'
import { grouped, inParallel, type Parallel } from '../../core/lists.ts'
import type { Outcome, Result } from '../../core/plan/outcome.ts'
import type { Section } from '../../core/plan/plan.ts'
import type { Engine } from '../engine.ts'
import { Ids } from '../plan/ids.ts'
import type { Planned } from '../plan/plan-request.ts'
import { Executor } from './execute-change.ts'
import { Freshness, StageReads } from './stage-reads.ts'
import { type Run, SectionContext } from './section-context.ts'

/** The results, in the order of the plan. If the ledger can't be saved, nothing is sent. */
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
  // Page by page, so that one read of a page serves all of its resources; those that no page showed come last.
  const pageOf = ([each = first]: Chain): number =>
    reads.seenInPlan(each)?.page?.number ?? Number.MAX_SAFE_INTEGER
  const byPage = chains.sort((left, right) => pageOf(left) - pageOf(right))
  const carryOut = async (change: Change): Promise<Outcome> => {
    const result = conclude(change)
    results.set(change.id, result)
    return (await result).outcome
  }
  await firstAlone(byPage, {
    parallel: engine.parallel,
    carryOut,
    readAfter: (change) => reads.readOne(change),
  })
}

/** A result for each change, which isn't sent for this reason. */
export function skipSection({ changes }: Section, reason: string, { on }: Engine): Result[] {
  return changes.map((change) => {
    const result: Result = { change, outcome: { status: 'skipped', reason }, milliseconds: 0 }
    on?.({ type: 'outcome', result })
    return result
  })
}

type Results = Map<string, Promise<Result>>

/** Why a change is not to be sent, once the changes that it needs have ended. */
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

const places: readonly Turn['place'][] = ['first', 'any', 'last']

/** Changes of one resource, which are sent one after another. */
type Chain = readonly Change[]

interface FirstAloneOptions {
  readonly parallel: Parallel
  readonly carryOut: (change: Change) => Promise<Outcome>
  /** Reads the service once the first of several was sent. */
  readonly readAfter: (change: Change) => Promise<unknown>
}

/**
 * Carries out all chains of a stage, in parallel if possible. Of chains that share a turn the first is sent alone; if it
 * isn't done, the next one replaces it. Then the service is read, and the rest are sent: in deployed services, a create becomes
 * primary if the channel has no primary integration, and some services show a write only a moment after they reply.
 */
async function firstAlone(
  chains: readonly Chain[],
  { parallel, carryOut, readAfter }: FirstAloneOptions,
): Promise<void> {
  const queues = queuesOf(chains)
  const gates = new Map<Chain, Gate>()
  for (const queue of queues) {
    let opened = Promise.resolve(false)
    for (const [index, chain] of queue.entries()) {
      const gate = gateAfter(opened, index < queue.length - 1)
      gates.set(chain, gate)
      opened = gate.opened
    }
  }
  const work = async (chain: Chain): Promise<void> => {
    const gate = gates.get(chain)
    const isFree = gate === undefined || (await gate.before) || isLast(chain)
    if (isFree) gate?.open(true)
    for (const change of chain) {
      const outcome = await carryOut(change)
      if (isFree || change.turn === undefined) continue
      const isDone = outcome.status === 'done'
      // What the read shows doesn't matter: by the contract, no create makes an integration primary.
      if (isDone && gate.isAwaited) await readAfter(change).catch(() => undefined)
      gate.open(isDone)
    }
  }
  // Chains that wait come last, and delay no other one.
  const waiting = new Set(queues.flatMap((queue) => queue.slice(1)))
  const inLine = [...chains.filter((chain) => !waiting.has(chain)), ...waiting]
  for await (const _ of inParallel(inLine, parallel, work));
}

/** What a chain of a queue waits for before it is sent, and what the next chain of the queue waits for. */
interface Gate {
  /** Resolves with whether the chain may be sent beside others, for example because an earlier one is done. */
  readonly before: Promise<boolean>
  /** `before` of the next chain. */
  readonly opened: Promise<boolean>
  /** Resolves `opened`. Only the first call counts. */
  readonly open: (isNextFree: boolean) => void
  /** Whether another chain waits for this one. */
  readonly isAwaited: boolean
}

const notYet: Gate['open'] = () => undefined

function gateAfter(before: Promise<boolean>, isAwaited: boolean): Gate {
  let open = notYet
  const opened = new Promise<boolean>((resolve) => (open = resolve))
  return { before, opened, open, isAwaited }
}

/** Chains that share a turn, in the order in which they are sent. If all of them want to be last, none waits. */
function queuesOf(chains: readonly Chain[]): Chain[][] {
  const sharing = chains.filter((chain) => turnOf(chain) !== undefined)
  return [...grouped(sharing, (chain) => turnOf(chain)?.of ?? '').values()]
    .filter((queue) => !queue.every(isLast))
    .map((queue) => [...queue].sort((left, right) => placeOf(left) - placeOf(right)))
}

function isLast(chain: Chain): boolean {
  return chain.every(({ turn }) => turn === undefined || turn.place === 'last')
}

function placeOf(chain: Chain): number {
  return places.indexOf(turnOf(chain)?.place ?? 'any')
}

function turnOf(chain: Chain): Turn | undefined {
  return chain.find(({ turn }) => turn !== undefined)?.turn
}
