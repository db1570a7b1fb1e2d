// Lists are walked to their end and no further, whatever the service says about the end.
import { describe, expect, test } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { createClient, type Client } from '../../src/service/client.ts'
import { events, messages, subscriberPages, subscribers } from '../../src/service/pages.ts'
import { json, scripted } from '../support/scripted-transport.ts'

const origin = 'https://api.example.com'

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** A client that answers with these bodies in turn, and the addresses that it was asked for. */
function serving(...bodies: readonly object[]): {
  readonly client: Client
  readonly asked: () => readonly string[]
} {
  const { transport, sent } = scripted((_, index) =>
    json(bodies[index] ?? { message: 'asked too often' }, bodies[index] ? 200 : 500),
  )
  return {
    client: createClient({ transport, origin, apiKey: Secret.of('k', 'env:KEY') }),
    asked: () => sent.map(({ url }) => url.slice(origin.length)),
  }
}

const subscriberPage = (ids: readonly string[], next: string | null, totalCount = 3): object => ({
  data: ids.map((subscriberId) => ({ subscriberId })),
  next,
  previous: null,
  totalCount,
  totalCountCapped: false,
})
const page = (ids: readonly (string | undefined)[], hasMore: boolean): object => ({
  data: ids.map((_id) => ({ _id })),
  hasMore,
})

