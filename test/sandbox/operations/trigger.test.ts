import { afterEach, beforeEach, expect, test } from 'vitest'
import { awhile, openStage, type Stage } from '../../support/sandbox-stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage({
    seed: {
      integrations: [
        {
          environment: 'Production',
          identifier: 'fcm-push',
          providerId: 'fcm',
          channel: 'push',
          active: true,
        },
        { environment: 'Production', identifier: 'slack-off', providerId: 'slack', channel: 'chat' },
      ],
    },
  })
})
afterEach(() => stage.close())

const subscriber = (id: string) => stage.sandbox.state.subscribers.get('Production', id)
const transactions = () => stage.sandbox.state.transactions('Production').slice(3)

test.each([
  ['processed', 'welcome', {}],
  ['trigger_not_active', 'retired-newsletter', {}],
  ['no_workflow_steps_defined', 'draft-announcement', {}],
  ['no_workflow_active_steps_defined', 'paused-survey', {}],
  ['no_tenant_found', 'welcome', { tenant: 'nobody' }],
  ['no_tenant_found', 'welcome', { tenant: { identifier: 'nobody', name: 'New' } }],
  ['invalid_recipients', 'welcome', { to: '' }],
  ['invalid_recipients', 'welcome', { to: ['ada bea', { subscriberId: 'ada\n' }] }],
  ['invalid_recipients', 'welcome', { to: [{ firstName: 'Ann' }, { type: 'Topic' }, ''] }],
  ['processed', 'welcome', { to: ['', 'user-0001'] }],
  ['processed', 'welcome', { to: [] }],
])('%s: %s %j', async (status, name, more) => {
  const sent = { name, to: 'user-0001', transactionId: 'mine', ...more }
  expect(await stage.trigger(sent)).toEqual({
    status: 201,
    body: { acknowledged: true, status, transactionId: 'mine' },
  })
  expect(transactions()).toEqual(status === 'processed' ? ['mine'] : [])
})

test.each([
  [{ actor: { firstName: 'Ann' } }, ['The actor has no subscriberId.']],
  [{ tenant: { name: 'Acme' } }, ['The tenant has no identifier.']],
  [
    { to: { subscriberId: 'a', channels: [{ providerId: 'slack', integrationIdentifier: 'slack-off' }] } },
    ["There is no active slack integration slack-off for a recipient's channel."],
  ],
  [
    { actor: {}, tenant: {}, to: [{ subscriberId: 'a', channels: [{ providerId: 'discord' }] }] },
    [
      'The actor has no subscriberId.',
      'The tenant has no identifier.',
      "There is no active discord integration for a recipient's channel.",
    ],
  ],
])('error: %j', async (more, error) => {
  const body = { name: 'welcome', to: 'user-0001', transactionId: 'mine', ...more }
  expect(await stage.trigger(body)).toEqual({
    status: 201,
    body: { acknowledged: false, status: 'error', error, transactionId: 'mine' },
  })
  expect(transactions()).toEqual([])
})

test('a workflow that is not there is refused', async () => {
  expect(await stage.trigger({ name: 'nope', to: 'user-0001' })).toMatchObject({
    status: 422,
    body: { message: 'workflow_not_found' },
  })
})

const reached = async (to: unknown): Promise<unknown[]> => {
  const events = await stage.fire({ name: 'welcome', to })
  return events.map(({ subscriber: each }) => each?.subscriberId)
}

const operations = ['ops-oncall', 'user-0003', 'user-0006']

test.each([
  ['user-0001', ['user-0001']],
  ['stranger', ['stranger']],
  [{ subscriberId: 'user-0002' }, ['user-0002']],
  [{ email: 'user-0004@people.example' }, ['user-0004']],
  [{ phone: '+15550000009' }, ['user-0009']],
  [
    ['user-0002', { subscriberId: 'user-0001' }, 'user-0002'],
    ['user-0002', 'user-0001'],
  ],
  [[{ type: 'Topic', topicKey: 'operations' }], operations],
  [[{ type: 'Topic', topicKey: 'operations', exclude: ['user-0003'] }], ['ops-oncall', 'user-0006']],
  [
    ['user-0003', { type: 'Topic', topicKey: 'operations' }],
    ['user-0003', 'ops-oncall', 'user-0006'],
  ],
  [[{ type: 'Topic', topicKey: 'nothing' }], []],
  [[], []],
])('to %j reaches %j', async (to, expected) => {
  expect(await reached(to)).toEqual(expected)
})

test('a topic alone is understood too, though the contract has it only in an array', async () => {
  expect(await reached({ type: 'Topic', topicKey: 'operations' })).toEqual(operations)
  expect(() => stage.sandbox.assertStrict()).toThrow('POST /v1/events/trigger: body /to must')
})

