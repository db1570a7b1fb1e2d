// What the fixture of smoke suites runs on: workflows, people and integrations that each go wrong in one way.
import type { Seed } from '../../src/sandbox/index.ts'

type Workflow = NonNullable<Seed['workflows']>[number]
type Step = NonNullable<Workflow['steps']>[number]

const step = (type: string, more: Partial<Step> = {}): Step => ({
  name: type,
  active: true,
  template: { type, subject: 'Order {{payload.n}}', title: 'Order', content: 'Order {{payload.n}}' },
  ...more,
})
const urgent = {
  isNegated: false,
  type: 'GROUP' as const,
  value: 'AND' as const,
  children: [{ on: 'payload' as const, field: 'urgent', operator: 'EQUAL' as const, value: 'true' }],
}
const german = {
  ...urgent,
  children: [{ on: 'subscriber' as const, field: 'locale', operator: 'IN' as const, value: 'de,de-DE' }],
}
const hour = { type: 'regular' as const, amount: 1, unit: 'hours' as const }
const digest = { ...hour, digestKey: 'n', type: 'regular' as const }

const workflows: readonly Omit<Workflow, 'environment'>[] = [
  { identifier: 'mail', name: 'Mail', steps: [step('email')] },
  { identifier: 'text', name: 'Text', steps: [step('sms')] },
  { identifier: 'push', name: 'Push', steps: [step('push')] },
  {
    identifier: 'stops',
    name: 'Stops',
    steps: [step('sms', { shouldStopOnFail: true }), step('in_app')],
  },
  { identifier: 'urgent', name: 'Urgent', steps: [step('email', { filters: [urgent] })] },
  { identifier: 'later', name: 'Later', steps: [step('delay', { metadata: hour }), step('email')] },
  { identifier: 'gathered', name: 'Gathered', steps: [step('digest', { metadata: digest }), step('email')] },
  { identifier: 'retired', name: 'Retired', active: false, steps: [step('email')] },
  { identifier: 'empty', name: 'Empty' },
  { identifier: 'paused', name: 'Paused', steps: [step('email', { active: false })] },
  {
    identifier: 'checked',
    name: 'Checked',
    payloadSchema: { type: 'object', required: ['order'], properties: { order: { type: 'string' } } },
    steps: [step('email')],
  },
]

const subscribers = [
  { subscriberId: 'ada', email: 'ada@people.example', phone: '+15550000001' },
  { subscriberId: 'grace', email: 'grace@people.example' },
  { subscriberId: 'hana', email: 'hana@people.example' },
  { subscriberId: 'bare' },
]

export function smokeSeed(): Seed {
  const [production, development] = ['Production', 'Development']
  return {
    messages: [],
    notifications: [],
    topics: [{ environment: production, key: 'everybody', subscribers: ['ada', 'grace', 'hana'] }],
    workflows: [production, development].flatMap((environment) =>
      workflows.map((workflow) => ({ environment, ...workflow })),
    ),
    subscribers: [production, development].flatMap((environment) =>
      subscribers.map((each) => ({
        environment,
        ...each,
        ...(environment === production &&
          each.subscriberId === 'ada' && {
            channels: [
              {
                providerId: 'fcm',
                integrationIdentifier: 'fcm-main',
                credentials: { deviceTokens: ['made-up'] },
              },
            ],
          }),
      })),
    ),
    integrations: [
      {
        environment: production,
        identifier: 'mailgun-main',
        name: 'Mailgun',
        providerId: 'mailgun',
        channel: 'email',
        active: true,
        primary: true,
      },
      {
        environment: production,
        identifier: 'twilio-main',
        name: 'Twilio',
        providerId: 'twilio',
        channel: 'sms',
        active: true,
        primary: true,
      },
      {
        environment: production,
        identifier: 'fcm-main',
        name: 'Firebase',
        providerId: 'fcm',
        channel: 'push',
        active: true,
      },
      {
        environment: production,
        identifier: 'inbox',
        name: 'Inbox',
        providerId: 'svc',
        channel: 'in_app',
        active: true,
      },
      {
        environment: development,
        identifier: 'sendgrid-main',
        name: 'SendGrid',
        providerId: 'sendgrid',
        channel: 'email',
        active: true,
      },
      {
        environment: development,
        identifier: 'sns-german',
        name: 'SNS',
        providerId: 'sns',
        channel: 'sms',
        active: true,
        conditions: [german],
      },
    ],
  }
}
