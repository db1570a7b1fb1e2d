// The default seed's workflows, of which each environment has the same.
import type { WorkflowSeed } from './seed-shapes.ts'

const germanSpeakers = {
  isNegated: false,
  type: 'GROUP' as const,
  value: 'AND' as const,
  children: [{ on: 'subscriber' as const, field: 'locale', operator: 'LIKE' as const, value: 'de' }],
}

export function defaultWorkflows(): WorkflowSeed[] {
  return ['Development', 'Production'].flatMap((environment) => [
    { environment, ...welcome },
    { environment, ...incidentAlert },
    { environment, ...weeklyDigest },
    { environment, ...retiredNewsletter },
  ])
}

const welcome: Omit<WorkflowSeed, 'environment'> = {
  identifier: 'welcome',
  name: 'Welcome',
  description: 'Greets somebody new by email and in the app.',
  preferenceSettings: { email: true, sms: false, in_app: true, chat: false, push: false },
  tags: ['people'],
  triggers: [
    {
      type: 'event',
      identifier: 'welcome',
      variables: [{ name: 'product' }],
      subscriberVariables: [{ name: 'firstName' }],
    },
  ],
  steps: [
    {
      _id: 'step-welcome-email',
      uuid: '00000000-0000-4000-8000-000000000001',
      name: 'Email',
      _templateId: 'template-welcome-email',
      active: true,
      shouldStopOnFail: true,
      template: { type: 'email', subject: 'Welcome to {{product}}' },
      filters: [],
      replyCallback: { active: true, url: 'https://acme.example/replies' },
      variants: [
        {
          _id: 'step-welcome-email-de',
          uuid: '00000000-0000-4000-8000-000000000002',
          name: 'Email in German',
          _templateId: 'template-welcome-email-de',
          active: true,
          shouldStopOnFail: true,
          template: { type: 'email', subject: 'Willkommen bei {{product}}' },
          filters: [germanSpeakers],
          _parentId: 'step-welcome-email',
          metadata: { type: 'regular', amount: 5, unit: 'minutes' },
          replyCallback: { active: false, url: 'https://acme.example/replies' },
        },
      ],
    },
    {
      _id: 'step-welcome-wait',
      name: 'Until the first day',
      _parentId: 'step-welcome-email',
      metadata: { type: 'scheduled', delayPath: 'payload.firstDay' },
    },
    { _id: 'step-welcome-in-app', name: 'In-App', _templateId: 'template-welcome-in-app', active: true },
  ],
  data: { owner: 'people' },
  workflowIntegrationStatus: { hasActiveIntegrations: true },
}

const incidentAlert: Omit<WorkflowSeed, 'environment'> = {
  identifier: 'incident-alert',
  name: 'Incident alert',
  critical: true,
  tags: ['operations'],
  preferenceSettings: { email: false, sms: true, in_app: true, chat: true, push: true },
  origin: 'external',
  steps: [
    { _id: 'step-incident-chat', name: 'Chat', active: true },
    { _id: 'step-incident-sms', name: 'SMS', active: true },
    { _id: 'step-incident-push', name: 'Push', active: true },
  ],
}

const weeklyDigest: Omit<WorkflowSeed, 'environment'> = {
  identifier: 'weekly-digest',
  name: 'Weekly digest',
  steps: [
    {
      _id: 'step-digest-burst',
      name: 'Wait for more',
      metadata: {
        type: 'backoff',
        amount: 1,
        unit: 'hours',
        digestKey: 'payload.topic',
        backoff: true,
        backoffAmount: 10,
        backoffUnit: 'minutes',
        updateMode: false,
      },
    },
    {
      _id: 'step-digest-week',
      name: 'Collect',
      metadata: {
        type: 'timed',
        amount: 1,
        unit: 'weeks',
        digestKey: 'payload.topic',
        timed: {
          atTime: '09:00',
          weekDays: ['monday'],
          monthDays: ['1', '15'],
          ordinal: 'last',
          ordinalValue: 'weekday',
          monthlyType: 'on',
        },
      },
    },
    { _id: 'step-digest-email', name: 'Email', active: true },
  ],
}

const retiredNewsletter: Omit<WorkflowSeed, 'environment'> = {
  identifier: 'retired-newsletter',
  name: 'Retired newsletter',
  active: false,
}
