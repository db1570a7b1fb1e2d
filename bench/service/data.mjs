// What is in the service and in the projects of the bench: integrations with secrets and conditions, and subscribers.

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Tokyo',
  'Europe/London',
  'Australia/Sydney',
  'Asia/Kolkata',
]
const locales = ['en-GB', 'de-DE', 'fr-FR', 'ja-JP', 'pt-BR']
const plans = ['free', 'pro', 'team']

export const apiKey = 'be'.repeat(16)
export const environment = { _id: '6b0000030000000000000001', name: 'Production' }

/** A subscriber as a manifest declares it; another `version` differs in two fields. */
export function person(index, version = 0) {
  const number = String(index).padStart(7, '0')
  return {
    subscriberId: `user-${number}`,
    firstName: `First ${index % 997}`,
    lastName: version === 0 ? `Last ${index % 4999}` : `Last ${index % 4999}, version ${version}`,
    email: `user-${number}@people.example`,
    phone: `+1555${number}`,
    locale: locales[index % locales.length],
    timezone: zones[index % zones.length],
    data: {
      plan: plans[(index + version) % plans.length],
      tier: index % 7,
      region: { code: `r${index % 31}` },
    },
  }
}

export function indexOf(subscriberId) {
  const digits = /^user-(\d{7})$/.exec(subscriberId)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** A channel for push notifications; `token` is a text or a reference to a secret. */
export function pushChannel(token) {
  return { providerId: 'fcm', integrationIdentifier: 'fcm-push', credentials: { deviceTokens: [token] } }
}

export function tokenOf(index) {
  return `made-up-token-${String(index).padStart(7, '0')}-${'abcdefghij'.repeat(10)}`
}

const condition = (field, value) => [
  {
    type: 'GROUP',
    isNegated: false,
    value: 'AND',
    children: [{ on: 'subscriber', field, operator: 'EQUAL', value }],
  },
]

/** As a manifest declares them: each secret is a reference to a variable of `secrets`. */
export const integrations = [
  {
    identifier: 'sendgrid-main',
    name: 'SendGrid',
    providerId: 'sendgrid',
    channel: 'email',
    active: true,
    primary: true,
    credentials: { apiKey: '${env:BENCH_SENDGRID}', from: 'notify@acme.example', senderName: 'Acme' },
  },
  {
    identifier: 'ses-germany',
    name: 'SES, Germany',
    providerId: 'ses',
    channel: 'email',
    active: true,
    credentials: {
      apiKey: '${env:BENCH_SES_KEY}',
      secretKey: '${env:BENCH_SES_SECRET}',
      region: 'eu-central-1',
      from: 'notify@acme.example',
      senderName: 'Acme',
    },
    conditions: condition('locale', 'de-DE'),
  },
  {
    identifier: 'twilio-main',
    name: 'Twilio',
    providerId: 'twilio',
    channel: 'sms',
    active: true,
    primary: true,
    credentials: {
      accountSid: '${env:BENCH_TWILIO_SID}',
      token: '${env:BENCH_TWILIO_TOKEN}',
      from: '+15005550006',
    },
  },
  {
    identifier: 'nexmo-asia',
    name: 'Vonage, Asia',
    providerId: 'nexmo',
    channel: 'sms',
    active: true,
    credentials: { apiKey: '${env:BENCH_NEXMO_KEY}', secretKey: '${env:BENCH_NEXMO_SECRET}', from: 'Acme' },
    conditions: condition('timezone', 'Asia/Tokyo'),
  },
  {
    identifier: 'fcm-push',
    name: 'Firebase',
    providerId: 'fcm',
    channel: 'push',
    active: true,
    credentials: { serviceAccount: '${env:BENCH_FCM}' },
  },
]

/** Integrations beside those; another `version` differs in the names. */
export function mailIntegrations(count, version = 0) {
  return Array.from({ length: count }, (_, index) => ({
    ...integrations[1],
    identifier: `mail-${index}`,
    name: `Mail ${index}, version ${version}`,
  }))
}

export const secrets = Object.fromEntries(
  [...JSON.stringify(integrations).matchAll(/\$\{env:(\w+)\}/g)].map(([, name]) => [
    name,
    `made-up-${name.toLowerCase()}-0123456789`,
  ]),
)

/** An integration as the service shows it. */
export function stored(declared, index) {
  const resolved = JSON.parse(
    JSON.stringify(declared).replaceAll(/\$\{env:(\w+)\}/g, (_, name) => secrets[name]),
  )
  return {
    conditions: [],
    primary: false,
    ...resolved,
    _id: `6b000004${String(index).padStart(16, '0')}`,
    _environmentId: environment._id,
    _organizationId: '6b0000010000000000000001',
    deleted: false,
  }
}
