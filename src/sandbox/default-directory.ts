// The default seed's environments, integrations and subscribers: made up, and the same in every run.
import type { EnvironmentSeed, IntegrationSeed, SubscriberSeed } from './seed-shapes.ts'
import { developmentApiKey, productionApiKey } from './own-keys.ts'

const firstNames = ['Ada', 'Boris', 'Chloé', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hana', 'Ivo', 'Jürgen']
const lastNames = ['Archer', 'Bell', 'Castellan', 'Drummond', 'Eriksen', 'Falk', 'Guarda']
const places = [
  { locale: 'en-GB', timezone: 'Europe/London' },
  { locale: 'de-DE', timezone: 'Europe/Berlin' },
  { locale: 'fr-FR', timezone: 'Europe/Paris' },
  { locale: 'ja-JP', timezone: 'Asia/Tokyo' },
]

export function defaultEnvironments(): EnvironmentSeed[] {
  return [
    {
      name: 'Development',
      type: 'dev',
      identifier: 'sandbox-dev1',
      apiKey: developmentApiKey,
      color: '#ff8547',
    },
    {
      name: 'Production',
      type: 'prod',
      parent: 'Development',
      identifier: 'sandbox-prd1',
      apiKey: productionApiKey,
      color: '#7e52f4',
    },
  ]
}

export function defaultIntegrations(): IntegrationSeed[] {
  return [
    {
      environment: 'Development',
      identifier: 'svc-email',
      name: 'Built-in Email',
      providerId: 'svc-email',
      channel: 'email',
      active: true,
      primary: true,
    },
    {
      environment: 'Production',
      identifier: 'mailgun-old',
      name: 'Mailgun',
      providerId: 'mailgun',
      channel: 'email',
      active: true,
      primary: true,
      credentials: {
        apiKey: 'key-made-up-mailgun',
        user: 'postmaster',
        domain: 'mg.acme.example',
        from: 'notify@acme.example',
        senderName: 'Acme',
      },
      configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'made-up-signing-key' },
    },
    {
      environment: 'Production',
      identifier: 'twilio-sms',
      name: 'Twilio',
      providerId: 'twilio',
      channel: 'sms',
      active: true,
      primary: true,
      credentials: { accountSid: 'AC-made-up', token: 'made-up-twilio-token', from: '+15005550006' },
    },
    {
      environment: 'Production',
      identifier: 'fcm-push',
      name: 'Firebase',
      providerId: 'fcm',
      channel: 'push',
      active: true,
      credentials: { serviceAccount: '{"project_id":"made-up"}' },
    },
    {
      environment: 'Production',
      identifier: 'slack-ops',
      name: 'Slack for operations',
      providerId: 'slack',
      channel: 'chat',
      active: true,
      credentials: { applicationId: 'A0MADEUP', clientId: '1.2', secretKey: 'made-up-slack-secret' },
    },
  ]
}

export function defaultSubscribers(): SubscriberSeed[] {
  return [...peopleOf('Development'), ...peopleOf('Production')]
}

function peopleOf(environment: string): SubscriberSeed[] {
  return [onCall(environment), ...generatedSubscribers(environment, 249)]
}

/** `user-0001` and on: made-up people, some with a place, data and, in Production, push tokens. */
export function generatedSubscribers(environment: string, count: number): SubscriberSeed[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const firstName = firstNames[number % firstNames.length] ?? ''
    const lastName = lastNames[number % lastNames.length] ?? ''
    const subscriberId = `user-${String(number).padStart(4, '0')}`
    return {
      environment,
      subscriberId,
      firstName,
      lastName,
      email: `${subscriberId}@people.example`,
      ...(number % 3 === 0 && { phone: `+1555${String(number).padStart(7, '0')}` }),
      ...(number % 4 === 0 && places[(number / 4) % places.length]),
      ...(number % 5 === 0 && { data: { plan: number % 2 === 0 ? 'pro' : 'free', seats: number } }),
      ...(number % 7 === 0 && environment === 'Production' && { channels: [pushChannel(subscriberId)] }),
    }
  })
}

function onCall(environment: string): SubscriberSeed {
  return {
    environment,
    subscriberId: 'ops-oncall',
    firstName: 'On',
    lastName: 'Call',
    email: 'oncall@acme.example',
    phone: '+4915112345678',
    avatar: 'https://static.acme.example/oncall.png',
    locale: 'en-GB',
    timezone: 'Europe/Paris',
    data: { team: 'platform', pager: 1 },
    topics: ['operations'],
    isOnline: false,
    lastOnlineAt: '2026-01-04T18:30:00.000Z',
    ...(environment === 'Production' && {
      channels: [
        {
          providerId: 'slack',
          integrationIdentifier: 'slack-ops',
          credentials: { webhookUrl: 'https://hooks.slack.example/services/made-up' },
        },
      ],
    }),
  }
}

function pushChannel(subscriberId: string): NonNullable<SubscriberSeed['channels']>[number] {
  return {
    providerId: 'fcm',
    integrationIdentifier: 'fcm-push',
    credentials: { deviceTokens: [`made-up-token-${subscriberId}`] },
  }
}
