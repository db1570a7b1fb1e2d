// Triggers, events and messages as deployed services have them.
import type { Notification } from '../../../wire/generated.ts'
import type { ActivityRules, StepRules, TriggerRules } from '../../activity-rules.ts'
import { badRequest, invalid, Refusal } from '../../http/refusals.ts'
import type { RateLimit } from '../../request-rates.ts'
import { unknownSubscriber } from '../../operations/subscribers.ts'
import { channels, hasPrimary } from '../../operations/schema-facts.ts'
import { isChannel } from '../../worker/steps.ts'
import { isObjectId, requireObjectId } from '../../operations/request-values.ts'
import { ownOrigin, shownEvent, shownMessage } from './activity-shapes.ts'
import { integrationFor } from '../../operations/channel-credentials.ts'
import { tenantShape } from '../../operations/trigger-recipients.ts'
import { isEmail, isLocale } from './subscribers.ts'
import type { IntegrationRecord, WorkflowRecord } from '../../store/records.ts'
import { failed, pending, success } from '../../worker/execution-details.ts'
import { novuIntegrations } from './integrations.ts'
import { type Facts, hold } from '../../operations/conditions.ts'
import { select, type Selection } from '../../worker/select-integrations.ts'
import { z } from 'zod'

const novuTriggers: TriggerRules = {
  check: ({ payload = {} }, workflow) => {
    if (workflow !== undefined) checkPayload(workflow, payload)
  },
  unknownWorkflow: () => new Refusal(422, 'workflow_not_found'),
  // A trigger is acknowledged in any case; only the worker finds invalid recipients.
  outcome: ({ store }, { environmentId, workflow, body: { tenant } }) => {
    const { tenants } = store.of(environmentId)
    const identifier = typeof tenant === 'object' ? tenantShape.safeParse(tenant).data?.identifier : tenant
    const isUnknown = tenant !== undefined && tenants.get(identifier ?? '') === undefined
    if (isUnknown) return { acknowledged: true, status: 'no_tenant_found' }
    return { acknowledged: true, status: workflow.active ? 'processed' : 'trigger_not_active' }
  },
  shown: (reply, { _id }) =>
    Object.assign({}, reply, {
      activityFeedLink: `http://127.0.0.1/env/${_id}/activity/requests?transactionId=${encodeURIComponent(reply.transactionId ?? '')}`,
    }),
  reaches: ({ store }, environmentId, { subscriberId, email, locale, channels: named = [] }) =>
    subscriberId !== undefined &&
    (email == null || isEmail(email)) &&
    (locale == null || isLocale(locale)) &&
    named.every((target) => integrationFor(store, environmentId, target) !== undefined),
}

type Json = Readonly<Record<string, unknown>>

/** Throws if the workflow has a schema of its payload, and the payload is otherwise. */
function checkPayload({ payloadSchema }: WorkflowRecord, payload: Json): void {
  if (payloadSchema === undefined) return
  const read = z.fromJSONSchema(payloadSchema).safeParse(payload)
  if (read.success) return
  const errors = read.error.issues.map((issue) => complaint(issue, payload))
  const more = { type: 'PAYLOAD_VALIDATION_ERROR', schema: payloadSchema }
  throw new Refusal(400, 'Payload validation failed', { errors, more })
}

function complaint(issue: z.core.$ZodIssue, payload: Json): Json {
  const path = issue.path.map(String)
  const value = path.reduce<unknown>((found, key) => (found as Json | undefined)?.[key], payload)
  const name = path.at(-1) ?? ''
  const isMissing = issue.code === 'invalid_type' && value === undefined && name !== ''
  const owner = isMissing ? path.slice(0, -1) : path
  const keyword = isMissing ? 'required' : issue.code === 'invalid_type' ? 'type' : issue.code
  return {
    field: path.join('.'),
    message: isMissing ? `must have required property '${name}'` : demand(issue),
    ...(value !== undefined && { value }),
    schemaPath: ['#', ...owner.flatMap((key) => ['properties', key]), keyword].join('/'),
  }
}

function demand(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' ? `must be ${issue.expected}` : issue.message
}

