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
      jobs: [
        sent('welcome-email', 'email', 'mailgun', '2026-01-05T09:00:01.000Z'),
        sent('welcome-in-app', 'in_app', 'svc', '2026-01-05T09:00:02.000Z'),
      ],
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
        sent('incident-chat', 'chat', 'slack', '2026-01-06T03:12:01.000Z'),
        failed('incident-sms', 'sms', 'twilio', '2026-01-06T03:12:04.000Z'),
        {
          ...job('incident-throttle', 'throttle', 'svc', '2026-01-06T03:12:05.000Z', 'skipped', {
            status: 'Success',
            detail: 'Step was throttled: 1 earlier events in its time are the most',
          }),
        },
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
      updatedAt: '2026-01-07T08:00:01.000Z',
      channels: ['digest', 'email'],
      jobs: [delayed('digest-week', '2026-01-07T08:00:01.000Z')],
    },
  ]
}

function sent(name: string, type: Job['type'], providerId: Job['providerId'], time: string): Job {
  return job(name, type, providerId, time, 'completed', { status: 'Success', detail: 'Message sent' })
}

function failed(name: string, type: Job['type'], providerId: Job['providerId'], time: string): Job {
  return job(name, type, providerId, time, 'failed', {
    status: 'Failed',
    detail: 'The provider refused the message',
    raw: '{"code":30003}',
    source: 'Credentials',
  })
}

function delayed(name: string, time: string): Job {
  return {
    ...job(name, 'digest', 'svc', time, 'delayed', {
      status: 'Pending',
      detail: 'Digesting',
      source: 'Payload',
    }),
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
  /** At which its log ends. */
  time: string,
  status: string,
  detail: Partial<Detail> & Pick<Detail, 'status' | 'detail'>,
): Job {
  return {
    _id: `job-${name}`,
    type,
    providerId,
    status,
    updatedAt: time,
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
        createdAt: time,
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
