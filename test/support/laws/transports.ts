// Transports around a real one: that lose or refuse requests, that shuffle replies, or that look after each write.
import { TransportError } from '../../../src/service/errors.ts'
import type { Transport, WireRequest } from '../../../src/service/transport.ts'

/**
 * What becomes of a write: it passes; `lose`: it takes effect, but no reply comes; `drop`: neither;
 * `refuse`: the service says no before it does anything.
 */
export type Fate = 'pass' | 'lose' | 'drop' | 'refuse'

export interface Fated {
  readonly request: WireRequest
  readonly fate: Fate
}

/** Every write meets the fate that `decide` gives it, by its number from 0; `met` is filled in the order of sending. */
export function fateful(inner: Transport, decide: (index: number) => Fate, met: Fated[]): Transport {
  return async (request) => {
    if (request.method === 'GET') return inner(request)
    const fate = decide(met.length)
    met.push({ request, fate })
    if (fate === 'refuse')
      return { status: 400, headers: {}, body: JSON.stringify({ statusCode: 400, message: 'Not today' }) }
    if (fate !== 'drop') {
      const reply = await inner(request)
      if (fate === 'pass') return reply
    }
    throw new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'the connection was cut' })
  }
}

/** Calls `look` when a write has been answered, before anybody knows of the answer. */
export function watched(inner: Transport, look: (request: WireRequest) => void): Transport {
  return async (request) => {
    const reply = await inner(request)
    if (request.method !== 'GET') look(request)
    return reply
  }
}

/** Lists whose order means nothing, by the key that they stand under. */
const unordered = new Set([
  '',
  'data',
  'apiKeys',
  'conditions',
  'children',
  'channels',
  'deviceTokens',
  'toys',
])

/** The same replies with lists and keys in another order. */
export function shuffling(inner: Transport, random: () => number): Transport {
  return async (request) => {
    const reply = await inner(request)
    return { ...reply, body: JSON.stringify(shuffled(JSON.parse(reply.body), random)) }
  }
}

/** Lists without order, and keys, in another order. */
export function shuffled(value: unknown, random: () => number, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => shuffled(item, random, '[]'))
    return unordered.has(key) ? inAnyOrder(items, random) : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, entry]) => [name, shuffled(entry, random, name)] as const)
  return Object.fromEntries(inAnyOrder(entries, random))
}

export function inAnyOrder<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item)
}
