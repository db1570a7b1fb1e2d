// Subscribers: what each profile answers to the same requests.
import { expect, test } from 'vitest'
import type { Subscriber } from '../../../src/wire/generated.ts'
import { dataOf, onEach, onOne, outcome, type Call, type Reply } from '../../support/profile-table.ts'

const path = '/v1/subscribers/ops-oncall/credentials'
const fcm = (credentials: object) => ({ providerId: 'fcm', integrationIdentifier: 'fcm-push', credentials })
const subscriber = (reply: Reply): Subscriber => dataOf(reply) as Subscriber
const channelOf = (reply: Reply, providerId: string) =>
  subscriber(reply).channels?.find((channel) => channel.providerId === providerId)

/** What is stored after each of these bodies, one after the other. */
async function tokensAfter(call: Call, bodies: readonly object[]): Promise<unknown[]> {
  const seen: unknown[] = []
  for (const body of bodies) seen.push(channelOf(await call('PUT', path, fcm(body)), 'fcm')?.credentials)
  return seen
}

test('tokens are appended, or replaced and wiped where they are absent', async () => {
  const seen = await onEach((call) =>
    tokensAfter(call, [
      { deviceTokens: ['a', 'b', 'a'] },
      { deviceTokens: ['c'] },
      { webhookUrl: 'https://x.example' },
      { deviceTokens: [] },
      { alertUid: 'u', title: 't' },
    ]),
  )
  const webhookUrl = 'https://x.example'
  const novu = [
    { deviceTokens: ['a', 'b'] },
    { deviceTokens: ['c'] },
    { webhookUrl, deviceTokens: [] },
    { webhookUrl, deviceTokens: [] },
    { webhookUrl, deviceTokens: [] },
  ]
  const deviceTokens = ['a', 'b', 'c']
  expect(seen).toEqual({
    contract: [
      { deviceTokens: ['a', 'b'] },
      { deviceTokens },
      { deviceTokens, webhookUrl },
      { deviceTokens, webhookUrl },
      { deviceTokens, webhookUrl, alertUid: 'u', title: 't' },
    ],
    'novu-2026-04': novu,
    'novu-2026-09': novu,
  })
})

test('which integration a channel is of', async () => {
  const seen = await onEach(async (call, sandbox) => {
    const { integrationIdentifier, _integrationId } =
      channelOf(await call('PUT', path, fcm({ deviceTokens: [] })), 'fcm') ?? {}
    const { _id } = sandbox.state.integrations.get('Production', 'fcm-push') ?? {}
    return [integrationIdentifier, _integrationId === _id]
  })
  expect(seen).toEqual({
    contract: ['fcm-push', true],
    'novu-2026-04': [undefined, true],
    'novu-2026-09': [undefined, true],
  })
})

test('without an identifier it is the one that was made last', async () => {
  const seen = await onEach(async (call, sandbox) => {
    await call('POST', '/v1/integrations', {
      providerId: 'fcm',
      channel: 'push',
      identifier: 'second',
      active: true,
    })
    const reply = await call('PUT', path, { providerId: 'fcm', credentials: { deviceTokens: ['t'] } })
    const { _id } = sandbox.state.integrations.get('Production', 'second') ?? {}
    return channelOf(reply, 'fcm')?._integrationId === _id
  })
  expect(Object.values(seen)).toEqual([true, true, true])
})

test.each([
  [
    path,
    { providerId: 'expo', credentials: {} },
    '400 Subscribers environment (6b0000030000000000000002) do not have active expo integration.',
  ],
  [
    path,
    { ...fcm({}), integrationIdentifier: 'none' },
    '400 Subscribers environment (6b0000030000000000000002) do not have active fcm integration.',
  ],
  [path, { providerId: 'fcm' }, '422 Validation Error'],
  [path, { providerId: 'ses', credentials: {} }, '422 Validation Error'],
  ['/v1/subscribers/nobody/credentials', fcm({}), '400 SubscriberId: nobody not found'],
])('credentials to %s with %j', async (place, body, answer) => {
  const seen = await onEach(async (call) => outcome(await call('PUT', place, body)))
  expect(Object.values(seen)).toEqual([answer, answer, answer])
})

