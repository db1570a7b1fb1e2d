// Workflows with one step for each outcome in the profiles of Novu, and their subscribers and integrations.
import type { Seed } from '../../src/sandbox/index.ts'

const environment = 'Production'
type Step = NonNullable<NonNullable<Seed['workflows']>[number]['steps']>[number]
const step = (type: string, more: Partial<Step> = {}): Step => ({
  name: type,
  active: true,
  template: { type, subject: 'Hello', title: 'Hello', content: 'Hello' },
  ...more,
})
const german = {
  isNegated: false,
  type: 'GROUP' as const,
  value: 'AND' as const,
  children: [{ on: 'subscriber' as const, field: 'locale', operator: 'EQUAL' as const, value: 'de' }],
}
const workflow = (identifier: string, more: object) => ({
  environment,
  identifier,
  name: identifier,
  ...more,
})
const workflows: Seed['workflows'] = [
  ...['email', 'sms', 'chat', 'push'].map((type) => workflow(type, { steps: [step(type)] })),
  workflow('skipped', { steps: [step('email', { filters: [german] })] }),
  workflow('skipped-elsewhere', { origin: 'external', steps: [step('email', { filters: [german] })] }),
  workflow('unwanted', { preferenceSettings: { email: false }, steps: [step('email')] }),
]
const channels = [
  { providerId: 'slack' as const, integrationIdentifier: 'slack', credentials: { webhookUrl: 'https://x' } },
  { providerId: 'fcm' as const, integrationIdentifier: 'fcm', credentials: { deviceTokens: ['made-up'] } },
]
const row = (identifier: string, channel: 'email' | 'sms' | 'chat' | 'push', more: object = {}) => ({
  environment,
  identifier,
  name: `The ${identifier}`,
  providerId: identifier,
  channel,
  active: true,
  ...more,
})
/** For email the newer integration is primary, and the older one is the guess of services. */
export const loggedSeed: Seed = {
  workflows,
  messages: [],
  notifications: [],
  subscribers: [
    { environment, subscriberId: 'ada', email: 'ada@people.example', phone: '+1', channels },
    { environment, subscriberId: 'bare' },
  ],
  integrations: [
    row('ses', 'email'),
    row('mailgun', 'email', { primary: true }),
    row('twilio', 'sms', { primary: true }),
    row('slack', 'chat'),
    row('fcm', 'push'),
  ],
}
