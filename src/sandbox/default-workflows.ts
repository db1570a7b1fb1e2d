// The default seed's workflows, of which each environment has the same.
import {
  appUpdate,
  commentReplies,
  draftAnnouncement,
  orderShipped,
  pausedSurvey,
  trialEnding,
} from './default-workflows-more.ts'
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
    { environment, ...appUpdate },
    { environment, ...commentReplies },
    { environment, ...trialEnding },
    { environment, ...draftAnnouncement },
    { environment, ...pausedSurvey },
    { environment, ...orderShipped },
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
      shouldStopOnFail: false,
      template: {
        type: 'email',
        subject: 'Welcome to {{product}}',
        content: [
          { type: 'text', content: 'Good to have you, {{subscriber.firstName}}.' },
          { type: 'button', content: 'Start', url: 'https://acme.example/start' },
        ],
      },
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
      active: false,
      _parentId: 'step-welcome-email',
      metadata: { type: 'scheduled', delayPath: 'payload.firstDay' },
    },
    {
      _id: 'step-welcome-in-app',
      name: 'In-App',
      _templateId: 'template-welcome-in-app',
      active: true,
      template: {
        type: 'in_app',
        subject: 'Welcome',
        content: 'Good to have you, {{subscriber.firstName}}.',
        cta: { type: 'redirect', data: { url: '/start?product={{product}}' } },
      },
    },
  ],
  data: { owner: 'people' },
  workflowIntegrationStatus: { hasActiveIntegrations: true },
}

const incidentText = 'Incident {{payload.incident}}: {{payload.summary}}'

const incidentAlert: Omit<WorkflowSeed, 'environment'> = {
  identifier: 'incident-alert',
  name: 'Incident alert',
  critical: true,
  severity: 'high',
  tags: ['operations'],
  preferenceSettings: { email: false, sms: true, in_app: true, chat: true, push: true },
  origin: 'external',
  steps: [
    {
      _id: 'step-incident-chat',
      name: 'Chat',
      _templateId: 'template-incident-chat',
      active: true,
      template: { type: 'chat', content: incidentText },
    },
    {
      _id: 'step-incident-sms',
      name: 'SMS',
      _templateId: 'template-incident-sms',
      active: true,
      template: { type: 'sms', content: incidentText },
    },
    {
      _id: 'step-incident-email',
      name: 'Email',
      _templateId: 'template-incident-email',
      active: true,
      template: { type: 'email', subject: 'Incident {{payload.incident}}', content: '{{payload.summary}}' },
    },
  ],
}

const weeklyDigest: Omit<WorkflowSeed, 'environment'> = {
  identifier: 'weekly-digest',
  name: 'Weekly digest',
  steps: [
    {
      _id: 'step-digest-wait',
      name: 'Wait a little',
      active: true,
      template: { type: 'delay' },
      metadata: { type: 'regular', amount: 10, unit: 'minutes' },
    },
    {
      _id: 'step-digest-week',
      name: 'Collect',
      active: true,
      template: { type: 'digest' },
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
    {
      _id: 'step-digest-email',
      name: 'Email',
      _templateId: 'template-digest-email',
      active: true,
      template: {
        type: 'email',
        subject: 'Your week: {{step.total_count}} about {{payload.topic}}',
        content: '{{step.events}}',
      },
    },
  ],
}

const retiredNewsletter: Omit<WorkflowSeed, 'environment'> = {
  identifier: 'retired-newsletter',
  name: 'Retired newsletter',
  active: false,
}
