// Operation 14: accepts a trigger. What comes of it is the worker's business.
import { z } from 'zod'
import type { TriggerEventReply } from '../wire/generated.ts'
import { Refusal } from './errors.ts'
import { writing } from './operation.ts'
import type { WorkflowRecord } from './records.ts'
import { freeForm, maybe, text } from './shapes.ts'

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
      const { store } = world
      const workflow = store.workflow(environment._id, body.name)
      if (workflow === undefined) throw new Refusal(422, 'workflow_not_found')
      const transactionId = body.transactionId ?? `txn_${world.ids.text(24, 16)}`
      const status = outcome(workflow)
      if (status === 'processed') store.of(environment._id).transactions.add(transactionId)
      return { acknowledged: true, status, transactionId }
    },
  }),
]

function outcome(workflow: WorkflowRecord): TriggerEventReply['status'] {
  return workflow.active ? 'processed' : 'trigger_not_active'
}
