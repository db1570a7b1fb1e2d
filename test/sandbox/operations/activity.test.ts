import { afterEach, beforeEach, expect, test } from 'vitest'
import { sender, type Send } from '../../support/sandbox-client.ts'
import { createStrictSandbox, type StrictSandbox } from '../../support/strict-sandbox.ts'

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly hasMore: boolean
  readonly totalCount?: number
}

let sandbox: StrictSandbox
let send: Send
beforeEach(async () => {
  sandbox = await createStrictSandbox()
  send = sender(sandbox)
})
afterEach(() => sandbox.close())

async function list(path: string, field: string): Promise<unknown[]> {
  const { status, body } = await send<Page>('GET', path)
  expect(status).toBe(200)
  return body.data.map((item) => item[field])
}

test.each([
  ['', ['email', 'push', 'sms', 'chat', 'in_app', 'email']],
  ['channel=sms', ['sms']],
  ['subscriberId=user-0004', ['in_app', 'email']],
  ['subscriberId=nobody', []],
  ['transactionId=txn_seed_welcome', ['in_app', 'email']],
  ['transactionId=txn_seed_welcome&transactionId=txn_seed_incident&channel=push', ['push']],
  ['contextKeys=tenant:acme', ['email']],
  ['contextKeys=tenant:acme&contextKeys=app:x', []],
  ['contextKeys=&subscriberId=user-0004', ['in_app']],
  ['limit=2', ['email', 'push']],
  ['limit=2&page=2', ['in_app', 'email']],
  ['page=9', []],
])('messages?%s are %j', async (query, channels) => {
  expect(await list(`/v1/messages?${query}`, 'channel')).toEqual(channels)
})

async function page(query: string): Promise<unknown> {
  const { data: _, ...rest } = (await send<Page>('GET', `/v1/messages?${query}`)).body
  return rest
}

test('a page of messages tells of the rest', async () => {
  expect(await page('limit=3')).toEqual({ totalCount: 6, hasMore: true, pageSize: 3, page: 0 })
  expect(await page('limit=3&page=1')).toEqual({ totalCount: 6, hasMore: false, pageSize: 3, page: 1 })
  expect(await page('')).toEqual({ totalCount: 6, hasMore: false, pageSize: 10, page: 0 })
})

test('a message carries its subscriber as it is now, and its workflow', async () => {
  await send('PATCH', '/v2/subscribers/user-0004', { firstName: 'New' })
  const { body } = await send<Page>('GET', '/v1/messages?transactionId=txn_seed_welcome&channel=email')
  expect(body.data).toMatchObject([
    {
      _notificationId: sandbox.state.notifications('Production')[0]?._id,
      templateIdentifier: 'welcome',
      subscriber: { subscriberId: 'user-0004', firstName: 'New' },
      template: { name: 'Welcome', triggers: [{ identifier: 'welcome' }] },
    },
  ])
})

test('messages and events are those of the own environment', async () => {
  const development = sender(sandbox, 'Development')
  expect((await development<Page>('GET', '/v1/messages')).body.data).toEqual([])
  expect((await development<Page>('GET', '/v1/notifications')).body.data).toEqual([])
  const [event] = sandbox.state.notifications('Production')
  expect(await development('GET', `/v1/notifications/${event?._id}`)).toMatchObject({ status: 404 })
})

const [welcome, incident, digest] = ['txn_seed_welcome', 'txn_seed_incident', 'txn_seed_digest']

test.each([
  ['', [digest, incident, welcome]],
  ['transactionId=txn_seed_incident', [incident]],
  ['channels=sms', [incident]],
  ['channels=sms&channels=in_app', [incident, welcome]],
  ['templates=WELCOME', [welcome]],
  ['templates=welcome', []],
  ['emails=oncall@acme.example', [incident]],
  ['subscriberIds=user-0007', [digest]],
  ['subscriberIds=user-0007&emails=oncall@acme.example', [digest, incident]],
  ['subscriberIds=user-0007&emails=oncall@acme.example&channels=sms', [incident]],
  ['subscriberIds=nobody', []],
  ['search=ONCALL', [incident]],
  ['search=user-0007', [digest]],
  ['topicKey=operations', [incident]],
  ['after=2026-01-05T09:00:00.000Z', [digest, incident]],
  ['before=2026-01-05T09:00:00.001Z', [welcome]],
  ['after=2026-01-06&before=2026-01-07', [incident]],
  ['limit=2', [digest, incident]],
  ['limit=2&page=1', [welcome]],
])('events?%s are %j', async (query, transactions) => {
  const [first] = sandbox.state.notifications('Production')
  const path = `/v1/notifications?${query.replace('WELCOME', first?._templateId ?? '')}`
  expect(await list(path, 'transactionId')).toEqual(transactions)
})

const jobs = (event: unknown): unknown[] =>
  (event as { jobs: { type: unknown }[] }).jobs.map(({ type }) => type)

test('an event read alone shows what the list hides', async () => {
  const { body } = await send<Page>('GET', '/v1/notifications?transactionId=txn_seed_incident')
  const [listed] = body.data
  const retrieved = await send('GET', `/v1/notifications/${String(listed?.['_id'])}`)
  expect([listed?.['severity'], listed?.['channels'], jobs(listed)]).toEqual([
    undefined,
    ['chat', 'sms', 'push'],
    ['chat', 'sms'],
  ])
  expect([retrieved.body['severity'], retrieved.body['channels'], jobs(retrieved.body)]).toEqual([
    'high',
    ['chat', 'sms', 'push', 'throttle'],
    ['chat', 'sms', 'throttle'],
  ])
  expect(retrieved.body).toMatchObject({
    subscriber: { subscriberId: 'ops-oncall', phone: '+4915112345678' },
    template: { name: 'Incident alert', origin: 'external', triggers: [{ identifier: 'incident-alert' }] },
  })
})
