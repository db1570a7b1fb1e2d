// A project whose apply makes more than 60 writes of every operation, and the service that it meets.
import type { Seed } from '../../src/sandbox/index.ts'

/** `x-01`, `x-02`, … */
function named(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`)
}

const created = named('new', 16)
const renamed = named('old', 12)
const people = named('person', 16)
const phones = named('phone', 16)

const environment = 'Production'
export const apiKey = 'sandbox-key-of-production'

export const files: Readonly<Record<string, string>> = {
  'belfry.yaml': `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
rules: { missing-credentials: off }
`,
  'manifests/all.yaml': `environments:
  - { name: Staging, color: '#ff8800' }
  - { name: Production, identifier: production-app }
integrations:
${created
  .map(
    (identifier) =>
      `  - { identifier: ${identifier}, name: ${identifier}, providerId: slack, channel: chat, active: true, credentials: { applicationId: '\${env:APP}' } }`,
  )
  .join('\n')}
  - { identifier: ses-new, name: SES, providerId: ses, channel: email, active: true, primary: true }
  - { identifier: mail-old, name: Mail, providerId: mailgun, channel: email, active: false }
  - { identifier: sms-next, name: SMS, providerId: twilio, channel: sms, active: true, primary: true }
${renamed
  .map(
    (identifier) =>
      `  - { identifier: ${identifier}, name: Renamed ${identifier}, providerId: fcm, channel: push }`,
  )
  .join('\n')}
subscribers:
${people.map((id) => `  - { subscriberId: ${id}, lastName: New, data: { team: platform } }`).join('\n')}
${phones
  .map(
    (id) => `  - subscriberId: ${id}
    channels:
      - { providerId: fcm, integrationIdentifier: old-01, credentials: { deviceTokens: ['\${env:TOKEN}-${id}'] } }`,
  )
  .join('\n')}
`,
}

export const env = { PRODUCTION_KEY: apiKey, APP: 'app-of-the-test', TOKEN: 'token-of-the-test' }

export const seed: Seed = {
  environments: [{ name: environment, type: 'prod', identifier: 'prd', apiKey }],
  integrations: [
    {
      environment,
      identifier: 'mail-old',
      name: 'Mail',
      providerId: 'mailgun',
      channel: 'email',
      active: true,
      primary: true,
    },
    { environment, identifier: 'sms-next', name: 'SMS', providerId: 'twilio', channel: 'sms', active: true },
    {
      environment,
      identifier: 'sms-last',
      name: 'Last',
      providerId: 'twilio',
      channel: 'sms',
      active: true,
      primary: true,
    },
    ...renamed.map((identifier) => ({
      environment,
      identifier,
      name: identifier,
      providerId: 'fcm',
      channel: 'push' as const,
      active: true,
    })),
  ],
  subscribers: [
    ...people.map((subscriberId) => ({ environment, subscriberId, data: { kept: 'yes', team: 'old' } })),
    ...phones.map((subscriberId) => ({ environment, subscriberId })),
  ],
  workflows: [],
  topics: [],
  tenants: [],
  messages: [],
  notifications: [],
}
