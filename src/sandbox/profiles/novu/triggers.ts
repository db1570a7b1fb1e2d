// What deployed services answer to a trigger, and whom they lose without a word.
import { integrationFor } from '../../operations/channels.ts'
import type { TriggerRules } from '../../activity-rules.ts'
import { Refusal } from '../../http/errors.ts'
import { tenantShape } from '../../operations/upsert.ts'
import { isEmail, isLocale } from './subscriber-shapes.ts'
import { z } from 'zod'
import type { WorkflowRecord } from '../../store/records.ts'

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

type Json = Readonly<Record<string, unknown>>

/** Throws where the workflow has a schema of its payload, and the payload is otherwise. */
function checkPayload({ payloadSchema }: WorkflowRecord, payload: Json): void {
  if (payloadSchema === undefined) return
  const read = z.fromJSONSchema(payloadSchema).safeParse(payload)
  if (read.success) return
  const errors = read.error.issues.map((issue) => complaint(issue, payload))
  const more = { type: 'PAYLOAD_VALIDATION_ERROR', schema: payloadSchema }
  throw new Refusal(400, 'Payload validation failed', errors, more)
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
