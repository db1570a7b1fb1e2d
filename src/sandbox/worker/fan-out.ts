// A trigger becomes one event for each of its recipients, with a job for each step that is active.
import type { NotificationTopic, RetrievedJob } from '../../wire/generated.ts'
import { definitionShape, isTopic, recipientsOf, upsertSubscriber } from '../operations/trigger-recipients.ts'
import type { Definition } from '../operations/trigger-recipients.ts'
import type { WorkflowRecord, FanOutTask } from '../store/records.ts'
import { now } from '../setting.ts'
import type { World } from '../profile.ts'
import { queueNext, shownProvider } from './job-run.ts'
import { activeSteps, isChannel, shownStep, stepId, stepType } from './steps.ts'

export function fanOut(world: World, task: FanOutTask): void {
  const { environmentId, workflowId, body, transactionId } = task
  const { transactions, workflows } = world.store.of(environmentId)
  transactions.put({ _id: transactionId })
  const workflow = workflows.get(workflowId)
  if (workflow === undefined) return
  const actor = typeof body.actor === 'object' ? definitionShape.safeParse(body.actor).data : undefined
  if (actor?.subscriberId !== undefined) upsertSubscriber(world, environmentId, actor)
  for (const addressee of addresseesOf(world, task).values()) notify(world, task, workflow, addressee)
}

interface Addressee {
  readonly subscriberId: string
  /** Internal. */
  readonly _id: string
  readonly to: Definition
  readonly topics: readonly NotificationTopic[]
}

/** Each recipient once, in the order in which the trigger names them, after they are stored. */
function addresseesOf(world: World, { environmentId, body }: FanOutTask): Map<string, Addressee> {
  const { topics, subscribers } = world.store.of(environmentId)
  const found = new Map<string, Addressee>()
  const add = (to: Definition, topic?: NotificationTopic): void => {
    const { _id, subscriberId } = upsertSubscriber(world, environmentId, to)
    const known = found.get(_id)
    const reachedBy = [...(known?.topics ?? []), ...(topic === undefined ? [] : [topic])]
    found.set(_id, { _id, subscriberId, to: known?.to ?? to, topics: reachedBy })
  }
  for (const recipient of recipientsOf(body.to)) {
    if (recipient === undefined) continue
    if (!isTopic(recipient)) {
      if (world.profile.activity.triggers.reaches(world, environmentId, recipient)) add(recipient)
      continue
    }
    const { topicKey, exclude = [] } = recipient
    const topic = topics.find((row) => row.key === topicKey)
    const members = topic?.subscribers.filter(
      (id) => !exclude.includes(id) && subscribers.named(id) !== undefined,
    )
    for (const subscriberId of members ?? []) add({ subscriberId }, { _topicId: topic?._id ?? '', topicKey })
  }
  return found
}

function notify(world: World, task: FanOutTask, workflow: WorkflowRecord, addressee: Addressee): void {
  const { environmentId, transactionId, body } = task
  const { payload = {}, tenant, context = {} } = body
  const own = world.store.of(environmentId)
  const steps = activeSteps(workflow.steps)
  const { _id: notificationId } = own.notifications.put({
    _id: world.ids.next('notification'),
    _environmentId: environmentId,
    _organizationId: world.store.organizationId,
    _subscriberId: addressee._id,
    _templateId: workflow._id,
    transactionId,
    createdAt: now(world),
    updatedAt: now(world),
    channels: [...new Set(steps.map(stepType))],
    jobs: jobsOf(world, task, workflow),
    payload,
    tags: workflow.tags,
    controls: {},
    to: { ...addressee.to },
    topics: [...addressee.topics],
    severity: workflow.severity,
    critical: workflow.critical,
    contextKeys: Object.entries(context).map(([type, id]) => `${type}:${id}`),
  })
  const identifier = typeof tenant === 'object' ? tenant['identifier'] : tenant
  const carried = typeof identifier === 'string' ? { tenant: identifier } : {}
  queueNext({ world, own, environmentId, notificationId }, carried)
}

function jobsOf(world: World, { environmentId, body }: FanOutTask, workflow: WorkflowRecord): RetrievedJob[] {
  const integrations = world.store.integrationsOf(environmentId)
  const providerOf = (type: string): string => {
    const candidates = integrations.filter(({ channel, active }) => channel === type && active)
    return world.profile.activity.steps.guess(candidates)?.providerId ?? 'svc'
  }
  return activeSteps(workflow.steps).map((step, index) => {
    const type = stepType(step)
    return {
      _id: world.ids.next('job'),
      type,
      step: shownStep(step, stepId(step, index)),
      providerId: isChannel(type) ? shownProvider(providerOf(type)) : 'svc',
      status: 'pending',
      payload: body.payload ?? {},
      overrides: body.overrides ?? {},
      executionDetails: [],
      updatedAt: now(world),
    }
  })
}
