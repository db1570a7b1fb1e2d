import { afterEach, beforeEach, expect, test } from 'vitest'
import { detailLines, jobLines, openStage, type Stage } from '../../support/sandbox-stage.ts'

const environment = 'Production'
const email = { environment, identifier: 'sendgrid-main', providerId: 'sendgrid', channel: 'email' } as const
const emailTwo = { environment, identifier: 'ses-eu', providerId: 'ses', channel: 'email' } as const
const sms = { environment, identifier: 'twilio-sms', providerId: 'twilio', channel: 'sms' } as const
const chat = { environment, identifier: 'slack-ops', providerId: 'slack', channel: 'chat' } as const
const push = { environment, identifier: 'fcm-push', providerId: 'fcm', channel: 'push' } as const
const inApp = { environment, identifier: 'inbox', providerId: 'svc', channel: 'in_app' } as const
const workflows = ['email', 'sms', 'chat', 'push', 'in_app'].map((type) => ({
  environment,
  identifier: type,
  name: type,
  steps: [
    {
      active: true,
      template: { type, title: 'Title', subject: 'Subject', content: 'Hello {{subscriber.firstName}}' },
    },
  ],
}))

const condition = (value: string, on: 'subscriber' | 'payload' = 'subscriber') => ({
  isNegated: false,
  type: 'GROUP' as const,
  value: 'AND' as const,
  children: [{ on, field: 'locale', operator: 'IN' as const, value }],
})
const webhookUrl = 'https://hooks.example/a'
const everything = {
  environment,
  subscriberId: 'a',
  firstName: 'Ann',
  email: 'a@people.example',
  phone: '+1',
  locale: 'en',
}

let stage: Stage
beforeEach(async () => {
  const workflowsOnly = {
    integrations: [],
    workflows,
    subscribers: [everything],
    notifications: [],
    messages: [],
    topics: [],
  }
  stage = await openStage({ seed: workflowsOnly })
})
afterEach(() => stage.close())

type Integration = Parameters<Stage['sandbox']['state']['integrations']['add']>[0]
type Channels = NonNullable<Parameters<Stage['sandbox']['state']['subscribers']['edit']>[2]['channels']>

interface Case {
  readonly integrations: readonly Integration[]
  /** By `integrationIdentifier`. */
  readonly credentials?: Readonly<Record<string, object>>
  readonly subscriber?: object
}

async function run(channel: string, { integrations, credentials = {}, subscriber = {} }: Case) {
  const { state } = stage.sandbox
  for (const integration of integrations) state.integrations.add(integration)
  const channels: Channels = Object.entries(credentials).map(([integrationIdentifier, given]) => {
    const row = state.integrations.get(environment, integrationIdentifier)
    return {
      providerId: row?.providerId ?? '',
      integrationIdentifier,
      credentials: given,
      _integrationId: row?._id ?? '',
    }
  })
  state.subscribers.edit(environment, 'a', { ...subscriber, channels })
  const [event] = await stage.fire({ name: channel, to: 'a', payload: { locale: 'fr' } })
  return { event, messages: await stage.messages('transactionId=fire-1') }
}

const on = { active: true }
const main = { active: true, primary: true }

// Failed: the configuration is broken.
const none = 'Failed Subscriber does not have an active integration: '
test.each<[string, Case, string]>([
  ['email', { integrations: [] }, 'this environment has no email integration'],
  ['email', { integrations: [email] }, 'sendgrid-main is not active'],
  ['email', { integrations: [email, emailTwo] }, 'sendgrid-main, ses-eu are not active'],
  [
    'email',
    {
      integrations: [
        { ...email, primary: true },
        { ...emailTwo, ...on },
      ],
    },
    'sendgrid-main, the primary for email, is not active',
  ],
  [
    'email',
    { integrations: [{ ...email, ...on }] },
    'no email integration is primary, but sendgrid-main is active',
  ],
  [
    'email',
    { integrations: [{ ...email, ...main, conditions: [condition('de,fr')] }] },
    'the conditions of sendgrid-main do not hold',
  ],
  [
    'email',
    { integrations: [{ ...email, ...on, conditions: [condition('de')] }] },
    'the conditions of sendgrid-main do not hold',
  ],
  ['sms', { integrations: [] }, 'this environment has no sms integration'],
  ['sms', { integrations: [sms] }, 'twilio-sms is not active'],
  ['sms', { integrations: [{ ...sms, ...on }] }, 'no sms integration is primary, but twilio-sms is active'],
  [
    'sms',
    { integrations: [{ ...sms, ...main, conditions: [condition('de', 'payload')] }] },
    'the conditions of twilio-sms do not hold',
  ],
  ['chat', { integrations: [] }, 'this environment has no chat integration'],
  ['chat', { integrations: [chat] }, 'slack-ops is not active'],
  [
    'chat',
    { integrations: [{ ...chat, ...on, conditions: [condition('de')] }] },
    'the conditions of slack-ops do not hold',
  ],
  ['push', { integrations: [] }, 'this environment has no push integration'],
  ['push', { integrations: [push] }, 'fcm-push is not active'],
  [
    'push',
    { integrations: [{ ...push, ...on, conditions: [condition('de')] }] },
    'the conditions of fcm-push do not hold',
  ],
  ['in_app', { integrations: [{ ...inApp, active: false }] }, 'inbox is not active'],
  [
    'in_app',
    { integrations: [{ ...inApp, ...on, conditions: [condition('de')] }] },
    'the conditions of inbox do not hold',
  ],
])('%s with %j fails: %s', async (channel, given, reason) => {
  const { event, messages } = await run(channel, given)
  expect(jobLines(event)).toEqual([`${channel} failed`])
  expect(detailLines(event, channel)).toEqual(['Pending Step queued', none + reason])
  expect(messages).toEqual([])
})