/** Logged after the refusals of all integrations of a channel that has several. */
const summaries: Readonly<Record<string, string>> = {
  chat: 'All chat channels failed to send the message',
  push: 'There was one or more errors when trying to execute the notification',
}

const noIntegration = failed('Subscriber does not have an active integration')

const novuSteps: StepRules = {
  // The oldest, whichever is primary or has conditions that hold.
  guess: ([oldest]) => oldest,
  providerIs: 'guessed',
  leftOut: 'canceled',
  select: selectByTenant,
  unanswered: (idle) => idle.filter(({ channel }) => channel === 'chat').map(() => noIntegration),
  selected: ({ _id, channel, providerId, identifier, name }) =>
    channel === 'in_app'
      ? []
      : [
          {
            ...pending(`${novuIntegrations.displayName(providerId)} provider was selected`),
            raw: JSON.stringify({ providerId, identifier, name, _id }),
          },
        ],
  filtered: ({ origin = ownOrigin }) =>
    success(origin === ownOrigin ? 'Bridge execution skipped' : 'Step was skipped based on steps conditions'),
  unwanted: success('Step filtered by user preferences'),
  unaddressed: {
    email: failed('Subscriber missing email address'),
    sms: failed('Subscriber missing phone number'),
  },
  refused: (_, text) => ({
    ...failed('Unexpected provider error'),
    raw: JSON.stringify({ message: text, name: 'Error' }),
  }),
  noIntegration: () => noIntegration,
  allFailed: (channel) => {
    const summary = summaries[channel]
    return summary === undefined ? [] : [failed(summary)]
  },
}

/**
 * Email and sms: the oldest whose conditions name the tenant and hold for it; if there is none, the primary, whatever its own
 * conditions say. Other channels: all that are active.
 */
function selectByTenant(
  channel: string,
  integrations: readonly IntegrationRecord[],
  { tenant = {} }: Facts,
): Selection {
  const isNamed = Object.keys(tenant).length > 0
  const isChosen = ({ active, conditions = [] }: IntegrationRecord): boolean =>
    active &&
    conditions.some(({ children }) => children.some(({ on }) => on === 'tenant')) &&
    hold(conditions, { tenant })
  const chosen = isNamed && hasPrimary(channel) ? integrations.find(isChosen) : undefined
  return chosen === undefined
    ? select(
        channel,
        integrations.map((row) => ({ ...row, conditions: [] })),
        {},
      )
    : { chosen: [chosen] }
}

const hour = 60 * 60_000
/** How long a plan keeps events, in hours. All other plans keep events longer than any sandbox runs. */
const hoursKept = new Map<RateLimit, number>([
  ['free', 24],
  ['pro', 7 * 24],
  ['team', 90 * 24],
])

export const novuActivity: ActivityRules = {
  triggers: novuTriggers,
  steps: novuSteps,
  events: {
    earliest: ({ clock }, query, rateLimit) => {
      const hours = hoursKept.get(rateLimit)
      if (hours === undefined) return -Infinity
      const earliest = clock.now().getTime() - hours * hour
      if (Date.parse(query.text('after') ?? '') < earliest - hour) {
        throw new Refusal(402, 'Requested date range exceeds your plan retention')
      }
      return earliest
    },
    check: (query) => {
      const wanted = `each value in channels must be one of the following values: ${channels.join(', ')}`
      if (!(query.texts('channels') ?? []).every(isChannel)) throw invalid([wanted])
      if (!(query.texts('templates') ?? []).every(isObjectId)) {
        throw invalid(['each value in templates must be a mongodb id'])
      }
    },
    severities: (query) => query.texts('severity'),
    transactionIds: (query) => query.texts('transactionId'),
    hasMore: ({ length, limit }) => length === limit,
    checkId: (id) => requireObjectId('GetActivityCommand', 'notificationId', id),
    unknown: () => new Refusal(404, 'Notification not found', { form: 'unnamed' }),
    noDate: (name, text) =>
      new Refusal(400, `Invalid date format for parameter '${name}': ${text}. Use ISO 8601.`, {
        form: 'bare',
      }),
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
