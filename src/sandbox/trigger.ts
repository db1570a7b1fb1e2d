// Operation 14: accepts a trigger. What comes of it is the worker's business.
//
// Which condition gives which status is not shown in the contract; here, in this order: `trigger_not_active` for a
// workflow that isn't active, `no_workflow_steps_defined` and `no_workflow_active_steps_defined` for one without any,
// `error` for details that can't be stored, `no_tenant_found` for a tenant that isn't there, `invalid_recipients` when
// no item of `to` can be a recipient, else `processed`.
import { z } from 'zod'
import type { TriggerEventBody, TriggerEventReply } from '../wire/generated.ts'
import { integrationFor } from './channels.ts'
import { Refusal } from './errors.ts'
import { writing } from './operation.ts'
import { definitionShape, isTopic, recipientsOf } from './recipients.ts'
import type { WorkflowRecord } from './records.ts'
import { freeForm, maybe, text } from './shapes.ts'
import { tenantShape, updateTenant } from './tenants.ts'
import { latency } from './worker/progress.ts'
import { activeSteps } from './worker/steps.ts'
import type { World } from './world.ts'

const recipient = z.union([text, freeForm])

export const triggerOperations = [
  writing({
    id: 'triggerEvent',
    method: 'POST',
    path: '/v1/events/trigger',
    status: 201,
    body: z.object({
      name: text,
      to: z.union([text, freeForm, z.array(recipient)]),
      payload: maybe(freeForm),
      overrides: maybe(freeForm),
      transactionId: maybe(text),
      actor: maybe(recipient),
      tenant: maybe(recipient),
      context: maybe(z.record(text, text)),
    }),
    run: ({ world, environment, body }) => {
      const { store, ids, tasks, quirks } = world
      const workflow = store.workflow(environment._id, body.name)
      if (workflow === undefined) throw new Refusal(422, 'workflow_not_found')
      const { transactions } = store.of(environment._id)
      const transactionId = body.transactionId || `txn_${ids.text(24, 16)}`
      if (transactions.get(transactionId) !== undefined) {
        return { acknowledged: true, status: 'processed', transactionId }
      }
      const error = mistakes(world, environment._id, body)
      const status = outcome(world, { environmentId: environment._id, workflow, body, error })
      if (status === 'error') return { acknowledged: false, status, error, transactionId }
      if (status !== 'processed') return { acknowledged: true, status, transactionId }
      transactions.put({ _id: transactionId })
      updateTenant(world, environment._id, body.tenant)
      if (quirks.has('dropped-trigger')) return { acknowledged: true, status, transactionId }
      const { _id: environmentId } = environment
      tasks.add({
        kind: 'fan-out',
        in: latency.fanOut,
        environmentId,
        workflowId: workflow._id,
        body,
        transactionId,
      })
      return { acknowledged: true, status, transactionId }
    },
  }),
]

interface Case {
  readonly environmentId: string
  readonly workflow: WorkflowRecord
  readonly body: TriggerEventBody
  readonly error: readonly string[]
}

function outcome(
  { store }: World,
  { environmentId, workflow, body, error }: Case,
): TriggerEventReply['status'] {
  if (!workflow.active) return 'trigger_not_active'
  if (workflow.steps.length === 0) return 'no_workflow_steps_defined'
  if (activeSteps(workflow.steps).length === 0) return 'no_workflow_active_steps_defined'
  if (error.length > 0) return 'error'
  const { tenants } = store.of(environmentId)
  const tenant = typeof body.tenant === 'object' ? tenantShape.parse(body.tenant).identifier : body.tenant
  if (tenant !== undefined && tenants.get(tenant) === undefined) return 'no_tenant_found'
  const recipients = recipientsOf(body.to)
  const isValid = recipients.length === 0 || recipients.some((item) => item !== undefined)
  return isValid ? 'processed' : 'invalid_recipients'
}

/** What can't be stored of a body's details, a sentence each. */
function mistakes(
  { store }: World,
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
