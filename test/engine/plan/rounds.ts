// Counts how often a run waits for the service, whatever a reply takes: requests that are under way together are one round.
import { setImmediate } from 'node:timers/promises'
import type { Transport, WireRequest, WireResponse } from '../../../src/service/transport.ts'

export interface Rounds {
  readonly transport: Transport
  /** How many requests went out in each round until the work was done. */
  readonly during: (work: Promise<unknown>) => Promise<readonly number[]>
}

interface Held {
  readonly request: WireRequest
  readonly answer: (response: Promise<WireResponse>) => void
}

/** Turns of the event loop after which nobody sends anything more without a reply. */
const quiet = 20

export function inRounds(inner: Transport): Rounds {
  let held: Held[] = []
  return {
    transport: (request) => new Promise((answer) => held.push({ request, answer })),
    during: async (work) => {
      const rounds: number[] = []
      const state = { isDone: false }
      const done = work.finally(() => (state.isDone = true))
      done.catch(() => undefined)
      while (!state.isDone) {
        for (let turn = 0; turn < quiet; turn += 1) await setImmediate()
        const round = held
        held = []
        if (round.length === 0) continue
        rounds.push(round.length)
        const replies = round.map(({ request }) => inner(request))
        await Promise.allSettled(replies)
        for (const [index, { answer }] of round.entries()) answer(replies[index] as Promise<WireResponse>)
      }
      await done
      return rounds
    },
  }
}
