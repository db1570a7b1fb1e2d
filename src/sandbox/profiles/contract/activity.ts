// Triggers, events and messages as the contract has them.
import type {
  DigestMetadata,
  Job,
  Notification,
  RetrievedDigestMetadata,
  RetrievedJob,
  RetrievedNotification,
} from '../../../wire/generated.ts'
import type { ActivityRules, StepRules } from '../../activity-rules.ts'
import { badRequest, notFound } from '../../http/errors.ts'
import { channels, jobProvidersHiddenByList, stepTypesHiddenByList } from '../../operations/vocabulary.ts'
import { filled, without } from '../../store/records.ts'
import { contractSubscribers } from './subscribers.ts'
import { contractTriggers } from './triggers.ts'
import { failed, pending, success } from '../../worker/findings.ts'
import { select } from '../../worker/select.ts'

const contractSteps: StepRules = {
  guess: (active) => active.find(({ primary }) => primary) ?? active[0],
  providerIs: 'selected',
  leftOut: 'skipped',
  select,
  unanswered: () => [],
  selected: ({ _id, providerId, identifier, name }, wanted) =>
    wanted === identifier
      ? [
          {
            ...pending(`${name} provider was selected`),
            raw: JSON.stringify({ providerId, identifier, name, _id }),
          },
        ]
      : [],
  filtered: () => success('Step was filtered based on steps filters'),
  unwanted: success('Step filtered by workflow preferences'),
  unaddressed: {
    email: failed('Subscriber does not have an email address'),
    sms: failed('Subscriber does not have a phone number'),
  },
  refused: (providerId, text) => ({
    ...failed(`Unexpected provider error: ${text}`),
    providerId,
    raw: JSON.stringify({ message: text }),
  }),
  noIntegration: (finding) => finding,
  allFailed: () => [],
}

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

/** An event as the list shows it: some fields, step types and providers are for the single read only. */
function listedEvent(event: RetrievedNotification): Notification {
  const { jobs, channels: types, ...rest } = without(event, 'severity', 'critical', 'contextKeys')
  return {
    ...rest,
    ...filled({
      channels: types?.filter((type) => !stepTypesHiddenByList.includes(type)),
      jobs: jobs?.filter(isListed).map(listedJob),
    }),
  }
}

function isListed({ type, providerId }: RetrievedJob): boolean {
  return !stepTypesHiddenByList.includes(type) && !jobProvidersHiddenByList.includes(providerId)
}

function listedJob(retrieved: RetrievedJob): Job {
  const { digest, executionDetails, ...job } = without(retrieved, 'scheduleExtensionsCount')
  return {
    ...job,
    ...(digest !== undefined && { digest: listedDigest(digest) }),
    executionDetails: executionDetails.map((detail) => {
      const { providerId = job.providerId } = detail
      const isHidden = jobProvidersHiddenByList.includes(providerId)
      return Object.assign(without(detail, 'providerId'), {
        providerId: isHidden ? job.providerId : providerId,
      })
    }),
  }
}

function listedDigest({ timed, ...digest }: RetrievedDigestMetadata): DigestMetadata {
  return timed === undefined ? digest : { ...digest, timed: without(timed, 'untilDate') }
}
