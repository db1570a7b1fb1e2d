import { afterEach, beforeEach, expect, test } from 'vitest'
import { virtualClock } from '../../../src/sandbox/index.ts'
import { sender, type Send } from '../../support/sandbox-client.ts'
import { createStrictSandbox, type StrictSandbox } from '../../support/strict-sandbox.ts'

const later = '2026-03-01T00:00:00.000Z'
let sandbox: StrictSandbox
let send: Send
beforeEach(async () => {
  sandbox = await createStrictSandbox({ clock: virtualClock(later) })
  send = sender(sandbox)
})
afterEach(() => sandbox.close())

const subscriber = (id = 'ops-oncall') => sandbox.state.subscribers.get('Production', id)
const integrationId = (identifier: string): string =>
  sandbox.state.integrations.get('Production', identifier)?._id ?? ''

test('a patch changes what is sent, stores null and replaces data whole', async () => {
  const before = subscriber()
  const changes = { firstName: 'Off', timezone: null, data: { team: 'support' } }
  const after = { ...before, ...changes, __v: 1, updatedAt: later }
  expect(await send('PATCH', '/v2/subscribers/ops-oncall', changes)).toEqual({ status: 200, body: after })
  expect(subscriber()).toEqual(after)
})

test('an empty patch is accepted', async () => {
  expect(await send('PATCH', '/v2/subscribers/user-0001', {})).toMatchObject({
    status: 200,
    body: { firstName: 'Boris', email: 'user-0001@people.example' },
  })
})

test.each(['auth0|7', 'a/b', '100%', 'ä@ö.example', 'a b', 'c?d#e', '__proto__'])(
  'finds %s',
  async (subscriberId) => {
    sandbox.state.subscribers.add({ environment: 'Production', subscriberId })
    const path = encodeURIComponent(subscriberId)
    expect(await send('PATCH', `/v2/subscribers/${path}`, { firstName: 'X' })).toMatchObject({
      status: 200,
      body: { subscriberId, firstName: 'X' },
    })
    expect(await send('GET', `/v2/subscribers?subscriberId=${path}`)).toMatchObject({
      body: { data: [{ subscriberId }] },
    })
  },
)

test('an unknown subscriber is named', async () => {
  expect(await send('PATCH', '/v2/subscribers/nobody', { firstName: 'X' })).toMatchObject({
    status: 404,
    body: { message: 'Subscriber nobody was not found' },
  })
  expect(await send('PUT', '/v1/subscribers/nobody/credentials', slack('slack-ops', {}))).toMatchObject({
    status: 400,
    body: { message: 'SubscriberId: nobody not found' },
  })
})

const slack = (integrationIdentifier: string | undefined, credentials: object): object => ({
  providerId: 'slack',
  ...(integrationIdentifier !== undefined && { integrationIdentifier }),
  credentials,
})

test('credentials of a provider new to the subscriber make a channel', async () => {
  const grafana = sandbox.state.integrations.add({
    environment: 'Production',
    identifier: 'grafana',
    providerId: 'grafana-on-call',
    channel: 'chat',
    active: true,
  })
  const credentials = {
    webhookUrl: 'w',
    channel: 'c',
    deviceTokens: [],
    alertUid: 'a',
    title: 't',
    imageUrl: 'i',
    state: 's',
    externalUrl: 'e',
  }
  const sent = { providerId: 'grafana-on-call', credentials }
  const { status, body } = await send('PUT', '/v1/subscribers/ops-oncall/credentials', sent)
  expect([status, body['channels']]).toEqual([
    200,
    [
      {
        providerId: 'slack',
        integrationIdentifier: 'slack-ops',
        credentials: { webhookUrl: 'https://hooks.slack.example/services/made-up' },
        _integrationId: integrationId('slack-ops'),
      },
      {
        providerId: 'grafana-on-call',
        integrationIdentifier: 'grafana',
        credentials,
        _integrationId: grafana._id,
      },
    ],
  ])
  expect(subscriber()?.updatedAt).toBe(later)
})

async function pushCredentials(credentials: object): Promise<unknown> {
  const sent = { providerId: 'fcm', integrationIdentifier: 'fcm-push', credentials }
  const { body } = await send<{ channels: { credentials: unknown }[] }>(
    'PUT',
    '/v1/subscribers/user-0007/credentials',
    sent,
  )
  return body.channels.map((channel) => channel.credentials)
}

test('credentials are merged, and device tokens only gather', async () => {
  expect(await pushCredentials({ deviceTokens: ['b', 'b', 'made-up-token-user-0007'] })).toEqual([
    { deviceTokens: ['made-up-token-user-0007', 'b'] },
  ])
  expect(await pushCredentials({ title: 't' })).toEqual([
    { deviceTokens: ['made-up-token-user-0007', 'b'], title: 't' },
  ])
  expect(await pushCredentials({ deviceTokens: [] })).toEqual([
    { deviceTokens: ['made-up-token-user-0007', 'b'], title: 't' },
  ])
})

test('without an identifier the latest active integration is meant', async () => {
  const slackIntegration = { environment: 'Production', providerId: 'slack', channel: 'chat' } as const
  sandbox.state.integrations.add({ ...slackIntegration, identifier: 'slack-2', active: true })
  sandbox.state.integrations.add({ ...slackIntegration, identifier: 'slack-3', active: false })
  const { body } = await send(
    'PUT',
    '/v1/subscribers/user-0001/credentials',
    slack(undefined, { webhookUrl: 'w' }),
  )
  expect(body).toMatchObject({ channels: [{ integrationIdentifier: 'slack-2' }] })
})

test.each([
  ['slack-none', {}],
  ['fcm-push', {}],
  ['slack-ops', { active: false }],
  ['slack-ops', { deleted: true }],
])('no integration, no credentials: %s %j', async (identifier, changes) => {
  if (identifier === 'slack-ops') sandbox.state.integrations.edit('Production', identifier, changes)
  const answer = await send('PUT', '/v1/subscribers/ops-oncall/credentials', slack(identifier, {}))
  expect(answer).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('do not have active slack integration') },
  })
})

test('the reply of a patch leaves out providers that it cannot name', async () => {
  sandbox.state.integrations.add({
    environment: 'Production',
    identifier: 'appio',
    providerId: 'appio',
    channel: 'push',
    active: true,
  })
  const sent = { providerId: 'appio', credentials: { deviceTokens: ['t'] } }
  const upserted = await send('PUT', '/v1/subscribers/ops-oncall/credentials', sent)
  expect(upserted.body).toMatchObject({ channels: [{ providerId: 'slack' }, { providerId: 'appio' }] })
  const patched = await send<{ channels: unknown[] }>('PATCH', '/v2/subscribers/ops-oncall', {})
  expect(patched.body.channels).toMatchObject([{ providerId: 'slack' }])
  expect(subscriber()?.channels).toHaveLength(2)
})

test('environments have subscribers of their own', async () => {
  await sender(sandbox, 'Development')('PATCH', '/v2/subscribers/ops-oncall', { firstName: 'Dev' })
  expect(subscriber()?.firstName).toBe('On')
  expect(sandbox.state.subscribers.get('Development', 'ops-oncall')?.firstName).toBe('Dev')
})
