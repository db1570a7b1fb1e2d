// Lets one change of a channel go alone before its others, because what it does to the channel decides theirs.
import type { Change } from '../core/change.ts'
import type { Outcome } from '../core/outcome.ts'
import { inParallel } from '../kinds/parallel.ts'
import { grouped } from './order.ts'

/** Changes of one resource, which are sent one after another. */
export type Chain = readonly Change[]

export interface FirstAloneOptions {
  readonly parallel: number
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
  const gates = new Map<Chain, Gate>()
  for (const queue of queuesOf(chains)) {
    if (queue.every(isLast)) continue
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
  for await (const _ of inParallel(chains, parallel, work));
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

/** In the order in which they are planned: the first one comes first. */
function queuesOf(chains: readonly Chain[]): Chain[][] {
  const waiting = chains.filter((chain) => turnOf(chain) !== undefined)
  return [...grouped(waiting, (chain) => turnOf(chain) ?? '').values()]
}

function isLast(chain: Chain): boolean {
  return chain.every(({ turn }) => turn === undefined || turn.place === 'last')
}

function turnOf(chain: Chain): string | undefined {
  return chain.find(({ turn }) => turn !== undefined)?.turn?.of
}
