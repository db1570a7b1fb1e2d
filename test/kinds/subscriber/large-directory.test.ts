// A directory larger than the service counts: paging must end where look-ups are cheaper.
import { expect, test } from 'vitest'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { json } from '../../support/scripted-transport.ts'
import { collect, declared, lookAt } from '../../support/laws-kinds.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

const cap = 50_000

/** How many requests it takes to read so many of a directory, of which some are in it. */
async function requests(size: number, wanted: readonly number[]): Promise<[number, number]> {
  const { access, asked } = lookAt(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/v1/integrations') return json([])
    const id = searchParams.get('subscriberId')
    const isOldestFirst = searchParams.get('orderDirection') === 'ASC'
    const from = id === null ? Number(searchParams.get('after') ?? 0) : Number(id)
    const to = Math.min(size, id === null ? from + 100 : from + 1)
    const data = Array.from({ length: Math.max(0, to - from) }, (_, index) => {
      const number = id !== null || isOldestFirst ? from + index : size - 1 - from - index
      return { _id: `i${number}`, subscriberId: String(number) }
    })
    return json({
      data,
      next: id === null && to < size ? String(to) : null,
      previous: null,
      totalCount: Math.min(size, cap),
      totalCountCapped: size > cap,
    })
  })
  const found = await collect(
    subscriber.observe(
      access,
      Resources.of(wanted.map((id) => declared(subscriber, { subscriberId: String(id) }))),
    ),
  )
  return [asked().length, found.filter(({ live }) => live !== undefined).length]
}

const numbers = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => from + index)

/** As many of them as are asked for, at the same distance. */
const spread = (count: number, of: number): number[] =>
  numbers(count).map((index) => Math.floor(((index + 0.5) * of) / count))

test.each<[string, number, readonly number[], number, number]>([
  ['few: a page, then look-ups', 100_000, numbers(5, 50_000), 6, 5],
  ['fewer than pages up to the cap: a page, then look-ups', 100_000, numbers(480, 50_000), 481, 480],
  ['as many as pages: every page once, or look-ups', 60_000, spread(600, 60_000), 600, 600],
  ['a bit fewer than pages: hardly more than look-ups', 60_000, spread(550, 60_000), 570, 550],
  ['more than pages: every page once', 60_000, spread(900, 60_000), 600, 900],
  ['the oldest: the pages that show them, from that end', 100_000, numbers(5000), 2 * 50 + 2, 5000],
  ['the newest: the same', 100_000, numbers(5000, 95_000), 2 * 50 + 2, 5000],
  ['none of many there: a third more than look-ups at most', 100_000, numbers(800, 200_000), 1067, 0],
  ['all: every page once', 60_000, numbers(60_000), 600, 60_000],
])('%s', async (_, size, wanted, most, live) => {
  const [asked, found] = await requests(size, wanted)
  expect(found).toBe(live)
  expect(asked).toBeLessThanOrEqual(most)
})

test.each([
  ['one page', [{ subscriberId: 'x' }], 'a cursor that an earlier page already contained'],
  ['an empty page', [], 'next is a cursor, but page 1 is empty, so no page can follow'],
])('a service that gives %s again and again is an error, not a loop', async (_, data, sentence) => {
  const { access } = lookAt(({ url }) =>
    url.includes('integrations')
      ? json([])
      : json({ data, next: 'again', previous: null, totalCount: 50_000, totalCountCapped: true }),
  )
  const wanted = numbers(1000).map((id) => declared(subscriber, { subscriberId: String(id) }))
  await expect(collect(subscriber.observe(access, Resources.of(wanted)))).rejects.toThrow(sentence)
})
