// What deployed services answer to a trigger, and whom they lose without a word.
import { integrationFor } from '../../operations/channels.ts'
import type { TriggerRules } from '../../activity-rules.ts'
import { Refusal } from '../../http/errors.ts'
import { tenantShape } from '../../operations/upsert.ts'
import { checkPayload } from './payload-schema.ts'
import { isEmail, isLocale } from './subscriber-shapes.ts'

export const novuTriggers: TriggerRules = {
  check: ({ payload = {} }, workflow) => {
    if (workflow !== undefined) checkPayload(workflow, payload)
  },
  unknownWorkflow: () => new Refusal(422, 'workflow_not_found'),
  // It is acknowledged in any case; recipients that can't be are found by the worker only.
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
  reaches: ({ store }, environmentId, { subscriberId, email, locale, channels = [] }) =>
    subscriberId !== undefined &&
    (email == null || isEmail(email)) &&
    (locale == null || isLocale(locale)) &&
    channels.every((target) => integrationFor(store, environmentId, target) !== undefined),
}
