// How many requests are under way at once, and which never are together.
import { describe, expect, test } from 'vitest'
import type { Transport } from '../../../src/service/transport.ts'
import { inParallel } from '../../../src/core/lists.ts'
import { held } from '../../support/held.ts'
import { openScene } from '../../support/laws/scene.ts'
import { collect } from '../../support/laws-kinds.ts'

/** Lets writes through in full groups only, so that it shows whether that many are ever under way together. */
function inGroupsOf(
  size: number,
  inner: Transport,
): { readonly transport: Transport; readonly most: () => number } {
  let queue: (() => void)[] = []
  let under = 0
  let most = 0
  const transport: Transport = async (request) => {
    if (request.method === 'GET') return inner(request)
    most = Math.max(most, ++under)
    await new Promise<void>((resolve) => {
      queue.push(resolve)
      if (queue.length < size) return
      for (const release of queue) release()
      queue = []
    })
    const reply = await inner(request)
    under -= 1
    return reply
  }
  return { transport, most: () => most }
}

const people = Array.from({ length: 12 }, (_, index) => `p${index}`)

test.each([1, 3, 4])('%i at a time: as many as that, and never more', async (parallel) => {
  const yaml = `subscribers:\n${people.map((id) => `  - { subscriberId: ${id}, firstName: New }`).join('\n')}`
  const world = await openScene({
    yaml,
    subscribers: people.map((subscriberId) => ({ environment: 'Production', subscriberId })),
  })
  const { transport, most } = inGroupsOf(parallel, world.transport)
  const { results } = await world.apply({ parallel, transport })
  expect(results.every(({ outcome }) => outcome.status === 'done')).toBe(true)
  expect(most()).toBe(parallel)
  await world.close()
})

/** Identities of which two writes were under way together, as a client sees it. */
function watching(inner: Transport): {
  readonly transport: Transport
  readonly together: () => readonly string[]
} {
  const under = new Map<string, number>()
  const together = new Set<string>()
  const transport: Transport = async (request) => {
    if (request.method === 'GET') return inner(request)
    const identity = new URL(request.url).pathname.split('/').slice(2, 4).join('/')
    const count = (under.get(identity) ?? 0) + 1
    under.set(identity, count)
    if (count > 1) together.add(identity)
    const reply = await inner(request)
    under.set(identity, (under.get(identity) ?? 1) - 1)
    return reply
  }
  return { transport, together: () => [...together] }
}

const integration = (id: string): object => ({
  identifier: id,
  providerId: id,
  channel: 'push',
  active: true,
})
const channel = (id: string): object => ({
  providerId: id,
  integrationIdentifier: id,
  credentials: { title: 'T' },
})

test('never two calls for one identity at once', async () => {
  const providers = ['fcm', 'apns', 'expo', 'pushpad']
  const yaml = JSON.stringify({
    integrations: providers.map(integration),
    subscribers: people.map((subscriberId) => ({
      subscriberId,
      firstName: 'New',
      channels: providers.map(channel),
    })),
  })
  const subscribers = people.map((subscriberId) => ({ environment: 'Production', subscriberId }))
  const world = await openScene({ yaml, subscribers })
  const { transport, together } = watching(world.transport)
  const { results } = await world.apply({ parallel: 8, transport })
  expect(results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])
  expect(world.writes()).toHaveLength(4 + 12 + 48)
  // Creates have no identity in their path yet.
  expect(together().filter((identity) => identity.includes('/'))).toEqual([])
  await world.close()
})

test('results come in the order of the items, whatever ends first', async () => {
  const releases: (() => void)[] = []
  const work = (item: number): Promise<number> =>
    new Promise((resolve) => releases.push(() => resolve(item * 10)))
  const all = collect(inParallel([1, 2, 3], 3, work))
  for (const release of releases.toReversed()) release()
  expect(await all).toEqual([10, 20, 30])
})

describe('work in parallel', () => {
  /** Each item is begun, and ends when the test says so. */
  const begun = (items: readonly string[], limit: number) => {
    const gate = held()
    const iterator = inParallel(items, limit, async (item) => {
      await gate.hold(item)
      return item
    })[Symbol.asyncIterator]()
    return { gate, iterator, next: iterator.next() }
  }

  test('after a failure nothing new begins, though others end', async () => {
    const { gate, iterator, next } = begun(['a', 'b', 'c', 'd', 'e'], 2)
    expect(gate.came).toEqual(['a', 'b'])
    const failed = Promise.all([next, iterator.next()])
    failed.catch(() => undefined)
    await gate.fail('b', new Error('no'))
    await gate.release('a')
    expect(gate.came).toEqual(['a', 'b'])
    await expect(failed).rejects.toThrow('no')
    expect(gate.came).toEqual(['a', 'b'])
  })

  test('a place that becomes free is taken at once, whichever it is', async () => {
    const { gate, next } = begun(['a', 'b', 'c', 'd'], 2)
    await gate.release('b')
    expect(gate.came).toEqual(['a', 'b', 'c'])
    await gate.release('c')
    expect(gate.came).toEqual(['a', 'b', 'c', 'd'])
    await gate.release('a')
    expect(await next).toEqual({ value: 'a', done: false })
  })

  test('nothing new begins once nobody reads on', async () => {
    const { gate, iterator, next } = begun(['a', 'b', 'c', 'd'], 2)
    await gate.release('a')
    await next
    expect(gate.came).toEqual(['a', 'b', 'c'])
    await iterator.return?.()
    await gate.release('b')
    await gate.release('c')
    expect(gate.came).toEqual(['a', 'b', 'c'])
  })

  test('no more is begun than there is', async () => {
    expect(await collect(inParallel(['a'], 4, async (item) => item))).toEqual(['a'])
    expect(await collect(inParallel([], 2, () => Promise.reject(new Error('no'))))).toEqual([])
  })
})
