// A directory in which nothing is wrong, and the same directory with one fault of each rule.
import { developmentApiKey, productionApiKey, type Seed } from '../../src/sandbox/index.ts'

type Integration = NonNullable<Seed['integrations']>[number]
type Subscriber = NonNullable<Seed['subscribers']>[number]

const environment = 'Production'
const environments = [
  { name: 'Development', apiKey: developmentApiKey },
  { name: environment, apiKey: productionApiKey },
]

export const sendgridKey = 'canary-sendgrid-key-0001'
export const tokens = [
  'canary-token-of-two-0001',
  'canary-token-of-ada-0002',
  'canary-token-of-cleo-0003',
] as const

/** To be removed from the sandbox: a seed has no channels without an integration. */
export const gone = 'fcm-gone'

function integration(identifier: string, more: Partial<Integration>): Integration {
  return {
    environment,
    identifier,
    name: identifier,
    providerId: 'fcm',
    channel: 'push',
    active: true,
    ...more,
  }
}

const from = { from: 'hi@acme.example', senderName: 'Acme' }

const integrations = [
  integration('in-app', { providerId: 'svc', channel: 'in_app' }),
  integration('fcm-main', { credentials: { serviceAccount: 'canary-service-account' } }),
  integration('mattermost-ops', { providerId: 'mattermost', channel: 'chat' }),
  integration('whatsapp', {
    providerId: 'whatsapp-business',
    channel: 'chat',
    credentials: { apiToken: 'canary-whatsapp-token', phoneNumberIdentification: '42' },
  }),
  integration('mail', {
    providerId: 'sendgrid',
    channel: 'email',
    primary: true,
    credentials: { apiKey: sendgridKey, ...from },
  }),
  integration('mail-at-night', {
    providerId: 'sendgrid',
    channel: 'email',
    credentials: { apiKey: 'canary-sendgrid-key-0002', ...from },
    conditions: [
      {
        isNegated: false,
        type: 'GROUP',
        value: 'AND',
        children: [{ field: 'night', value: 'true', operator: 'EQUAL', on: 'payload' }],
      },
    ],
  }),
  integration('mail', {
    environment: 'Development',
    providerId: 'sendgrid',
    channel: 'email',
    primary: true,
    credentials: { apiKey: 'canary-sendgrid-key-0003', ...from },
  }),
]

function channel(integrationIdentifier: string, providerId: string, credentials: object) {
  return { integrationIdentifier, providerId, credentials }
}

/** Each is reached in one way. */
function subscribers(size: number): Subscriber[] {
  const ways = (index: number): readonly Partial<Subscriber>[] =>
    [
      { email: `user-${index}@people.example`, data: { plan: index } },
      { phone: `+49170${String(index).padStart(7, '0')}` },
      {
        channels: [
          channel('fcm-main', 'fcm', { deviceTokens: [`canary-token-${index}`, `canary-tablet-${index}`] }),
        ],
      },
      {
        channels: [
          channel('mattermost-ops', 'mattermost', {
            webhookUrl: `https://chat.example/canary-${index}`,
            channel: '#ops',
          }),
        ],
      },
    ] as readonly Partial<Subscriber>[]
  return Array.from({ length: size }, (_, index) => ({
    environment,
    subscriberId: `user-${index}`,
    ...ways(index)[index % 4],
  }))
}

export function cleanSeed(size = 40): Seed {
  return { environments, integrations, subscribers: subscribers(size) }
}

/** The faults that a rule is about are in what is named after the rule. */
export function faultySeed(size = 40): Seed {
  const at = (updatedAt: string) => ({ environment, updatedAt: `2026-01-0${updatedAt}T09:00:00.000Z` })
  const [shared, ofAda, ofCleo] = tokens
  const email = { email: 'Somebody@People.example' }
  const push = (...deviceTokens: string[]) => [channel('fcm-main', 'fcm', { deviceTokens })]
  const faulty = [
    { ...at('1'), subscriberId: 'token-ada', channels: push(shared, ofAda) },
    { ...at('3'), subscriberId: 'token-bob', channels: push(shared) },
    { ...at('2'), subscriberId: 'token-cleo', channels: push(shared) },
    {
      ...at('1'),
      subscriberId: 'many-tokens',
      channels: push(...Array.from({ length: 101 }, (_, index) => `${ofCleo}-${index}`)),
    },
    {
      ...at('1'),
      subscriberId: 'channel-inactive',
      phone: '+4917100000001',
      channels: [channel('fcm-old', 'fcm', { deviceTokens: ['canary-dead'] })],
    },
    {
      ...at('1'),
      subscriberId: 'channel-gone',
      phone: '+4917100000002',
      channels: [channel(gone, 'fcm', { deviceTokens: ['canary-gone'] })],
    },
    {
      ...at('1'),
      subscriberId: 'chat-incomplete',
      phone: '+4917100000003',
      channels: [channel('mattermost-ops', 'mattermost', { channel: '#ops' })],
    },
    {
      ...at('1'),
      subscriberId: 'whatsapp-incomplete',
      email: 'whatsapp@people.example',
      channels: [channel('whatsapp', 'whatsapp-business', {})],
    },
    { ...at('1'), subscriberId: 'mail-dora', ...email },
    { ...at('1'), subscriberId: 'mail-erik@people.example', email: 'somebody@people.example ' },
    { ...at('1'), subscriberId: 'phone-finn', phone: '+49 171 5550001' },
    { ...at('1'), subscriberId: 'phone-gala', phone: '+491715550001' },
    { ...at('1'), subscriberId: 'nobody-reaches' },
  ] as unknown as Subscriber[]
  return {
    environments,
    integrations: [
      ...integrations,
      integration('fcm-old', { active: false }),
      integration(gone, {}),
      integration('mail-idle', {
        providerId: 'sendgrid',
        channel: 'email',
        credentials: { apiKey: sendgridKey, ...from },
      }),
      integration('mail-second', {
        providerId: 'sendgrid',
        channel: 'email',
        primary: true,
        credentials: { apiKey: 'canary-sendgrid-key-0005', ...from },
      }),
      integration('push-without', { providerId: 'expo' }),
      integration('sms-spare', {
        providerId: 'twilio',
        channel: 'sms',
        conditions: [
          {
            isNegated: false,
            type: 'GROUP',
            value: 'AND',
            children: [{ field: 'identifier', value: 'spare', operator: 'EQUAL', on: 'payload' }],
          },
        ],
        credentials: { accountSid: 'AC2' },
      }),
      integration('sms-shared', {
        providerId: 'twilio',
        channel: 'sms',
        primary: true,
        credentials: { accountSid: 'AC1', token: 'canary-twilio-0001', from: '+1' },
      }),
      integration('push-off', {
        environment: 'Development',
        providerId: 'fcm',
        channel: 'push',
        active: false,
      }),
      integration('sms-shared', {
        environment: 'Development',
        providerId: 'twilio',
        channel: 'sms',
        primary: true,
        credentials: { accountSid: 'AC1', token: 'canary-twilio-0001', from: '+1' },
      }),
    ],
    subscribers: [...subscribers(size), ...faulty],
  }
}

/** What no output may contain. */
export function secretsIn(seed: Seed): readonly string[] {
  return [...new Set(JSON.stringify(seed).match(/canary-[\w-]+/g))]
}