test('in_app without an integration fails', async () => {
  const [born] = stage.sandbox.state.integrations.list(environment)
  stage.sandbox.state.integrations.remove(environment, born?.identifier ?? '')
  const { event } = await run('in_app', { integrations: [] })
  expect(detailLines(event, 'in_app')).toEqual([
    'Pending Step queued',
    `${none}this environment has no in_app integration`,
  ])
})

// Skipped: the recipient can't be reached.
const tokens =
  'Subscriber credentials is missing the tokens for sending a push notification message: fcm-push'
test.each<[string, Case, string]>([
  [
    'email',
    { integrations: [{ ...email, ...main }], subscriber: { email: null } },
    'Subscriber does not have an email address',
  ],
  [
    'sms',
    { integrations: [{ ...sms, ...main }], subscriber: { phone: '' } },
    'Subscriber does not have a phone number',
  ],
  [
    'chat',
    { integrations: [{ ...chat, ...on }] },
    'Subscriber does not have a configured channel: slack-ops',
  ],
  [
    'chat',
    { integrations: [{ ...chat, ...on }], credentials: { 'slack-ops': { channel: 'c' } } },
    'Webhook URL for the chat channel is missing: slack-ops',
  ],
  [
    'chat',
    {
      integrations: [{ ...chat, ...on, identifier: 'wa', providerId: 'whatsapp-business' }],
      subscriber: { phone: null },
    },
    'Subscriber does not have a phone number: wa',
  ],
  ['push', { integrations: [{ ...push, ...on }] }, 'Subscriber does not have a configured channel: fcm-push'],
  ['push', { integrations: [{ ...push, ...on }], credentials: { 'fcm-push': { deviceTokens: [] } } }, tokens],
])('%s with %j is skipped: %s', async (channel, given, reason) => {
  const { event, messages } = await run(channel, given)
  expect(jobLines(event)).toEqual([`${channel} skipped`])
  expect(detailLines(event, channel)).toEqual(['Pending Step queued', `Failed ${reason}`])
  const left = channel === 'email' || channel === 'sms' ? ['warning', reason] : []
  expect(messages.flatMap(({ status, errorText }) => [status, errorText])).toEqual(left)
})

// Failed: the provider refuses.
const ways: [string, Case, string][] = [
  ['email', { integrations: [{ ...email, ...main }] }, 'sendgrid'],
  ['sms', { integrations: [{ ...sms, ...main }] }, 'twilio'],
  ['chat', { integrations: [{ ...chat, ...on }], credentials: { 'slack-ops': { webhookUrl } } }, 'slack'],
  [
    'push',
    { integrations: [{ ...push, ...on }], credentials: { 'fcm-push': { deviceTokens: ['t'] } } },
    'fcm',
  ],
  ['in_app', { integrations: [{ ...inApp, ...on }] }, 'svc'],
]
test.each(ways)('%s with %j is refused by %s', async (channel, given, providerId) => {
  stage.sandbox.providers.set(providerId, { outcome: 'refuse', text: '550 no such mailbox' })
  const { event, messages } = await run(channel, given)
  expect(jobLines(event)).toEqual([`${channel} failed`])
  expect(detailLines(event, channel)).toEqual([
    'Pending Step queued',
    'Pending Message created',
    'Failed Unexpected provider error: 550 no such mailbox',
  ])
  expect(messages).toMatchObject([
    { channel, providerId, status: 'error', errorId: 'provider_error', errorText: '550 no such mailbox' },
  ])
  expect(event?.jobs?.[0]?.executionDetails.at(-1)).toMatchObject({
    providerId,
    raw: '{"message":"550 no such mailbox"}',
  })
})

