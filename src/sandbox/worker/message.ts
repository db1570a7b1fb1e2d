// A message as one integration sends it, its text filled in.
import type { Message } from '../../wire/generated.ts'
import { fieldsOf } from '../operations/schema-facts.ts'
import { hold } from '../operations/conditions.ts'
import type { IntegrationRecord, MessageRecord } from '../store/records.ts'
import { now } from '../setting.ts'
import { renderAll, type Scope } from './render.ts'
import { jobOf, notificationOf, type Run } from './job-run.ts'

/** Stores a message; as in deployed services it counts as sent until the provider refuses it. */
export function addMessage(
  run: Run,
  integration: IntegrationRecord,
  fields: Partial<MessageRecord>,
): MessageRecord {
  const { world, own, environmentId, notificationId, workflow, subscriber } = run
  const event = notificationOf(run)
  const job = jobOf(run)
  const { contextKeys = [], payload = {} } = event
  const identifier = workflow.triggers[0]?.identifier
  return own.messages.put({
    _id: world.ids.next('message'),
    _templateId: workflow._id,
    _messageTemplateId: job.step._templateId,
    _environmentId: environmentId,
    _organizationId: world.store.organizationId,
    _notificationId: notificationId,
    _subscriberId: subscriber._id,
    ...(identifier !== undefined && { templateIdentifier: identifier }),
    transactionId: event.transactionId,
    channel: integration.channel,
    providerId: integration.providerId,
    createdAt: now(world),
    read: false,
    seen: false,
    status: 'sent',
    ...written(run),
    payload,
    overrides: job.overrides ?? {},
    contextKeys,
    ...fields,
  })
}

const shapes = fieldsOf<Message>('Message')

type Written = Pick<MessageRecord, 'content' | 'subject' | 'title' | 'cta' | '_feedId'>

/** The fields that the step's template, or the first variant whose filters hold, writes for its channel. */
function written(run: Run): Written {
  const scope = scopeOf(run)
  const facts = { subscriber: run.subscriber, payload: scope.payload }
  const variant = run.step.variants?.find(
    ({ active, filters = [] }) => active === true && filters.length > 0 && hold(filters, facts),
  )
  const { subject, title, content, cta } = renderAll({ ...run.step.template, ...variant?.template }, scope)
  const { type } = jobOf(run)
  const action = shapes.cta.safeParse(cta)
  const text = shapes.content.safeParse(content)
  return {
    cta: type === 'in_app' && action.success ? action.data : {},
    ...(text.data !== undefined && { content: text.data }),
    ...(typeof subject === 'string' && (type === 'email' || type === 'in_app') && { subject }),
    ...(typeof title === 'string' && type === 'push' && { title }),
    ...(type === 'in_app' && { _feedId: null }),
  }
}

function scopeOf(run: Run): Scope {
  const { events = [] } = run.carried
  return {
    payload: notificationOf(run).payload ?? {},
    subscriber: run.subscriber,
    tenant: tenantOf(run),
    step: { total_count: events.length, events },
  }
}

/** The tenant that a trigger names; an empty map if there is none. */
export function tenantOf({ carried, own }: Run): object {
  const tenant = carried.tenant === undefined ? undefined : own.tenants.get(carried.tenant)
  return tenant === undefined ? {} : { identifier: tenant._id, name: tenant.name, data: tenant.data }
}
