// A service that has been in use for years: 3 environments, 40 integrations, 5,000 subscribers.
import type { Seed } from '../src/sandbox/index.ts'

export const environments = ['Development', 'Staging', 'Production'] as const

/** Of each environment; the sandbox takes them as they are. */
export const keys: Readonly<Record<string, string>> = {
  Development: 'd0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0',
  Staging: '50505050505050505050505050505050',
  Production: 'f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0',
}

const regions = ['eu', 'us', 'asia', 'africa']

/** Of each environment 12, of Production 13; with an in-app one in each. */
const integrations = environments.flatMap((environment) => {
  const at = environment.toLowerCase()
  const of = (identifier: string, providerId: string, channel: string, credentials: object, more = {}) => ({
    environment,
    identifier,
    name: identifier
      .split('-')
      .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
      .join(' '),
    providerId,
    channel,
    active: true,
    credentials,
    ...more,
  })
  return [
    of(
      'sendgrid-main',
      'sendgrid',
      'email',
      { apiKey: `SG.of-${at}`, from: `notify@${at}.acme.example`, senderName: 'Acme' },
      { primary: true },
    ),
    ...regions.map((region) =>
      of(
        `ses-${region}`,
        'ses',
        'email',
        {
          apiKey: `AKIA-of-${region}`,
          secretKey: `secret-of-${region}-${at}`,
          region: `${region}-1`,
          from: 'notify@acme.example',
          senderName: 'Acme',
        },
        {
          conditions: [
            {
              isNegated: false,
              type: 'GROUP',
              value: 'AND',
              children: [{ field: 'data.region', value: region, operator: 'EQUAL', on: 'subscriber' }],
            },
          ],
        },
      ),
    ),
    ...regions.map((region) =>
      of(
        `twilio-${region}`,
        'twilio',
        'sms',
        { accountSid: `AC-of-${region}`, token: `token-of-${region}`, from: '+15005550006' },
        region === 'eu' ? { primary: true } : {},
      ),
    ),
    of('fcm-push', 'fcm', 'push', { serviceAccount: `{"type":"service_account","of":"${at}"}` }),
    of('slack-ops', 'slack', 'chat', {
      applicationId: `A-${at}`,
      clientId: `C-${at}`,
      secretKey: `slack-secret-of-${at}`,
      signingSecret: `slack-signature-of-${at}`,
    }),
    of('mailgun-old', 'mailgun', 'email', {
      apiKey: 'key-of-mailgun',
      user: 'postmaster-of-mailgun',
      domain: 'mg.acme.example',
      from: 'old@acme.example',
      senderName: 'Acme',
    }, { active: false }), // prettier-ignore
    ...(environment === 'Production'
      ? [of('postmark-receipts', 'postmark', 'email', { apiKey: 'key-of-postmark', from: 'receipts@acme.example', senderName: 'Acme receipts' })] // prettier-ignore
      : []),
  ]
})

const subscribers = environments.flatMap((environment) =>
  Array.from({ length: environment === 'Production' ? 4800 : 100 }, (_, index) => {
    const number = String(index).padStart(4, '0')
    return {
      environment,
      subscriberId: `user-${number}`,
      firstName: 'Test',
      email: `user-${number}@people.example`,
      ...(index % 3 === 0 && { data: { region: regions[index % 4] ?? 'eu' } }),
      ...(index % 10 === 0 && {
        channels: [
          {
            providerId: 'fcm',
            integrationIdentifier: 'fcm-push',
            credentials: { deviceTokens: [`token-of-${environment}-${number}`] },
          },
        ],
      }),
    }
  }),
)

export const adoptingSeed = {
  environments: environments.map((name) => ({
    name,
    type: name === 'Production' ? 'prod' : 'dev',
    identifier: `acme-${name.toLowerCase()}`,
    apiKey: keys[name] ?? '',
    color: '#7e52f4',
  })),
  integrations,
  subscribers,
} as unknown as Seed
