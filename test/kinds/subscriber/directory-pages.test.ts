// A directory that is read from both ends, while others write, and of services that break the contract.
import { describe, expect, test } from 'vitest'
import { bothEnds, type Ahead, type PageOfEnd } from '../../../src/kinds/subscriber/directory-pages.ts'
import type { SearchSubscribersQuery, SearchSubscribersReply } from '../../../src/wire/generated.ts'

type Reply = Partial<SearchSubscribersReply> & { readonly ids: readonly string[] }

const ids = (from: number, to: number): string[] => {
  const step = from <= to ? 1 : -1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => `s${from + index * step}`)
}

/** Answers to the queries, written as `DESC` or `ASC s9`, each in turn. */
function directory(answer: (asked: string, index: number) => Reply) {
  const asked: string[] = []
  const read = (query: SearchSubscribersQuery) => {
    asked.push([query.orderDirection, query.after].filter((part) => part !== undefined).join(' '))
    const { ids: shown, ...rest } = answer(asked.at(-1) ?? '', asked.length)
    const data = shown.map((_id) => ({ _id, subscriberId: _id }))
    const reply = { data, next: null, previous: null, totalCount: 0, totalCountCapped: false, ...rest }
    return { reply: Promise.resolve(reply as unknown as SearchSubscribersReply), startedAt: () => 0 }
  }
  return { read, asked }
}

/** A directory of s1 to sN, the oldest first, in pages of 10; `at` may change it before a request. */
function changing(
  size: number,
  at: Readonly<Record<number, (all: string[]) => string[]>> = {},
  cap = 50_000,
) {
  let all = ids(1, size)
  return directory((query, index) => {
    all = at[index]?.(all) ?? all
    const [order, after] = query.split(' ')
    const ordered = order === 'ASC' ? all : all.toReversed()
    if (after !== undefined && !all.includes(after)) return { ids: [] }
    const from = after === undefined ? 0 : ordered.indexOf(after) + 1
    const shown = ordered.slice(from, from + 10)
    const next = from + 10 < ordered.length ? (shown.at(-1) ?? null) : null
    const totalCount = Math.min(cap, all.length)
    return { ids: shown, next, totalCount, totalCountCapped: all.length > cap }
  })
}

const always = ({ left, underWay }: Ahead): boolean => left > underWay

async function walked({ read, asked }: ReturnType<typeof directory>, isWorth = always) {
  const pages: PageOfEnd[] = []
  for await (const page of bothEnds(read, isWorth)) pages.push(page)
  const shown = new Set(pages.flatMap(({ data }) => data.map(({ subscriberId }) => subscriberId)))
  return { asked, shown, pages }
}

describe('every subscriber is shown', () => {
  test.each([1, 10, 11, 20, 21, 40, 95, 100])('of %i, by the fewest pages', async (size) => {
    const { asked, shown } = await walked(changing(size))
    expect(shown.size).toBe(size)
    expect(asked).toHaveLength(Math.ceil(size / 10))
  })

  test('in an order that replies decide, with where each page is found again', async () => {
    const { asked, pages } = await walked(changing(45))
    expect(asked).toEqual(['DESC', 'DESC s36', 'ASC', 'DESC s26', 'ASC s10'])
    expect(pages.map(({ seen: { page } }) => page)).toEqual([
      { number: 1, after: undefined, order: 'DESC' },
      { number: 2, after: 's36', order: 'DESC' },
      { number: 3, after: undefined, order: 'ASC' },
      { number: 4, after: 's26', order: 'DESC' },
      { number: 5, after: 's10', order: 'ASC' },
    ])
  })

  test.each([60, 61, 65, 69])('of %i where the service stops counting: until the ends meet', async (size) => {
    const { asked, shown } = await walked(changing(size, {}, 20))
    expect(shown.size).toBe(size)
    expect(asked.length).toBeLessThanOrEqual(Math.ceil(size / 10) + 1)
  })

  test('though others are created and deleted meanwhile', async () => {
    const { shown } = await walked(
      changing(60, { 3: (all) => [...all, ...ids(61, 75)], 5: (all) => all.filter((id) => id !== 's30') }),
    )
    const there = ids(1, 60).filter((id) => id !== 's30')
    expect(there.filter((id) => !shown.has(id))).toEqual([])
  })

  test('though the one at the cursor of an end is deleted: the other end goes on', async () => {
    const { asked, shown } = await walked(changing(60, { 4: (all) => all.filter((id) => id !== 's41') }))
    expect(asked.slice(0, 4)).toEqual(['DESC', 'DESC s51', 'ASC', 'DESC s41'])
    expect(ids(1, 60).filter((id) => !shown.has(id))).toEqual([])
    expect(asked.filter((each) => each === 'DESC')).toHaveLength(1)
  })

  test('though both cursors are: it begins again', async () => {
    const gone = (all: string[]): string[] => all.filter((id) => id !== 's41' && id !== 's10')
    const { asked, shown } = await walked(changing(60, { 4: gone }))
    expect(ids(1, 60).filter((id) => !shown.has(id))).toEqual([])
    expect(asked.filter((each) => each === 'DESC')).toHaveLength(2)
  })
})

