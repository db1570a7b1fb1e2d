import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, generatedSubscribers, type Sandbox } from '../../../src/sandbox/index.ts'
import { sender } from '../../support/sandbox-client.ts'

interface Page {
  readonly data: readonly { readonly subscriberId: string; readonly _id: string; readonly email: string }[]
  readonly next: string | null
  readonly previous: string | null
  readonly totalCount: number
  readonly totalCountCapped: boolean
}

let sandbox: Sandbox
beforeAll(async () => {
  const environment = 'Production'
  const people = [
    {
      environment,
      subscriberId: 'a',
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'z@people.example',
      phone: '+15550000',
    },
    {
      environment,
      subscriberId: 'b',
      firstName: 'Bob',
      lastName: 'Anning',
      email: 'y@people.example',
      phone: '+15550001',
    },
    { environment, subscriberId: 'c', firstName: 'Ann', lastName: 'Leeds', email: 'x@people.example' },
    { environment, subscriberId: 'd', firstName: null, lastName: 'Solo', email: 'w@people.example' },
    { environment, subscriberId: 'e', firstName: 'Dan', lastName: null, email: 'v@people.example' },
  ]
  sandbox = await createSandbox({ seed: { subscribers: people } })
})
afterAll(() => sandbox.close())

const idOf = (subscriberId: string): string =>
  subscriberId && (sandbox.state.subscribers.get('Production', subscriberId)?._id ?? subscriberId)

async function search(query: string): Promise<Page & { readonly ids: string }> {
  const withIds = query.replaceAll(
    /(after|before)=(\w+)/g,
    (_, name: string, id: string) => `${name}=${idOf(id)}`,
  )
  const { status, body } = await sender(sandbox)<Page>('GET', `/v2/subscribers?${withIds}`)
  expect(status).toBe(200)
  return { ...body, ids: body.data.map(({ subscriberId }) => subscriberId).join('') }
}

test.each([
  ['', 'edcba', null, null],
  ['limit=2', 'ed', 'd', null],
  ['limit=2&after=&email=&subscriberId=', 'ed', 'd', null],
  ['limit=2&after=d', 'cb', 'b', 'c'],
  ['limit=2&after=b', 'a', null, 'a'],
  ['limit=2&after=a', '', null, null],
  ['limit=2&after=d&includeCursor=true', 'dc', 'c', 'd'],
  ['limit=2&after=d&includeCursor=1', 'cb', 'b', 'c'],
  ['limit=2&before=b', 'dc', 'c', 'd'],
  ['limit=2&before=d', 'e', 'e', null],
  ['limit=2&before=b&includeCursor=true', 'cb', 'b', 'c'],
  ['orderDirection=ASC', 'abcde', null, null],
  ['orderDirection=ASC&limit=2&after=b', 'cd', 'd', 'c'],
  ['orderDirection=ASC&limit=2&before=d', 'bc', 'c', 'b'],
  ['orderBy=email&orderDirection=ASC', 'edcba', null, null],
  ['orderBy=email&limit=2&after=b', 'cd', 'd', 'c'],
  ['orderBy=nonsense', 'edcba', null, null],
])('%s shows %s', async (query, ids, next, previous) => {
  expect(await search(query)).toMatchObject({
    ids,
    next: next && idOf(next),
    previous: previous && idOf(previous),
    totalCount: 5,
    totalCountCapped: false,
  })
})

test.each([
  ['name=Ann', 'cba', 3],
  ['name=ann', '', 0],
  ['name=Ann%20Lee', 'ca', 2],
  ['name=Solo', 'd', 1],
  ['name=Ann&limit=1&after=b', 'a', 3],
  ['name=Dan&after=c', '', 1],
  ['name=Ann&after=d', 'cba', 3],
  ['email=z%40', 'a', 1],
  ['email=Z%40', '', 0],
  ['email=people&phone=%2B1555', 'ba', 2],
  ['phone=50001', 'b', 1],
  ['subscriberId=b', 'b', 1],
  ['subscriberId=B', '', 0],
  ['subscriberId=b&name=Ann', 'b', 1],
  ['subscriberId=b&email=z%40', '', 0],
])('%s finds %s', async (query, ids, totalCount) => {
  expect(await search(query)).toMatchObject({ ids, totalCount })
})

test('a cursor whose subscriber is gone ends the walk without a word', async () => {
  expect(await search('after=6b00000500000000000000ff')).toEqual({
    ids: '',
    data: [],
    next: null,
    previous: null,
    totalCount: 0,
    totalCountCapped: false,
  })
})

test.each([
  ['limit=0', 422, 'limit must not be less than 1'],
  ['limit=101', 422, 'limit must not be greater than 100'],
  ['limit=x', 422, 'limit must be an integer number'],
  ['limit=1.5', 422, 'limit must be an integer number'],
  ['orderDirection=UP', 422, 'orderDirection must be one of the following values: ASC, DESC'],
  ['after=1&before=2', 400, 'Cannot specify both "before" and "after" cursors at the same time.'],
])('%s is refused', async (query, status, text) => {
  const answer = await sender(sandbox)('GET', `/v2/subscribers?${query}`)
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(JSON.stringify(text).slice(1, -1))
})

test('the order follows writes, additions and removals', async () => {
  const byEmail = 'orderBy=email&orderDirection=ASC'
  expect((await search(byEmail)).ids).toBe('edcba')
  await sender(sandbox)('PATCH', '/v2/subscribers/e', { email: 'zz@people.example' })
  sandbox.state.subscribers.add({ environment: 'Production', subscriberId: 'f', email: 'xx@people.example' })
  expect((await search(byEmail)).ids).toBe('dcfbae')
  sandbox.state.subscribers.remove('Production', 'f')
  await sender(sandbox)('PATCH', '/v2/subscribers/e', { email: 'v@people.example' })
  expect((await search(byEmail)).ids).toBe('edcba')
})

test('a directory beyond the cap is walked whole, each subscriber once', async () => {
  const large = await createSandbox({ seed: { subscribers: generatedSubscribers('Production', 50_050) } })
  const seen = new Set<string>()
  let after = ''
  do {
    const { body } = await sender(large)<Page>(
      'GET',
      `/v2/subscribers?limit=100${after && `&after=${after}`}`,
    )
    expect(body).toMatchObject({ totalCount: 50_000, totalCountCapped: true })
    for (const { _id } of body.data) seen.add(_id)
    after = body.next ?? ''
  } while (after !== '')
  await large.close()
  expect(seen.size).toBe(50_050)
})
