// What the contract leaves open: which trigger gets which status.
//
// Which condition gives which status is not shown in the contract; here, in this order: `trigger_not_active` for a
// workflow that isn't active, `no_workflow_steps_defined` and `no_workflow_active_steps_defined` for one without any,
// `error` for details that can't be stored, `no_tenant_found` for a tenant that isn't there, `invalid_recipients` when
// no item of `to` can be a recipient, as an id with a gap in it can't, else `processed`.
import type { TriggerEventBody, TriggerEventReply } from '../../../wire/generated.ts'
import type { TriggerCase, TriggerRules } from '../../activity-rules.ts'
import { integrationFor } from '../../operations/channels.ts'
import { Refusal } from '../../http/errors.ts'
import { definitionShape, isTopic, recipientsOf, type Recipient } from '../../operations/recipients.ts'
import { tenantShape } from '../../operations/upsert.ts'
import { activeSteps } from '../../worker/steps.ts'
import type { Setting } from '../../setting.ts'

export const contractTriggers: TriggerRules = {
  check: () => undefined,
  // Strict clients require `errors` in a 422.
  unknownWorkflow: () => {
    const said = 'workflow_not_found'
    return new Refusal(422, said, { general: { messages: [said], value: 'No Value Recorded' } })
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

/** What can't be stored of a body's details, a sentence each. */
function mistakes(
  { store }: Setting,
  environmentId: string,
  { actor, tenant, to }: TriggerEventBody,
): string[] {
  const isActor =
    typeof actor !== 'object' || definitionShape.safeParse(actor).data?.subscriberId !== undefined
  const isTenant = typeof tenant !== 'object' || tenantShape.safeParse(tenant).success
  const channels = recipientsOf(to).flatMap((item) =>
    item === undefined || isTopic(item) ? [] : (item.channels ?? []),
  )
  const unknown = channels.filter((target) => integrationFor(store, environmentId, target) === undefined)
  return [
    ...(isActor ? [] : ['The actor has no subscriberId.']),
    ...(isTenant ? [] : ['The tenant has no identifier.']),
    ...unknown.map(
      ({ providerId, integrationIdentifier }) =>
        `There is no active ${providerId} integration${integrationIdentifier === undefined ? '' : ` ${integrationIdentifier}`} for a recipient's channel.`,
    ),
  ]
}