const attributes: readonly (readonly [object, string, string])[] = [
  [{}, '200', '200'],
  [{ email: 'a@localhost' }, '200', '422 Validation Error'],
  [{ email: 'é@x.com' }, '200', '200'],
  [{ email: '' }, '200', '422 Validation Error'],
  [{ locale: 'english' }, '200', '200'],
  [{ locale: 'en_US' }, '200', '200'],
  [{ locale: 'x' }, '200', '422 Validation Error'],
  [{ timezone: 'europe/berlin' }, '200', '200'],
  [{ timezone: 'GMT+2' }, '200', '422 Validation Error'],
  [{ timezone: '+01:00' }, '200', '200'],
  [{ timezone: '+25:00' }, '200', '422 Validation Error'],
  [{ phone: '', avatar: '', firstName: '' }, '200', '200'],
  [{ data: ['a'] }, '422 Validation Error', '422 Validation Error'],
  [{ data: null, email: null }, '200', '200'],
]

test.each(attributes)('an update with %j', async (body, contract, novu) => {
  const seen = await onEach(async (call) => outcome(await call('PATCH', '/v2/subscribers/ops-oncall', body)))
  expect(seen).toEqual({ contract, 'novu-2026-04': novu, 'novu-2026-09': novu })
})

test('an update replaces data, clears by null, and shows no time of its own', async () => {
  const seen = await onEach(async (call, sandbox) => {
    const body = { phone: null, data: { only: 1 } }
    const reply = await call('PATCH', '/v2/subscribers/ops-oncall', body)
    const { phone, data, updatedAt } = subscriber(reply)
    const stored = sandbox.state.subscribers.get('Production', 'ops-oncall')?.updatedAt
    return [phone, data, updatedAt === stored]
  })
  const novu = [undefined, { only: 1 }, false]
  expect(seen).toEqual({
    contract: [null, { only: 1 }, true],
    'novu-2026-04': novu,
    'novu-2026-09': novu,
  })
})

const found = async (call: Call, query: string): Promise<string> => {
  const { status, body } = await call('GET', `/v2/subscribers?${query}`)
  const { data, next, totalCount } = body as {
    readonly data?: readonly Subscriber[]
    readonly next?: string
    readonly totalCount?: number
  }
  return status < 400 ? `${data?.length} of ${totalCount}${next === null ? '' : ', more'}` : String(status)
}

test.each([
  ['email=USER-0001@people.example', '0 of 0', '1 of 1'],
  ['email=user-000', '9 of 9', '9 of 9'],
  ['name=ada', '0 of 0', '10 of 24, more'],
  ['subscriberId=user-000', '0 of 0', '0 of 0'],
  ['subscriberId=USER-0001', '0 of 0', '0 of 0'],
  ['subscriberId=user-0001&limit=1', '1 of 1', '1 of 1'],
  ['limit=0', '422', '10 of 250, more'],
  ['limit=101', '422', '422'],
  ['orderDirection=down&limit=1', '422', '1 of 250, more'],
  ['after=x', '0 of 0', '500'],
  ['after=0123456789abcdef01234567', '0 of 0', '0 of 0'],
  ['after=0123456789abcdef01234567&before=0123456789abcdef01234567', '400', '400'],
])('a search by %s', async (query, contract, novu) => {
  const seen = await onEach((call) => found(call, query))
  expect(seen).toEqual({ contract, 'novu-2026-04': novu, 'novu-2026-09': novu })
})

test('a create outside the contract makes or changes, unless it must not be there', async () => {
  const seen = await onEach(async (call) => {
    const create = (body: object, query = ''): Promise<Reply> => call('POST', `/v2/subscribers${query}`, body)
    return [
      outcome(await create({ subscriberId: 'new', email: 'new@people.example' })),
      outcome(await create({ subscriberId: 'new', firstName: 'Nova' })),
      outcome(await create({ subscriberId: 'new' }, '?failIfExists=true')),
      outcome(await create({ firstName: 'Nova' })),
      await found(call, 'name=Nova&email=new@people.example'),
    ]
  })
  const novu = [
    '201',
    '201',
    '409 Subscriber with subscriberId: new already exists',
    '422 Validation Error',
    '1 of 1',
  ]
  const none = '404 Cannot POST /v2/subscribers'
  expect(seen).toEqual({
    contract: [none, none, `${none}?failIfExists=true`, none, '0 of 0'],
    'novu-2026-04': novu,
    'novu-2026-09': novu,
  })
})

test('a provider that only deployed services know', async () => {
  const seen = await onOne(
    'novu-2026-09',
    async (call) => (await call('PUT', path, { providerId: 'telegram', credentials: {} })).status,
  )
  expect(seen).toBe(400)
})
