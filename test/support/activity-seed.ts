// Two triggers and what became of them, with secrets that nobody could print by chance; the ids are fixed.
import { productionApiKey, type Seed } from '../../src/sandbox/index.ts'

export const welcomeId = '00000000000000000000000a'
export const incidentId = '00000000000000000000000b'

/** What may stand nowhere. */
export const secrets = {
  webhook: 'https://hooks.slack.example/services/canary-live-webhook',
  token: 'canary-live-device-token',
  credential: 'canary-live-credential-of-a-channel',
  reset: 'canary-live-reset-token',
  /** Of the environment that is asked. */
  key: productionApiKey,
}

const environment = 'Production'
const welcome = { environment, subscriberId: 'ada', workflow: 'welcome', transactionId: 'txn-welcome' }
const incident = { environment, subscriberId: 'ops', workflow: 'incident', transactionId: 'txn-incident' }

type Job = NonNullable<NonNullable<Seed['notifications']>[number]['jobs']>[number]
type Detail = Job['executionDetails'][number]

function job(
  type: Job['type'],
  providerId: Job['providerId'],
  status: string,
  log: readonly Partial<Detail>[],
): Job {
  return {
    _id: `job-${type}`,
    type,
    providerId,
    status,
    executionDetails: log.map((detail, index) => ({
      _id: `detail-${type}-${index}`,
      status: 'Success',
      detail: 'Message sent',
      isRetry: false,
      isTest: false,
      source: 'Internal',
      ...detail,
    })),
    step: { _id: `step-${type}`, active: true, filters: [], _templateId: `template-${type}` },
  }
}

export const activitySeed: Seed = {
  integrations: [
    { environment, identifier: 'slack-ops', providerId: 'slack', channel: 'chat', active: true },
  ],
  subscribers: [
    { environment, subscriberId: 'ada', firstName: 'Ada', email: 'ada@acme.example' },
    {
      environment,
      subscriberId: 'ops',
      email: 'ops@acme.example',
      channels: [
        {
          providerId: 'slack',
          integrationIdentifier: 'slack-ops',
          credentials: { webhookUrl: secrets.credential },
        },
      ],
    },
  ],
  workflows: [
    {
      environment,
      identifier: 'welcome',
      name: 'Welcome',
      active: true,
      steps: [{ _id: 'step', active: true }],
    },
    {
      environment,
      identifier: 'incident',
      name: 'Incident',
      active: true,
      steps: [{ _id: 'step', active: true }],
    },
    { environment, identifier: 'retired', name: 'Retired', active: false },
  ],
  topics: [],
  tenants: [],
  notifications: [
    {
      ...welcome,
      _id: welcomeId,
      createdAt: '2026-01-05T09:00:00.000Z',
      channels: ['email'],
      jobs: [
        job('email', 'mailgun', 'completed', [
          { createdAt: '2026-01-05T09:00:00.200Z', status: 'Queued', detail: 'Step queued' },
          { createdAt: '2026-01-05T09:00:01.400Z' },
        ]),
      ],
      payload: { resetToken: secrets.reset, product: 'Acme', note: `key ${secrets.key}` },
    },
    {
      ...incident,
      _id: incidentId,
      createdAt: '2026-01-06T03:12:00.000Z',
      channels: ['chat', 'push'],
      jobs: [
        job('chat', 'slack', 'failed', [
          {
            createdAt: '2026-01-06T03:12:01.000Z',
            status: 'Failed',
            detail: `POST ${secrets.webhook} was refused`,
            raw: JSON.stringify({ webhookUrl: secrets.webhook, code: 404 }),
            source: 'Credentials',
          },
        ]),
        job('push', 'fcm', 'completed', [{ createdAt: '2026-01-06T03:12:00.500Z' }]),
      ],
      to: { subscriberId: 'ops', channels: [{ credentials: { deviceTokens: [secrets.token] } }] },
      topics: [{ _topicId: 'topic-1', topicKey: 'operations' }],
      severity: 'high',
    },
  ],
  messages: [
    {
      ...welcome,
      _id: '0000000000000000000000a1',
      channel: 'email',
      createdAt: '2026-01-05T09:00:01.000Z',
      providerId: 'mailgun',
      email: 'ada@acme.example',
      subject: 'Welcome to Acme',
      content: [
        { type: 'text', content: 'Good to have you.' },
        { type: 'button', content: 'Start', url: 'https://acme.example/start' },
      ],
      contextKeys: ['tenant:acme'],
    },
    {
      ...incident,
      _id: '0000000000000000000000b1',
      channel: 'chat',
      createdAt: '2026-01-06T03:12:01.000Z',
      providerId: 'slack',
      directWebhookUrl: secrets.webhook,
      content: 'Incident 42\nSomething is down',
      status: 'error',
      errorId: 'provider_error',
      errorText: `no answer from ${secrets.webhook}`,
      overrides: { slack: { webhookUrl: secrets.webhook } },
    },
    {
      ...incident,
      _id: '0000000000000000000000b2',
      channel: 'push',
      createdAt: '2026-01-06T03:12:02.000Z',
      providerId: 'fcm',
      title: 'Incident 42',
      deviceTokens: [secrets.token],
      payload: { code: secrets.token },
    },
  ],
}
