// A directory larger than the service counts: paging must end where look-ups are cheaper.
import { expect, test } from 'vitest'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { json } from '../../support/scripted-transport.ts'
import { collect, declared, lookAt } from '../../support/laws-kinds.ts'
import { Resources } from '../../../src/kinds/resources.ts'

const cap = 1000

/** How many requests it takes to read so many of a directory, of which some are in it. */
async function requests(size: number, wanted: readonly number[]): Promise<[number, number]> {
  const { look, asked } = lookAt(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/v1/integrations') return json([])
    const id = searchParams.get('subscriberId')
    const from = id === null ? Number(searchParams.get('after') ?? 0) : Number(id)
    const to = Math.min(size, id === null ? from + 100 : from + 1)
    const data = Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
      _id: `i${from + index}`,
      subscriberId: String(from + index),
    }))
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
      look,
      Resources.of(wanted.map((id) => declared(subscriber, { subscriberId: String(id) }))),
    ),
  )
  return [asked().length - 1, found.filter(({ live }) => live !== undefined).length]
}

const numbers = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => from + index)

test.each<[string, number, readonly number[], number, number]>([
  ['few: a page, then look-ups', 100_000, numbers(5, 50_000), 6, 5],
  ['more than pages up to the cap: never more than twice the look-ups', 100_000, numbers(20, 50_000), 40, 20],
  ['that many, and none of them there', 100_000, numbers(20, 200_000), 40, 0],
  ['all: every page once', 20_000, numbers(20_000), 200, 20_000],
])('%s', async (_, size, wanted, most, live) => {
  const [asked, found] = await requests(size, wanted)
  expect(found).toBe(live)
  expect(asked).toBeLessThanOrEqual(most)
})

test.each([
  ['one page', [{ subscriberId: 'x' }], 'a cursor that an earlier page already contained'],
  ['an empty page', [], 'next is a cursor, but page 1 is empty, so no page can follow'],
])('a service that gives %s again and again is an error, not a loop', async (_, data, sentence) => {
  const { look } = lookAt(({ url }) =>
    url.includes('integrations')
      ? json([])
      : json({ data, next: 'again', previous: null, totalCount: 50_000, totalCountCapped: true }),
  )
  const wanted = numbers(1000).map((id) => declared(subscriber, { subscriberId: String(id) }))
  await expect(collect(subscriber.observe(look, Resources.of(wanted)))).rejects.toThrow(sentence)
})
