// The default seed's messages: one or more of each channel, for the default events.
import { digest, incident, welcome } from './default-events.ts'
import type { MessageSeed } from './seed-shapes.ts'

export function defaultMessages(): MessageSeed[] {
  return [
    {
      ...welcome,
      channel: 'email',
      createdAt: '2026-01-05T09:00:01.000Z',
      deliveredAt: ['2026-01-05T09:00:02.000Z'],
      providerId: 'mailgun',
      _messageTemplateId: 'template-welcome-email',
      email: 'user-0004@people.example',
      subject: 'Welcome to Acme',
      content: [
        { type: 'text', content: 'Good to have you.', styles: { textAlign: 'left' } },
        { type: 'button', content: 'Start', url: 'https://acme.example/start' },
      ],
      payload: { product: 'Acme' },
      overrides: {},
      contextKeys: ['tenant:acme'],
    },
    {
      ...welcome,
      channel: 'in_app',
      createdAt: '2026-01-05T09:00:02.000Z',
      lastSeenDate: '2026-01-05T10:00:00.000Z',
      lastReadDate: '2026-01-05T10:00:01.000Z',
      seen: true,
      read: true,
      snoozedUntil: '2026-01-12T09:00:00.000Z',
      providerId: 'svc',
      _feedId: null,
      content: 'Good to have you.',
      cta: {
        type: 'redirect',
        data: { url: '/start' },
        action: {
          status: 'done',
          buttons: [
            { type: 'primary', content: 'Start', resultContent: 'Started' },
            { type: 'secondary', content: 'Later' },
          ],
          result: { type: 'primary', payload: { started: true } },
        },
      },
    },
    {
      ...incident,
      channel: 'chat',
      createdAt: '2026-01-06T03:12:01.000Z',
      providerId: 'slack',
      directWebhookUrl: 'https://hooks.slack.example/services/made-up',
      content: 'Incident 42',
    },
    {
      ...incident,
      channel: 'sms',
      createdAt: '2026-01-06T03:12:02.000Z',
      providerId: 'twilio',
      phone: '+4915112345678',
      status: 'error',
      errorId: 'provider_error',
      errorText: 'The number is not reachable',
    },
    {
      ...incident,
      channel: 'push',
      createdAt: '2026-01-06T03:12:03.000Z',
      providerId: 'fcm',
      title: 'Incident 42',
      content: 'Something is down',
      deviceTokens: ['made-up-token-ops-oncall'],
      status: 'warning',
    },
    {
      ...digest,
      channel: 'email',
      createdAt: '2026-01-07T08:00:01.000Z',
      providerId: 'mailgun',
      email: 'user-0007@people.example',
      subject: 'Your week',
    },
  ]
}