test.each(ways)('%s with %j is sent by %s', async (channel, given, providerId) => {
  const { event, messages } = await run(channel, given)
  expect(jobLines(event)).toEqual([`${channel} completed`])
  expect(detailLines(event, channel)).toEqual([
    'Pending Step queued',
    'Pending Message created',
    'Success Message sent',
  ])
  const written = {
    email: { email: 'a@people.example', subject: 'Subject' },
    sms: { phone: '+1' },
    chat: { directWebhookUrl: webhookUrl },
    push: { deviceTokens: ['t'], title: 'Title' },
    in_app: { _feedId: null },
  }[channel]
  const common = {
    channel,
    providerId,
    status: 'sent',
    content: 'Hello Ann',
    deliveredAt: [expect.any(String)],
  }
  expect(messages).toMatchObject([
    { ...common, ...written, templateIdentifier: channel, _notificationId: event?._id },
  ])
  expect(event?.jobs?.[0]?.providerId).toBe(providerId)
})

test.each<[string, readonly Integration[], string | undefined]>([
  [
    'the primary',
    [
      { ...email, ...main },
      { ...emailTwo, ...on },
    ],
    'sendgrid',
  ],
  [
    'what has conditions that hold, before the primary',
    [
      { ...email, ...main },
      { ...emailTwo, ...on, conditions: [condition('en')] },
    ],
    'ses',
  ],
  [
    'the primary, where they do not hold',
    [
      { ...email, ...main },
      { ...emailTwo, ...on, conditions: [condition('de')] },
    ],
    'sendgrid',
  ],
  [
    'the primary, where it is not active',
    [
      { ...email, ...main },
      { ...emailTwo, conditions: [condition('en')] },
    ],
    'sendgrid',
  ],
  [
    'a primary whose conditions hold',
    [{ ...email, ...main, conditions: [condition('fr', 'payload')] }],
    'sendgrid',
  ],
  [
    'the newest of several primaries',
    [
      { ...email, ...main },
      { ...emailTwo, ...main },
    ],
    'ses',
  ],
  [
    'the newest of several primaries that are active',
    [
      { ...email, ...main },
      { ...emailTwo, primary: true },
    ],
    'sendgrid',
  ],
  ['none of another environment', [{ ...email, ...main, environment: 'Development' }], undefined],
])('email goes through %s', async (_, integrations, providerId) => {
  const { messages } = await run('email', { integrations })
  expect(messages[0]?.providerId).toBe(providerId)
})

test('of several primaries the one with the latest createdAt sends, wherever the list shows it', async () => {
  const { state } = stage.sandbox
  for (const row of [email, emailTwo]) state.integrations.add({ ...row, ...main })
  state.integrations.edit(environment, email.identifier, { createdAt: '2026-03-02T00:00:00.000Z' })
  state.integrations.edit(environment, emailTwo.identifier, { createdAt: '2026-03-01T00:00:00.000Z' })
  const { messages } = await run('email', { integrations: [] })
  expect(messages[0]?.providerId).toBe('sendgrid')
})

test('push goes through every integration that can; one that sends is enough', async () => {
  const integrations = [
    { ...push, ...on },
    { ...push, ...on, identifier: 'expo', providerId: 'expo' },
    { ...push, ...on, identifier: 'apns', providerId: 'apns' },
  ]
  stage.sandbox.providers.set('expo', { outcome: 'refuse', text: 'DeviceNotRegistered' })
  const credentials = { 'fcm-push': { deviceTokens: ['f'] }, expo: { deviceTokens: ['e'] } }
  const { event, messages } = await run('push', { integrations, credentials })
  expect(jobLines(event)).toEqual(['push completed'])
  expect(detailLines(event, 'push').slice(1)).toEqual([
    'Failed Subscriber does not have a configured channel: apns',
    'Pending Message created',
    'Success Message sent',
    'Pending Message created',
    'Failed Unexpected provider error: DeviceNotRegistered',
  ])
  expect(messages.map(({ providerId, status }) => [providerId, status])).toEqual([
    ['fcm', 'sent'],
    ['expo', 'error'],
  ])
})

test('a provider that jobs can not name counts as the service itself there', async () => {
  const { event, messages } = await run('email', {
    integrations: [{ ...email, ...main, providerId: 'homing-pigeon' }],
  })
  expect([event?.jobs?.[0]?.providerId, messages[0]?.providerId]).toEqual(['svc', 'homing-pigeon'])
})
