// The default seed's events: what three triggers in Production left behind.
import type { NotificationSeed } from './seed-shapes.ts'

type Job = NonNullable<NotificationSeed['jobs']>[number]
type Detail = Job['executionDetails'][number]

export const welcome = {
  environment: 'Production',
  subscriberId: 'user-0004',
  workflow: 'welcome',
  transactionId: 'txn_seed_welcome',
}
export const incident = {
  environment: 'Production',
  subscriberId: 'ops-oncall',
  workflow: 'incident-alert',
  transactionId: 'txn_seed_incident',
}
export const digest = {
  environment: 'Production',
  subscriberId: 'user-0007',
  workflow: 'weekly-digest',
  transactionId: 'txn_seed_digest',
}

export function defaultNotifications(): NotificationSeed[] {
  return [
    {
      ...welcome,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:02.000Z',
      channels: ['email', 'in_app'],
      jobs: [sent('welcome-email', 'email', 'mailgun'), sent('welcome-in-app', 'in_app', 'svc')],
      payload: { product: 'Acme' },
      tags: ['people'],
      controls: {},
      to: { subscriberId: welcome.subscriberId },
      severity: 'none',
      critical: false,
      contextKeys: ['tenant:acme'],
    },
    {
      ...incident,
      createdAt: '2026-01-06T03:12:00.000Z',
      updatedAt: '2026-01-06T03:12:05.000Z',
      channels: ['chat', 'sms', 'push', 'throttle'],
      jobs: [
        sent('incident-chat', 'chat', 'slack'),
        failed('incident-sms', 'sms', 'twilio'),
        { ...sent('incident-throttle', 'throttle', 'svc'), status: 'skipped' },
      ],
      payload: { incident: 42 },
      topics: [{ _topicId: 'topic-operations', topicKey: 'operations' }],
      severity: 'high',
      critical: true,
    },
    {
      ...digest,
      _digestedNotificationId: 'notification-digested-before',
      createdAt: '2026-01-07T08:00:00.000Z',
      channels: ['digest', 'email'],
      jobs: [delayed('digest-week')],
    },
  ]
}

function sent(name: string, type: Job['type'], providerId: Job['providerId']): Job {
  return job(name, type, providerId, 'completed', { status: 'Success', detail: 'Message sent' })
}

function failed(name: string, type: Job['type'], providerId: Job['providerId']): Job {
  return job(name, type, providerId, 'failed', {
    status: 'Failed',
    detail: 'The provider refused the message',
    raw: '{"code":30003}',
    source: 'Credentials',
  })
}

function delayed(name: string): Job {
  return {
    ...job(name, 'digest', 'svc', 'delayed', { status: 'Pending', detail: 'Digesting', source: 'Payload' }),
    scheduleExtensionsCount: 1,
    overrides: {},
    digest: {
      type: 'timed',
      digestKey: 'payload.topic',
      amount: 1,
      unit: 'weeks',
      events: [{ topic: 'news' }],
      backoff: false,
      backoffAmount: 10,
      backoffUnit: 'minutes',
      updateMode: false,
      timed: {
        atTime: '09:00',
        weekDays: ['monday'],
        monthDays: [1, 15],
        ordinal: 'last',
        ordinalValue: 'weekday',
        monthlyType: 'on',
        cronExpression: '0 9 * * 1',
        untilDate: '2026-01-12T09:00:00.000Z',
      },
    },
  }
}

function job(
  name: string,
  type: Job['type'],
  providerId: Job['providerId'],
  status: string,
  detail: Partial<Detail> & Pick<Detail, 'status' | 'detail'>,
): Job {
  return {
    _id: `job-${name}`,
    type,
    providerId,
    status,
    updatedAt: '2026-01-06T03:12:04.000Z',
    payload: {},
    step: {
      _id: `step-${name}`,
      active: true,
      filters: [],
      _templateId: `template-${name}`,
      name,
      _parentId: null,
      template: { type },
      controlVariables: {},
      metadata: {},
      issues: {},
      replyCallback: {},
      variants: [
        { _id: `step-${name}-variant`, active: false, filters: [], _templateId: `template-${name}` },
      ],
    },
    executionDetails: [
      {
        _id: `detail-${name}`,
        createdAt: '2026-01-06T03:12:04.000Z',
        isRetry: false,
        isTest: false,
        providerId,
        raw: null,
        source: 'Internal',
        ...detail,
      },
    ],
  }
}
