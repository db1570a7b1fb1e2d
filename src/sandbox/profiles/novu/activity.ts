// Triggers, events and messages as deployed services have them.
import type { Notification } from '../../../wire/generated.ts'
import type { ActivityRules } from '../../activity-rules.ts'
import { badRequest, formed, invalid, Refusal } from '../../http/errors.ts'
import type { RateLimit } from '../../request-rates.ts'
import { unknownSubscriber } from '../../operations/unknown-subscriber.ts'
import { channels } from '../../operations/vocabulary.ts'
import { isChannel } from '../../worker/steps.ts'
import { isObjectId, requireObjectId } from './object-id.ts'
import { shownEvent, shownMessage } from './activity-shapes.ts'
import { novuSteps } from './steps.ts'
import { novuTriggers } from './triggers.ts'

const hour = 60 * 60_000
/** How long a plan keeps events, in hours; the others keep them as good as always. */
const kept = new Map<RateLimit, number>([
  ['free', 24],
  ['pro', 7 * 24],
  ['team', 90 * 24],
])

export const novuActivity: ActivityRules = {
  triggers: novuTriggers,
  steps: novuSteps,
  events: {
    earliest: ({ clock }, query, rateLimit) => {
      const hours = kept.get(rateLimit)
      if (hours === undefined) return -Infinity
      const earliest = clock.now().getTime() - hours * hour
      if (Date.parse(query.text('after') ?? '') < earliest - hour) {
        throw new Refusal(402, 'Requested date range exceeds your plan retention')
      }
      return earliest
    },
    check: (query) => {
      const demand = `each value in channels must be one of the following values: ${channels.join(', ')}`
      if (!(query.texts('channels') ?? []).every(isChannel)) throw invalid([demand])
      if (!(query.texts('templates') ?? []).every(isObjectId)) {
        throw invalid(['each value in templates must be a mongodb id'])
      }
    },
    severities: (query) => query.texts('severity'),
    transactionIds: (query) => query.texts('transactionId'),
    hasMore: ({ length, limit }) => length === limit,
    checkId: (id) => requireObjectId('GetActivityCommand', 'notificationId', id),
    unknown: () => formed('unnamed', 404, 'Notification not found'),
    noDate: (name, text) =>
      formed('bare', 400, `Invalid date format for parameter '${name}': ${text}. Use ISO 8601.`),
    listed: (event) => shownEvent(event) as Notification,
    retrieved: shownEvent,
  },
  messages: {
    channel: (query) => query.text('channel'),
    page: (query) => query.number('page', { min: -Infinity, default: 0 }),
    // The database ignores the sign of a limit.
    limit: (query) => {
      const limit = Math.abs(query.number('limit', { min: -Infinity, default: 10 })) || 10
      if (limit > 1000) throw badRequest('Limit can not be greater then 1000')
      return limit
    },
    unknownSubscriber: (subscriberId) => {
      throw unknownSubscriber.messages(subscriberId)
    },
    shown: shownMessage,
  },
}
