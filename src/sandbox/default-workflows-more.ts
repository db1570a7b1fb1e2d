// Workflows of the default seed that each show one more thing: push, throttling, looking back, stopping, doing nothing.
import type { WorkflowSeed } from './seed-shapes.ts'

type Workflow = Omit<WorkflowSeed, 'environment'>

const urgent = {
  isNegated: false,
  type: 'GROUP' as const,
  value: 'AND' as const,
  children: [{ on: 'payload' as const, field: 'urgent', operator: 'EQUAL' as const, value: 'true' }],
}

/** Push only. */
export const appUpdate: Workflow = {
  identifier: 'app-update',
  name: 'App update',
  steps: [
    {
      _id: 'step-update-push',
      name: 'Push',
      _templateId: 'template-update-push',
      active: true,
      template: { type: 'push', title: 'Version {{payload.version}}', content: '{{payload.notes}}' },
    },
  ],
}

/** At most three in a minute; a burst is gathered; the email goes out only when it is urgent. */
export const commentReplies: Workflow = {
  identifier: 'comment-replies',
  name: 'Replies to a comment',
  severity: 'low',
  steps: [
    {
      _id: 'step-replies-throttle',
      name: 'Not too many',
      active: true,
      template: { type: 'throttle', limit: 3 },
      metadata: { type: 'regular', amount: 1, unit: 'minutes' },
    },
    {
      _id: 'step-replies-burst',
      name: 'Wait for more',
      active: true,
      template: { type: 'digest' },
      metadata: {
        type: 'backoff',
        amount: 1,
        unit: 'hours',
        digestKey: 'payload.thread',
        backoff: true,
        backoffAmount: 10,
        backoffUnit: 'minutes',
        updateMode: false,
      },
    },
    {
      _id: 'step-replies-in-app',
      name: 'In-App',
      _templateId: 'template-replies-in-app',
      active: true,
      template: { type: 'in_app', content: 'New in {{payload.thread}}' },
    },
    {
      _id: 'step-replies-email',
      name: 'Email',
      _templateId: 'template-replies-email',
      active: true,
      template: { type: 'email', subject: 'New in {{payload.thread}}', content: '{{payload.text}}' },
      filters: [urgent],
    },
  ],
}

/** Waits for a date in the payload; when the email fails, nothing comes after it. */
export const trialEnding: Workflow = {
  identifier: 'trial-ending',
  name: 'Trial is ending',
  steps: [
    {
      _id: 'step-trial-wait',
      name: 'Until the last day',
      active: true,
      template: { type: 'delay' },
      metadata: { type: 'scheduled', delayPath: 'payload.lastDay' },
    },
    {
      _id: 'step-trial-email',
      name: 'Email',
      _templateId: 'template-trial-email',
      active: true,
      shouldStopOnFail: true,
      template: { type: 'email', subject: 'Your trial ends', content: 'It ends on {{payload.lastDay}}.' },
    },
    {
      _id: 'step-trial-in-app',
      name: 'In-App',
      _templateId: 'template-trial-in-app',
      active: true,
      template: { type: 'in_app', content: 'Your trial ends on {{payload.lastDay}}.' },
    },
  ],
}

/** No steps. */
export const draftAnnouncement: Workflow = {
  identifier: 'draft-announcement',
  name: 'Draft announcement',
  draft: true,
}

/** Steps, but none is active. */
export const pausedSurvey: Workflow = {
  identifier: 'paused-survey',
  name: 'Paused survey',
  steps: [
    {
      _id: 'step-survey-email',
      name: 'Email',
      active: false,
      template: { type: 'email', subject: 'A question' },
    },
    { _id: 'step-survey-push', name: 'Push', active: false, template: { type: 'push', title: 'A question' } },
  ],
}

/** Takes no payload without an order; says so where payloads are checked. */
export const orderShipped: Workflow = {
  identifier: 'order-shipped',
  name: 'Order shipped',
  tags: ['orders'],
  payloadSchema: {
    type: 'object',
    required: ['order'],
    properties: { order: { type: 'string' }, items: { type: 'integer' } },
  },
  steps: [
    {
      _id: 'step-shipped-email',
      name: 'Email',
      _templateId: 'template-shipped-email',
      active: true,
      template: { type: 'email', subject: 'Order {{payload.order}} is on its way', content: 'Not long now.' },
    },
    {
      _id: 'step-shipped-sms',
      name: 'SMS',
      _templateId: 'template-shipped-sms',
      active: true,
      template: { type: 'sms', content: 'Order {{payload.order}} is on its way' },
    },
  ],
}
