import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListEventsReply, ListMessagesReply } from '../../../src/wire/generated.ts'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { sender } from '../../support/sandbox-client.ts'
import { awhile, openStage, type Stage } from '../../support/sandbox-stage.ts'

const topics = [{ environment: 'Production', key: 'all', subscribers: ['user-0007', 'user-0014'] }]

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ seed: { notifications: [], messages: [], topics } })
  await fire('w1', {
    name: 'welcome',
    to: ['user-0001', 'user-0002'],
    context: { tenant: 'acme', app: 'web' },
  })
  await fire('u1', {
    name: 'app-update',
    to: [{ type: 'Topic', topicKey: 'all' }],
    context: { tenant: 'acme' },
  })
  await fire('w2', { name: 'welcome', to: 'user-0001' })
})
afterEach(() => stage.close())

/** A minute for each. */
async function fire(transactionId: string, body: object): Promise<void> {
  await stage.trigger({ transactionId, ...body })
  stage.advance(60_000)
}

const events = async (query: string): Promise<string[]> => {
  const { status, body } = await stage.send<ListEventsReply>('GET', `/v1/notifications?${query}`)
  expect(status).toBe(200)
  return body.data.map((event) => `${event.transactionId} ${event.subscriber?.subscriberId}`)
}
const messages = async (query: string): Promise<string[]> => {
  const { status, body } = await stage.send<ListMessagesReply>('GET', `/v1/messages?${query}`)
  expect(status).toBe(200)
  return body.data.map(
    ({ transactionId, channel, subscriber }) => `${transactionId} ${channel} ${subscriber?.subscriberId}`,
  )
}

const [one, two] = ['w1 user-0001', 'w1 user-0002']
const [seven, fourteen] = ['u1 user-0007', 'u1 user-0014']
const last = 'w2 user-0001'

test.each([
  ['', [last, fourteen, seven, two, one]],
  ['channels=push', [fourteen, seven]],
  ['channels=push&channels=email', [last, fourteen, seven, two, one]],
  ['channels=sms', []],
  ['templates=WELCOME', [last, two, one]],
  ['templates=WELCOME&templates=UPDATE', [last, fourteen, seven, two, one]],
  ['emails=user-0002@people.example', [two]],
  ['emails=USER-0002@people.example', []],
  ['emails=user-0002@people.example&emails=user-0007@people.example', [seven, two]],
  ['subscriberIds=user-0001', [last, one]],
  ['subscriberIds=user-0001&emails=user-0002@people.example&channels=email', [last, two, one]],
  ['search=0014@PEOPLE', [fourteen]],
  ['search=user-0001', [last, one]],
  ['transactionId=w1', [two, one]],
  ['transactionId=none', []],
  ['topicKey=all', [fourteen, seven]],
  ['topicKey=some', []],
  ['after=2026-02-01T00:01:00.000Z', [last, fourteen, seven]],
  ['before=2026-02-01T00:01:00.000Z', [two, one]],
  ['after=2026-02-01T00:00:00.010Z&before=2026-02-01T00:01:00.011Z', [fourteen, seven]],
  ['limit=2', [last, fourteen]],
  ['limit=2&page=1', [seven, two]],
  ['limit=2&page=2', [one]],
  ['limit=2&page=3', []],
  ['limit=50', [last, fourteen, seven, two, one]],
])('events?%s are %j', async (query, expected) => {
  const [welcome, update] = ['w1', 'u1'].map(
    (id) =>
      stage.sandbox.state.notifications('Production').find((row) => row.transactionId === id)?._templateId ??
      '',
  )
  expect(await events(query.replace('WELCOME', welcome ?? '').replace('UPDATE', update ?? ''))).toEqual(
    expected,
  )
})

test('events until the time of the request, unless asked for others', async () => {
  await stage.trigger({ name: 'welcome', to: 'user-0001', transactionId: 'now' })
  stage.advance(10)
  expect(await events('transactionId=now')).toEqual(['now user-0001'])
})

const page = async (path: string): Promise<unknown> => {
  const { data: _, ...rest } = (await stage.send<ListEventsReply>('GET', path)).body
  return rest
}

test.each([
  ['/v1/notifications', { hasMore: false, pageSize: 10, page: 0 }],
  ['/v1/notifications?limit=4', { hasMore: true, pageSize: 4, page: 0 }],
  ['/v1/notifications?limit=4&page=1', { hasMore: false, pageSize: 4, page: 1 }],
  ['/v1/notifications?limit=5', { hasMore: false, pageSize: 5, page: 0 }],
  ['/v1/messages', { totalCount: 8, hasMore: false, pageSize: 10, page: 0 }],
  ['/v1/messages?limit=3&page=1', { totalCount: 8, hasMore: true, pageSize: 3, page: 1 }],
  ['/v1/messages?limit=3&page=2', { totalCount: 8, hasMore: false, pageSize: 3, page: 2 }],
  ['/v1/messages?limit=4&page=1', { totalCount: 8, hasMore: false, pageSize: 4, page: 1 }],
  ['/v1/messages?channel=push&limit=1', { totalCount: 2, hasMore: true, pageSize: 1, page: 0 }],
])('the page of %s is %j', async (path, expected) => {
  expect(await page(path)).toEqual(expected)
})

test.each([
  ['/v1/notifications?limit=0', 422],
  ['/v1/notifications?limit=51', 422],
  ['/v1/notifications?page=-1', 422],
  ['/v1/notifications?page=x', 422],
  ['/v1/notifications?after=yesterday', 400],
  ['/v1/notifications?after=2026-02-02&before=2026-02-01', 400],
  ['/v1/messages?limit=1001', 400],
  ['/v1/messages?page=-1', 422],
  ['/v1/messages?channel=fax', 422],
])('%s is refused with %j', async (path, status) => {
  const sandbox = await createSandbox()
  expect((await sender(sandbox)('GET', path)).status).toBe(status)
  await sandbox.close()
})

test.each([
  ['channel=push', ['u1 push user-0014', 'u1 push user-0007']],
  ['subscriberId=user-0002', ['w1 in_app user-0002', 'w1 email user-0002']],
  ['subscriberId=user-0001&channel=email', ['w2 email user-0001', 'w1 email user-0001']],
  ['transactionId=w2', ['w2 in_app user-0001', 'w2 email user-0001']],
  ['transactionId=w2&transactionId=u1&channel=push', ['u1 push user-0014', 'u1 push user-0007']],
  ['contextKeys=tenant:acme', ['u1 push user-0014', 'u1 push user-0007']],
  ['contextKeys=app:web&contextKeys=tenant:acme&channel=email', ['w1 email user-0002', 'w1 email user-0001']],
  ['contextKeys=&channel=email', ['w2 email user-0001']],
  ['limit=1&page=7', ['w1 email user-0001']],
  ['subscriberId=nobody', []],
])('messages?%s are %j', async (query, expected) => {
  expect(await messages(query)).toEqual(expected)
})

test('a walk through the pages meets everything once', async () => {
  await fire('many', { name: 'app-update', to: [{ type: 'Topic', topicKey: 'all' }, ...people(60)] })
  stage.advance(awhile)
  const seen: string[] = []
  for (let at = 0; ; at += 1) {
    const { body } = await stage.send<ListEventsReply>(
      'GET',
      `/v1/notifications?transactionId=many&limit=50&page=${at}`,
    )
    seen.push(...body.data.map(({ _id }) => _id ?? ''))
    if (!body.hasMore) break
  }
  expect([seen.length, new Set(seen).size]).toEqual([60, 60])
})

function people(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `user-${String(index + 1).padStart(4, '0')}`)
}