describe('subscribers', () => {
  test('follow the cursor', async () => {
    const { client, asked } = serving(subscriberPage(['a', 'b'], 'c1'), subscriberPage(['c'], null))
    const found = await all(subscribers(client, { orderDirection: 'ASC' }))
    expect(found.map(({ subscriberId }) => subscriberId)).toEqual(['a', 'b', 'c'])
    expect(asked()).toEqual([
      '/v2/subscribers?limit=100&orderDirection=ASC',
      '/v2/subscribers?limit=100&orderDirection=ASC&after=c1',
    ])
  })

  test('may be had by page, with what the service counts', async () => {
    const { client } = serving(subscriberPage(['a'], 'c1', 2), subscriberPage(['b'], null, 2))
    expect(await all(subscriberPages(client))).toEqual([
      { data: [{ subscriberId: 'a' }], totalCount: 2, totalCountCapped: false, next: 'c1', after: undefined },
      { data: [{ subscriberId: 'b' }], totalCount: 2, totalCountCapped: false, next: null, after: 'c1' },
    ])
  })

  test('begin again where the cursor is gone, each comes once', async () => {
    const { client, asked } = serving(
      subscriberPage(['a', 'b'], 'c1', 4),
      subscriberPage([], null, 0),
      subscriberPage(['a', 'c'], 'c2', 3),
      subscriberPage(['d'], null, 3),
    )
    const found = await all(subscribers(client))
    expect(found.map(({ subscriberId }) => subscriberId)).toEqual(['a', 'b', 'c', 'd'])
    expect(asked().map((path) => path.replace('/v2/subscribers?limit=100', ''))).toEqual([
      '',
      '&after=c1',
      '',
      '&after=c2',
    ])
  })

  test('also where an empty page comes before as many as are counted', async () => {
    const { client, asked } = serving(
      subscriberPage(['a'], 'c1', 2),
      subscriberPage([], null, 2),
      subscriberPage(['a', 'b'], null, 2),
    )
    expect(await all(subscribers(client))).toHaveLength(2)
    expect(asked()).toHaveLength(3)
  })

  test('also where nothing is counted, or all that was counted has come', async () => {
    const uncounted = serving(
      subscriberPage(['a'], 'c1', 0),
      subscriberPage([], null, 0),
      subscriberPage(['a', 'b'], null, 0),
    )
    expect(await all(subscribers(uncounted.client))).toHaveLength(2)
    expect(uncounted.asked()).toHaveLength(3)
    const grown = serving(
      subscriberPage(['a'], 'c1', 1),
      subscriberPage([], null, 0),
      subscriberPage(['a', 'b'], null, 2),
    )
    expect(await all(subscribers(grown.client))).toHaveLength(2)
  })

  test('three times at most, and not where all that are counted have come', async () => {
    const cut = [subscriberPage(['a'], 'c1', 9), subscriberPage([], null, 0)]
    const endless = serving(...cut, ...cut, ...cut, ...cut, ...cut)
    await expect(all(subscribers(endless.client))).rejects.toThrow(
      'data is incomplete: belfry read the list 4 times, and each time the list ended before the last of 9 subscribers',
    )
    expect(endless.asked()).toHaveLength(8)
    const partly = serving(...cut, ...cut, ...cut, ...cut, ...cut)
    let shown = 0
    for await (const { data } of subscriberPages(partly.client)) shown += data.length
    expect(shown).toBe(1)
    const whole = serving(subscriberPage(['a', 'b'], 'c1', 2), subscriberPage([], null, 2))
    expect(await all(subscribers(whole.client))).toHaveLength(2)
    const rest = serving(subscriberPage(['c'], 'c2', 3), subscriberPage([], null, 3))
    expect(await all(subscribers(rest.client, { after: 'c1' }))).toHaveLength(1)
    const empty = serving(subscriberPage([], null, 0))
    expect(await all(subscribers(empty.client))).toEqual([])
  })

  test('that moved to a later page come once', async () => {
    const { client } = serving(subscriberPage(['a', 'b'], 'c1'), subscriberPage(['b', 'c'], null))
    const found = await all(subscribers(client))
    expect(found.map(({ subscriberId }) => subscriberId)).toEqual(['a', 'b', 'c'])
  })

  test('are fetched no further than they are read', async () => {
    const { client, asked } = serving(subscriberPage(['a'], 'c1'))
    for await (const { data } of subscriberPages(client, { limit: 1 })) {
      expect(data).toHaveLength(1)
      break
    }
    expect(asked()).toEqual(['/v2/subscribers?limit=1'])
  })

  test('end where the service leaves the cursor out', async () => {
    const { client } = serving({ data: [{ subscriberId: 'a' }], totalCount: 1 })
    expect(await all(subscriberPages(client))).toEqual([
      { data: [{ subscriberId: 'a' }], totalCount: 1, totalCountCapped: false, next: null },
    ])
  })

  test.each([
    ['an empty string', ''],
    ['no string', 7],
    ['null', null],
  ])('end where the cursor is %s', async (_what, next) => {
    const { client, asked } = serving({ data: [{ subscriberId: 'a' }], next, totalCount: 1 })
    expect(await all(subscribers(client))).toHaveLength(1)
    expect(asked()).toHaveLength(1)
  })

  test('without an _id are told apart by what the application calls them, and else by their _id', async () => {
    const item = (subscriberId: string, _id?: string) => ({ subscriberId, ...(_id !== undefined && { _id }) })
    const named = serving(
      { data: [item('a'), item('b')], next: 'c1', totalCount: 3 },
      { data: [item('b'), item('c')], next: null, totalCount: 3 },
    )
    expect((await all(subscribers(named.client))).map(({ subscriberId }) => subscriberId)).toEqual([
      'a',
      'b',
      'c',
    ])
    const renamed = serving(
      { data: [item('a', '1')], next: 'c1', totalCount: 2 },
      { data: [item('a', '1'), item('a', '2')], next: null, totalCount: 2 },
    )
    expect(await all(subscribers(renamed.client))).toHaveLength(2)
  })

  test('do not go round in circles', async () => {
    const { client } = serving(
      subscriberPage(['a'], 'c1'),
      subscriberPage(['b'], 'c2'),
      subscriberPage(['a'], 'c1'),
    )
    await expect(all(subscribers(client))).rejects.toThrow(
      'next is a cursor that an earlier page already contained',
    )
  })

  test('do not go back to the cursor that a walk began with', async () => {
    const { client } = serving(subscriberPage(['a'], 'c1'), subscriberPage(['b'], 'c0'))
    await expect(all(subscribers(client, { after: 'c0' }))).rejects.toThrow(
      'next is a cursor that an earlier page already contained',
    )
  })

  const capped = (ids: readonly string[], next: string): object => ({
    ...subscriberPage(ids, next, 50_000),
    totalCountCapped: true,
  })

  test('an empty page with a cursor makes no sense', async () => {
    const { client, asked } = serving(capped(['a'], 'c1'), capped([], 'c2'))
    await expect(all(subscribers(client))).rejects.toThrow(
      'the reply to searchSubscribers is invalid: next is a cursor, but page 2 is empty, so no page can follow',
    )
    expect(asked()).toHaveLength(2)
  })

  test('of pages without a new id two may follow each other, not three', async () => {
    const { client } = serving(
      capped(['a', 'b'], 'c1'),
      capped(['a'], 'c2'),
      capped(['b'], 'c3'),
      capped(['c'], 'c4'),
      capped(['a'], 'c5'),
      capped(['b'], 'c6'),
      capped(['c'], 'c7'),
    )
    const found: string[] = []
    const walk = async (): Promise<void> => {
      for await (const { subscriberId } of subscribers(client)) found.push(subscriberId)
    }
    await expect(walk()).rejects.toThrow(
      'the reply to searchSubscribers is invalid: page 7 is the third page in a row without a new resource',
    )
    expect(found).toEqual(['a', 'b', 'c'])
  })

  test('those that a walk shows again after it began anew are no repetition', async () => {
    const again = [['a', 'b'], ['c'], ['d'], ['e']].map((ids, index) =>
      subscriberPage(ids, index < 3 ? `d${index}` : null, 5),
    )
    const { client } = serving(
      subscriberPage(['a', 'b'], 'c1', 5),
      subscriberPage(['c'], 'c2', 5),
      subscriberPage(['d'], 'c3', 5),
      subscriberPage([], null, 0),
      ...again,
    )
    expect(await all(subscribers(client))).toHaveLength(5)
  })

  test('more than totalCount explains by a tenth make no sense, unless it is capped', async () => {
    const ids = (turn: number) => Array.from({ length: 10 }, (_, index) => `s${turn}-${index}`)
    const pages = (total: object) =>
      Array.from({ length: 6 }, (_, index) => ({
        ...subscriberPage(ids(index), index === 5 ? null : `c${index}`, 30),
        ...total,
      }))
    const lying = serving(...pages({}))
    await expect(all(subscribers(lying.client))).rejects.toThrow(
      'the reply to searchSubscribers is invalid: page 4 is one page too many: the pages contain 40 items, but totalCount is 30',
    )
    expect(lying.asked()).toHaveLength(4)
    for (const total of [
      { totalCountCapped: true },
      { totalCount: 55 },
      // A service that leaves the mark out stops counting at the contract's number.
      { totalCount: 50_000, totalCountCapped: undefined },
    ])
      expect(await all(subscribers(serving(...pages(total)).client))).toHaveLength(60)
  })
})