test('a service that cuts off every end is given up', async () => {
  const first = { ids: ids(1, 10), next: 'x', totalCount: 90 }
  const { asked, shown } = await walked(
    directory((query) =>
      query.includes(' ') ? { ids: [] } : query === 'ASC' ? { ...first, ids: ids(90, 81) } : first,
    ),
  )
  expect(shown.size).toBe(20)
  expect(asked.length).toBeLessThanOrEqual(4 * 4)
})

test('a service without the order is read from one end', async () => {
  const { read, asked } = changing(40)
  const inOneOrder = (query: SearchSubscribersQuery) => read({ ...query, orderDirection: 'DESC' })
  const { shown } = await walked({ read: inOneOrder, asked })
  expect(shown.size).toBe(40)
  expect(asked).toHaveLength(5)
})

test('no page more is asked for than is worth it', async () => {
  const { asked } = await walked(changing(100), ({ read }) => read < 3)
  // Two were under way when the third one came.
  expect(asked.length).toBeLessThanOrEqual(4)
})

test('nothing stays under way if a page fails', async () => {
  const { read } = changing(100)
  let pending = 0
  const failing = (query: SearchSubscribersQuery) => {
    pending += 1
    const { reply, startedAt } = read(query)
    const slow = reply.then(async (page) => {
      if (query.after === 's91') throw new Error('no reply')
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
      return page
    })
    return { reply: slow.finally(() => (pending -= 1)), startedAt }
  }
  await expect(walked({ read: failing, asked: [] })).rejects.toThrow('no reply')
  expect(pending).toBe(0)
})

describe('pages that never end are an error', () => {
  test.each<[string, (asked: string, index: number) => Reply, string]>([
    ['a cursor again', (_, index) => ({ ids: [`s${index}`], next: 'x', totalCount: 90 }), 'a cursor that an'],
    ['an empty page', (_, index) => ({ ids: [], next: `c${index}`, totalCount: 90 }), 'page 1 is empty'],
    [
      'the same page with new cursors',
      (_, index) => ({ ids: ['s1', 's2'], next: `c${index}`, totalCount: 90, totalCountCapped: true }),
      'the third page in a row without a new resource',
    ],
    [
      'more than are counted',
      (_, index) => ({ ids: ids(index * 10, index * 10 + 9), next: `c${index}`, totalCount: 30 }),
      'one page too many',
    ],
  ])('%s', async (_what, answer, sentence) => {
    let pages = 0
    const endless = (): boolean => {
      pages += 1
      if (pages > 200) throw new Error('it goes on')
      return true
    }
    await expect(walked(directory(answer), endless)).rejects.toThrow(sentence)
  })
})
