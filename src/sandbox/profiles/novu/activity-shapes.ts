// Events and messages with the fields that deployed services show.
import type {
  Message,
  Subscriber,
  NotificationTemplate,
  RetrievedJob,
  RetrievedNotification,
} from '../../../wire/generated.ts'
import type { Around } from '../../activity-rules.ts'
import { slug } from '../../store/new-ids.ts'
import { filled, type MessageRecord, type SubscriberRecord, without } from '../../store/records.ts'
import { keyHash } from '../../http/keys.ts'

/** The origin of workflows without one in the seed. */
export const ownOrigin = 'svc-cloud'

export function shownEvent(event: RetrievedNotification): RetrievedNotification {
  const { jobs = [], template, ...rest } = without(event, 'controls')
  return {
    ...rest,
    jobs: jobs.map((job) => shownJob(job, template?.origin ?? ownOrigin)),
    ...(template !== undefined && { template: shownTemplate(template) }),
    severity: rest.severity ?? 'none',
    critical: rest.critical ?? false,
    contextKeys: rest.contextKeys ?? [],
  }
}

/** Templates of newer workflows have no content of their own. */
function shownJob(job: RetrievedJob, origin: string): RetrievedJob {
  const { step } = job
  const isEmpty = origin === ownOrigin && step.template !== undefined
  return {
    ...without(job, 'overrides'),
    ...(isEmpty && { step: { ...step, template: { ...step.template, content: '' } } }),
    executionDetails: job.executionDetails.map(({ raw, ...detail }) =>
      raw === null || raw === undefined ? detail : { ...detail, raw },
    ),
  }
}

function shownTemplate(template: NotificationTemplate): NotificationTemplate {
  const triggers = template.triggers.map((trigger) => {
    const id = keyHash(trigger.identifier ?? '').slice(0, 24)
    const unnamed = { reservedVariables: [], subscriberVariables: [], _id: id, id }
    return Object.assign(unnamed, trigger)
  })
  return { origin: ownOrigin, ...template, triggers }
}

/** With a part of its subscriber, and without its workflow. */
export function shownMessage(row: MessageRecord, { subscriber, event }: Around): Message {
  const job = event?.jobs?.find(({ step }) => step._templateId === row._messageTemplateId)
  const { _id, createdAt, cta, content, overrides = {} } = row
  const unnamed = {
    deviceTokens: [],
    archived: false,
    tags: [],
    severity: 'none',
    contextKeys: [],
    updatedAt: createdAt,
    __v: 0,
    actorSubscriber: null,
    id: _id,
  }
  return Object.assign(
    unnamed,
    without(row, 'overrides'),
    Object.keys(overrides).length > 0 && { overrides },
    Array.isArray(content) && { content: content.map(markup).join('') },
    { cta: { action: { buttons: [] }, type: 'redirect' as const, ...cta } },
    job !== undefined && { _jobId: job._id, stepId: slug(job.step.name ?? job.type) },
    subscriber !== undefined && { subscriber: partly(subscriber) },
  )
}

type Block = Exclude<NonNullable<Message['content']>, string>[number]

/** An email's block as the HTML that is sent. */
function markup({ type, content, url = '#' }: Block): string {
  return type === 'button' ? `<a href="${url}">${content}</a>` : `<p>${content}</p>`
}

function partly(row: SubscriberRecord): Subscriber {
  const { firstName, lastName, subscriberId, createdAt, updatedAt } = row
  const { _id, _organizationId, _environmentId, deleted } = row
  return Object.assign(
    { _id, subscriberId, createdAt, updatedAt, _organizationId, _environmentId, deleted, id: _id },
    filled({ firstName, lastName }),
  )
}
