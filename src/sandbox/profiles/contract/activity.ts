// Triggers, events and messages as the contract has them.
import type {
  DigestMetadata,
  Job,
  Notification,
  RetrievedDigestMetadata,
  RetrievedJob,
  RetrievedNotification,
  TriggerEventBody,
  TriggerEventReply,
} from '../../../wire/generated.ts'
import type { ActivityRules, StepRules, TriggerCase, TriggerRules } from '../../activity-rules.ts'
import { badRequest, notFound, Refusal } from '../../http/refusals.ts'
import { channels, jobProvidersHiddenByList, stepTypesHiddenByList } from '../../operations/schema-facts.ts'
import { filled, without } from '../../store/records.ts'
import { contractSubscribers } from './resources.ts'
import { failed, pending, success } from '../../worker/execution-details.ts'
import { select } from '../../worker/select-integrations.ts'
import { integrationFor } from '../../operations/channel-credentials.ts'
import { definitionShape, isTopic, recipientsOf, tenantShape } from '../../operations/trigger-recipients.ts'
import type { Recipient } from '../../operations/trigger-recipients.ts'
import { activeSteps } from '../../worker/steps.ts'
import type { Setting } from '../../setting.ts'

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

const contractTriggers: TriggerRules = {
  check: () => undefined,
  // Strict clients require `errors` in a 422.
  unknownWorkflow: () => {
    const said = 'workflow_not_found'
    return new Refusal(422, said, { errors: { general: { messages: [said], value: 'No Value Recorded' } } })
  },
  outcome: (world, trigger) => {
    const error = mistakes(world, trigger.environmentId, trigger.body)
    const status = statusOf(world, trigger, error)
    return status === 'error' ? { acknowledged: false, status, error } : { acknowledged: true, status }
  },
  shown: (reply) => reply,
  reaches: () => true,
}

function statusOf(
  { store }: Setting,
  { environmentId, workflow, body }: TriggerCase,
  error: readonly string[],
): TriggerEventReply['status'] {
  if (!workflow.active) return 'trigger_not_active'
  if (workflow.steps.length === 0) return 'no_workflow_steps_defined'
  if (activeSteps(workflow.steps).length === 0) return 'no_workflow_active_steps_defined'
  if (error.length > 0) return 'error'
  const { tenants } = store.of(environmentId)
  const tenant = typeof body.tenant === 'object' ? tenantShape.parse(body.tenant).identifier : body.tenant
  if (tenant !== undefined && tenants.get(tenant) === undefined) return 'no_tenant_found'
  const recipients = recipientsOf(body.to)
  const isValid = recipients.length === 0 || recipients.some(isUsable)
  return isValid ? 'processed' : 'invalid_recipients'
}

function isUsable(recipient: Recipient | undefined): boolean {
  if (recipient === undefined) return false
  return isTopic(recipient) || !/\s/.test(recipient.subscriberId ?? '')
}

/** A sentence for each detail of a body that can't be stored. */
function mistakes(
  { store }: Setting,
  environmentId: string,
  { actor, tenant, to }: TriggerEventBody,
): string[] {
  const isActor =
    typeof actor !== 'object' || definitionShape.safeParse(actor).data?.subscriberId !== undefined
  const isTenant = typeof tenant !== 'object' || tenantShape.safeParse(tenant).success
  const named = recipientsOf(to).flatMap((item) =>
    item === undefined || isTopic(item) ? [] : (item.channels ?? []),
  )
  const unknown = named.filter((target) => integrationFor(store, environmentId, target) === undefined)
  return [
    ...(isActor ? [] : ['The actor has no subscriberId.']),
    ...(isTenant ? [] : ['The tenant has no identifier.']),
    ...unknown.map(
      ({ providerId, integrationIdentifier }) =>
        `There is no active ${providerId} integration${integrationIdentifier === undefined ? '' : ` ${integrationIdentifier}`} for a recipient's channel.`,
    ),
  ]
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
