// Operation 14: accepts a trigger. The worker does the rest.
import { z } from 'zod'
import type { TriggerEventBody } from '../../wire/generated.ts'
import { withBody } from './operation.ts'
import { fieldsOf } from './schema-facts.ts'
import { freeForm, text } from './request-values.ts'
import { updateTenant } from './trigger-recipients.ts'
import { latency } from '../worker/job-run.ts'

const recipient = z.union([text, freeForm])

export const triggerShape = z.object({
  ...fieldsOf<TriggerEventBody>('TriggerEventBody'),
  to: z.union([text, freeForm, z.array(recipient)]),
})

export const triggerOperations = [
  withBody('triggerEvent', triggerShape, ({ world, environment, body }) => {
    const { store, ids, tasks, quirks, lag = 0 } = world
    const rules = world.profile.activity.triggers
    const workflow = store.workflow(environment._id, body.name)
    rules.check(body, workflow)
    if (workflow === undefined) throw rules.unknownWorkflow()
    const { transactions } = store.of(environment._id)
    const transactionId = body.transactionId || `txn_${ids.text(24, 16)}`
    if (transactions.get(transactionId) !== undefined && !quirks.has('race-trigger')) {
      return rules.shown({ acknowledged: true, status: 'processed', transactionId }, environment)
    }
    const outcome = rules.outcome(world, { environmentId: environment._id, workflow, body })
    const reply = rules.shown({ ...outcome, transactionId }, environment)
    if (outcome.status !== 'processed') return reply
    // The service finds an id by the worker's jobs, and a late worker has created none yet.
    if (lag === 0) transactions.put({ _id: transactionId })
    updateTenant(world, environment._id, body.tenant)
    if (quirks.has('dropped-trigger')) return reply
    const { _id: environmentId } = environment
    tasks.add({
      kind: 'fan-out',
      in: latency.fanOut + lag,
      environmentId,
      workflowId: workflow._id,
      body,
      transactionId,
    })
    return reply
  }),
]