test('an event shows how it came about', async () => {
  const topic = { type: 'Topic', topicKey: 'operations' }
  const payload = { product: 'Acme' }
  const [first, second] = await stage.fire({
    name: 'incident-alert',
    to: [{ subscriberId: 'user-0003', firstName: 'Ann' }, topic],
    payload,
    overrides: { twilio: { from: '+1' } },
    context: { region: 'eu', plan: 'pro' },
  })
  expect(first).toMatchObject({
    to: { subscriberId: 'user-0003', firstName: 'Ann' },
    topics: [{ topicKey: 'operations', _topicId: 'topic-operations' }],
    payload,
    tags: ['operations'],
    channels: ['chat', 'sms', 'email'],
    severity: 'high',
    critical: true,
    contextKeys: ['region:eu', 'plan:pro'],
    template: { name: 'Incident alert', triggers: [{ identifier: 'incident-alert' }] },
    jobs: [{ payload, overrides: { twilio: { from: '+1' } } }, {}, {}],
  })
  expect(second).toMatchObject({
    to: { subscriberId: 'ops-oncall' },
    subscriber: { subscriberId: 'ops-oncall' },
  })
})

const channel = (token: string) => ({
  providerId: 'fcm',
  integrationIdentifier: 'fcm-push',
  credentials: { deviceTokens: [token] },
})

test('a recipient object is stored: its fields replace, its channels are added', async () => {
  const to = {
    subscriberId: 'new',
    email: 'new@people.example',
    data: { a: '1', b: '2' },
    channels: [channel('one')],
  }
  await stage.fire({ name: 'welcome', to })
  expect(subscriber('new')).toMatchObject({ email: to.email, __v: 0, channels: [channel('one')] })
  await stage.fire({
    name: 'welcome',
    to: { subscriberId: 'new', phone: '+1', data: { c: '3' }, channels: [channel('two')] },
  })
  expect(subscriber('new')).toMatchObject({
    email: to.email,
    phone: '+1',
    data: { c: '3' },
    __v: 1,
    channels: [{ credentials: { deviceTokens: ['one', 'two'] } }],
  })
})

test('a recipient without an id that nobody has is somebody new', async () => {
  const [event] = await stage.fire({ name: 'welcome', to: { email: 'unheard@people.example' } })
  const id = event?.subscriber?.subscriberId ?? ''
  expect([id, subscriber(id)?.email]).toEqual([
    expect.stringMatching(/^[0-9a-z]{12}$/),
    'unheard@people.example',
  ])
  expect(await reached({ email: 'unheard@people.example' })).toEqual([id])
})

test('a recipient that is known is not written again', async () => {
  const before = subscriber('user-0001')
  await stage.fire({ name: 'welcome', to: 'user-0001' })
  expect(subscriber('user-0001')).toBe(before)
})

test('an actor object makes a subscriber, an actor id does not', async () => {
  await stage.fire({
    name: 'welcome',
    to: 'user-0001',
    actor: { subscriberId: 'actor-1', avatar: 'https://a.example' },
  })
  await stage.fire({ name: 'welcome', to: 'user-0001', actor: 'actor-2' })
  expect([subscriber('actor-1')?.avatar, subscriber('actor-2')]).toEqual(['https://a.example', undefined])
})

test('the details of a tenant that exists are stored', async () => {
  const tenant = { identifier: 'acme', name: 'Acme Ltd', data: { plan: 'free' } }
  await stage.trigger({ name: 'welcome', to: 'user-0001', tenant })
  await stage.trigger({ name: 'welcome', to: 'user-0001', tenant: 'globex' })
  expect(stage.sandbox.state.tenants('Production')).toEqual([
    { _id: 'acme', name: 'Acme Ltd', data: { plan: 'free' } },
    { _id: 'globex', name: 'Globex' },
  ])
})

test('the same transaction id again is ignored, in its own environment', async () => {
  const body = { name: 'welcome', to: 'user-0001', transactionId: 'once' }
  const [first, again] = [await stage.trigger(body), await stage.trigger({ ...body, to: 'user-0002' })]
  stage.advance(awhile)
  expect(again).toEqual(first)
  expect((await stage.events('once')).map(({ subscriber: each }) => each?.subscriberId)).toEqual([
    'user-0001',
  ])
  expect(stage.sandbox.state.transactions('Development')).toEqual([])
})

test('an id that was not processed can be used again', async () => {
  const body = { name: 'welcome', to: 'user-0001', transactionId: 'once' }
  await stage.trigger({ ...body, tenant: 'nobody' })
  expect(await stage.trigger(body)).toMatchObject({ body: { status: 'processed' } })
})

test('without a transaction id one is made', async () => {
  const { body } = await stage.trigger({ name: 'welcome', to: 'user-0001' })
  expect(body).toEqual({
    acknowledged: true,
    status: 'processed',
    transactionId: expect.stringMatching(/^txn_[0-9a-f]{24}$/),
  })
  expect(transactions()).toEqual([body['transactionId']])
})
