// Law: no request of a write is handed on before its journal line is kept, whatever fails, is lost or comes late.
import { expect } from 'vitest'
import type { JournalRecord } from '../../src/core/plan/journal.ts'
import { seededRandom } from '../../src/sandbox/index.ts'
import type { Transport, WireRequest } from '../../src/service/transport.ts'
import { settled } from '../support/held.ts'
import type { Case } from '../support/laws/case.ts'
import type { Mix } from './worlds/mix.ts'
import { fateful, type Fate } from '../support/laws/transports.ts'
import { errorsIn, openWorld, type Kinds } from '../support/laws/world.ts'

/** In every third turn the disk is full from one of the first lines on, in every other third the first write is lost. */
export async function isJournaled(live: Case, kinds: Kinds, mix: Mix, turn: number): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const random = seededRandom(live.random)
    const planned = await world.plan()
    expect(errorsIn(planned.plan)).toEqual([])
    mix.addPlan(planned.plan)
    const kept = new Map<string, number>()
    const count = (key: string, among: Map<string, number>): number => {
      among.set(key, (among.get(key) ?? 0) + 1)
      return among.get(key) ?? 0
    }
    const isFullAfter = turn % 3 === 1 ? Math.floor(random() * 8) : Infinity
    let lines = 0
    const journal = {
      append: async (record: JournalRecord): Promise<void> => {
        lines += 1
        const isFull = lines > isFullAfter
        if (random() < 0.5) await settled()
        if (isFull) throw new Error('the disk is full')
        if (record.type === 'sending') count(`${record.method} ${withoutIds(record.path)}`, kept)
      },
    }
    const handed = new Map<string, number>()
    const unkept: string[] = []
    const fate = (index: number): Fate =>
      turn % 3 === 2 && index === 0 ? 'lose' : random() < 0.7 ? 'pass' : random() < 0.5 ? 'lose' : 'drop'
    const service = fateful(world.transport, fate, [])
    const transport: Transport = (request) => {
      const key = keyOf(request)
      if (request.method !== 'GET' && count(key, handed) > (kept.get(key) ?? 0)) unkept.push(key)
      return service(request)
    }
    const patience = { sleep: () => Promise.resolve(), random: seededRandom(live.random), budget: 60_000 }
    const { results } = await world.apply(
      { journal, transport, patience, parallel: 1 + (live.random % 4) },
      planned,
    )
    expect(unkept).toEqual([])
    if (isFullAfter < lines) mix.add('full disk')
    for (const { outcome } of results) mix.add(outcome.status)
    const attempts = [...handed.values()].reduce((sum, each) => sum + each, 0)
    mix.add('second attempt', attempts > results.length ? 1 : 0)
    mix.add('write', attempts)
  } finally {
    await world.close()
  }
}

function keyOf({ method, url }: WireRequest): string {
  return `${method} ${withoutIds(decodeURIComponent(new URL(url).pathname))}`
}

/** Ids of the service's own, once symbolic and once real; those of subscribers are the application's. */
function withoutIds(path: string): string {
  return path.replace(/^(\/v1\/(?:integrations|environments)\/)(?:\{id of .*\}|[0-9a-f]{24})/, '$1ID')
}