describe.each([
  ['messages', messages, '/v1/messages?limit=100'],
  ['events', events, '/v1/notifications?limit=50'],
] as const)('%s', (_, walk, path) => {
  const ids = async (client: Client): Promise<readonly (string | undefined)[]> =>
    (await all<{ readonly _id?: string }>(walk(client))).map(({ _id: id }) => id)

  test('come page by page, each once', async () => {
    const { client, asked } = serving(page(['d', 'c'], true), page(['c', 'b'], true), page(['a'], false))
    expect(await ids(client)).toEqual(['d', 'c', 'b', 'a'])
    expect(asked()).toEqual([`${path}&page=0`, `${path}&page=1`, `${path}&page=2`])
  })

  test('end with an empty page, even if there is said to be more', async () => {
    const { client, asked } = serving(page(['a'], true), page([], true))
    expect(await ids(client)).toEqual(['a'])
    expect(asked()).toHaveLength(2)
  })

  test.each([
    ['is left out', undefined],
    ['is null', null],
    ['is no boolean', 'false'],
  ])('go on to an empty page where hasMore %s', async (_what, hasMore) => {
    const { client, asked } = serving(
      { data: [{ _id: 'b' }], hasMore },
      { data: [{ _id: 'a' }], hasMore },
      { data: [] },
    )
    expect(await ids(client)).toEqual(['b', 'a'])
    expect(asked()).toHaveLength(3)
  })

  test('end with an error where pages are all the same', async () => {
    const { client } = serving(page(['b', 'a'], true), page(['b', 'a'], true))
    await expect(ids(client)).rejects.toThrow('page 1 is identical to page 0')
  })

  test('end with an error where pages go round in a circle', async () => {
    const { client, asked } = serving(
      page(['a'], true),
      page(['b'], true),
      page(['a'], true),
      page(['b'], true),
      page(['a'], true),
    )
    await expect(ids(client)).rejects.toThrow('page 4 is the third page in a row without a new resource')
    expect(asked()).toHaveLength(5)
  })
})

test('events come also where they have no id', async () => {
  const { client } = serving(page([undefined, 'a'], true), page([undefined, 'a'], false))
  expect((await all(events(client))).map(({ _id }) => _id)).toEqual([undefined, 'a', undefined])
})

test('events end with an error where nothing on three pages has an id', async () => {
  const { client } = serving(...Array.from({ length: 4 }, () => page([undefined], true)))
  await expect(all(events(client))).rejects.toThrow(
    'page 2 is the third page in a row without a new resource',
  )
})

test('messages without an id are refused', async () => {
  const { client } = serving(page(['a', undefined], true))
  await expect(all(messages(client))).rejects.toThrow('data[1]._id')
})

test('messages are no more than their totalCount explains', async () => {
  const pages = Array.from({ length: 5 }, (_, index) => ({
    ...page([`a${index}`, `b${index}`], true),
    totalCount: 4,
  }))
  const { client, asked } = serving(...pages)
  await expect(all(messages(client))).rejects.toThrow(
    'page 2 is one page too many: the pages contain 6 items, but totalCount is 4',
  )
  expect(asked()).toHaveLength(3)
})

test('a walk of messages takes another size of page', async () => {
  const { client, asked } = serving(page([], false))
  await all(messages(client, { limit: 7 }))
  expect(asked()).toEqual(['/v1/messages?limit=7&page=0'])
})

test('a walk keeps the filters and begins where it is told to', async () => {
  const { client, asked } = serving(page(['a'], true), page([], false))
  await all(events(client, { transactionId: 't', limit: 10, page: 3 }))
  expect(asked()).toEqual([
    '/v1/notifications?limit=10&transactionId=t&page=3',
    '/v1/notifications?limit=10&transactionId=t&page=4',
  ])
})
