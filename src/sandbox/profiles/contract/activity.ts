// Triggers, events and messages as the contract has them.
import type { ActivityRules } from '../../activity-rules.ts'
import { badRequest, notFound } from '../../http/errors.ts'
import { listedEvent } from '../../operations/listed-event.ts'
import { channels } from '../../operations/vocabulary.ts'
import { without } from '../../store/records.ts'
import { contractSteps } from './steps.ts'
import { contractSubscribers } from './subscribers.ts'
import { contractTriggers } from './triggers.ts'

export const contractActivity: ActivityRules = {
  triggers: contractTriggers,
  steps: contractSteps,
  events: {
    earliest: () => -Infinity,
    check: () => undefined,
    severities: () => undefined,
    transactionIds: (query) => {
      const id = query.text('transactionId')
      return id === undefined ? undefined : [id]
    },
    hasMore: ({ end, total }) => end < total,
    checkId: () => undefined,
    unknown: () => notFound('Notification not found'),
    noDate: (name) => badRequest(`${name} must be a valid ISO 8601 date`),
    listed: listedEvent,
    retrieved: (event) => event,
  },
  messages: {
    channel: (query) => query.oneOf('channel', channels),
    page: (query) => query.number('page', { min: 0, default: 0 }),
    limit: (query) => {
      const limit = query.number('limit', { min: 1, default: 10 })
      if (limit > 1000) throw badRequest('Limit can not be greater then 1000')
      return limit
    },
    unknownSubscriber: () => undefined,
    shown: (row, { subscriber, workflow }) => ({
      ...row,
      ...(subscriber !== undefined && { subscriber: contractSubscribers.shown(subscriber) }),
      ...(workflow !== undefined && { template: without(workflow, 'origin', 'severity', 'payloadSchema') }),
    }),
  },
}
