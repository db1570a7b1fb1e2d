// Lets one change of a channel go alone before its others, because what it does to the channel decides theirs.
import type { Change, Turn } from '../../core/plan/change.ts'
import { grouped } from '../../core/grouped.ts'
import type { Outcome } from '../../core/plan/outcome.ts'
import { inParallel, type Parallel } from '../../kinds/parallel.ts'

const places: readonly Turn['place'][] = ['first', 'any', 'last']

/** Changes of one resource, which are sent one after another. */
export type Chain = readonly Change[]

export interface FirstAloneOptions {
  readonly parallel: Parallel
  readonly carryOut: (change: Change) => Promise<Outcome>
  /** Reads the service once the first of several was sent. */
  readonly look: (change: Change) => Promise<unknown>
}

/**
 * Carries out all chains of a stage, in parallel where nothing speaks against it. Of chains that share a turn the first
 * is sent alone; where it is not done the next one takes its place. Then the service is read, and the rest go.
 */
export async function firstAlone(
  chains: readonly Chain[],
  { parallel, carryOut, look }: FirstAloneOptions,
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
      // What it shows decides nothing: where none is primary then, the others go all the same.
      if (isDone && gate.isAwaited) await look(change).catch(() => undefined)
      gate.open(isDone)
    }
  }
  // Those that wait come last, and hold up no other one.
  const waiting = new Set(queues.flatMap((queue) => queue.slice(1)))
  const inLine = [...chains.filter((chain) => !waiting.has(chain)), ...waiting]
  for await (const _ of inParallel(inLine, parallel, work));
}

interface Gate {
  /** Whether one has gone before it. */
  readonly before: Promise<boolean>
  /** Whether one has gone, this one included. */
  readonly opened: Promise<boolean>
  readonly open: (isOpen: boolean) => void
  readonly isAwaited: boolean
}

const notYet: Gate['open'] = () => undefined

function gateAfter(before: Promise<boolean>, isAwaited: boolean): Gate {
  let open = notYet
  const opened = new Promise<boolean>((resolve) => (open = resolve))
  return { before, opened, open, isAwaited }
}

/** Chains that share a turn, in the order in which they go. Where each of them wants to be last, none waits. */
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
