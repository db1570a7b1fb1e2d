// The items of a seed, as people write them: references by name, ids where they want them.
import { z } from 'zod'
import type {
  ChannelSettings,
  CreateIntegrationBody,
  Credentials,
  Integration,
  Message,
  NotificationTemplate,
  RetrievedNotification,
  Subscriber,
  UpdateEnvironmentBody,
  Workflow,
} from '../../wire/generated.ts'
import { fieldsOf } from '../operations/schema-facts.ts'
import { each, freeForm, maybe, number, pathText, text, unknownFields } from '../operations/request-values.ts'
import { tenantShape } from '../operations/trigger-recipients.ts'
import { without } from '../store/records.ts'

const texts = z.array(text)
/** `environment` names an environment of the seed. */
const placed = { _id: maybe(text), environment: text }
/** `workflow` is a trigger identifier. */
const activity = { ...placed, subscriberId: text, workflow: maybe(text), transactionId: text }

const { channel } = fieldsOf<CreateIntegrationBody>('CreateIntegrationBody')
const { parentId: _, ...environment } = fieldsOf<UpdateEnvironmentBody>('UpdateEnvironmentBody')

const environmentSeed = z.object({
  _id: maybe(text),
  ...environment,
  name: text.min(1),
  type: maybe(z.enum(['dev', 'prod']).nullable()),
  /** Name of another environment. */
  parent: maybe(text),
  apiKey: maybe(text.min(1)),
})

const integrationSeed = z.object({
  ...placed,
  ...without(
    fieldsOf<Integration, 'providerId'>('Integration', ['providerId']),
    '_environmentId',
    '_organizationId',
  ),
  channel,
  credentials: maybe(
    z.object({
      ...fieldsOf<Credentials>('Credentials'),
      ...each(['apiURL', 'apiVersion', 'appID', 'body', 'businessAccountId', 'contentType'], maybe(text)),
      ...each(['headers', 'method', 'servicePlanId', 'signingSecret', 'tenantId'], maybe(text)),
    }),
  ),
  /** JSONLogic; only profiles that know it keep it. */
  rules: maybe(z.unknown()),
})

const channelSettings = fieldsOf<ChannelSettings, 'providerId' | 'integrationIdentifier' | 'credentials'>(
  'ChannelSettings',
  ['providerId', 'integrationIdentifier', 'credentials'],
)

const subscriberSeed = z.object({
  ...placed,
  ...without(fieldsOf<Subscriber, never>('Subscriber', []), '_environmentId', '_organizationId', '__v'),
  subscriberId: text.min(1),
  channels: maybe(z.array(z.object(without(channelSettings, '_integrationId')))),
})

const events = fieldsOf<RetrievedNotification, never>('RetrievedNotification', [])

const workflowSeed = z.object({
  ...placed,
  /** Trigger identifier. */
  identifier: text,
  ...without(
    fieldsOf<Workflow, 'name'>('Workflow', ['name']),
    ...(['_environmentId', '_organizationId', '_creatorId', '_notificationGroupId', '_parentId'] as const),
    ...(['deleted', 'deletedAt', 'deletedBy', 'notificationGroup'] as const),
  ),
  origin: fieldsOf<NotificationTemplate>('NotificationTemplate').origin,
  /** Of the events that it makes. */
  severity: events.severity,
  /** A JSON Schema of its triggers' payload; the contract has none, deployed services hold to it. */
  payloadSchema: maybe(freeForm),
})

const topicSeed = z.object({
  ...placed,
  key: text.min(1),
  /** By their `subscriberId`. */
  subscribers: texts,
})

const tenantSeed = z.object({ environment: text, ...tenantShape.shape })

/** Ids and parts of an event or a message that a seed gives by name. */
const resolved = [
  '_environmentId',
  '_organizationId',
  '_subscriberId',
  '_templateId',
  'subscriber',
  'template',
] as const

const messageSeed = z.object({
  ...without(fieldsOf<Message, never>('Message', []), ...resolved, '_notificationId', 'templateIdentifier'),
  ...activity,
  channel,
})

const notificationSeed = z.object({ ...without(events, ...resolved), ...activity })

/** @internal */
export const seedShape = z.object({
  /** Ids of the organisation and of the user to whom its API keys belong. */
  organizationId: maybe(text),
  userId: maybe(text),
  /** The seed of generated values: identifiers, API keys. */
  random: maybe(number),
  environments: maybe(z.array(environmentSeed)),
  integrations: maybe(z.array(integrationSeed)),
  subscribers: maybe(z.array(subscriberSeed)),
  workflows: maybe(z.array(workflowSeed)),
  topics: maybe(z.array(topicSeed)),
  tenants: maybe(z.array(tenantSeed)),
  messages: maybe(z.array(messageSeed)),
  notifications: maybe(z.array(notificationSeed)),
})

/** A section that is left out is that of the default seed, without items of other environments and subscribers. */
export type Seed = ReturnType<typeof readSeed>

/** Reads a seed's shape from JSON; throws an Error whose message names the first problem and its place. */
export function readSeed(json: unknown) {
  const read = seedShape.safeParse(json)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Error(`Invalid seed at ${pathText(issue?.path ?? []) || 'the top level'}: ${issue?.message}.`)
  }
  const [unknown] = unknownFields(json, read.data)
  if (unknown !== undefined) throw new Error(`Invalid seed at ${unknown}: unknown field.`)
  return read.data
}

type Item<Section extends keyof Seed> = Extract<Seed[Section], readonly unknown[]>[number]
export type EnvironmentSeed = Item<'environments'>
export type IntegrationSeed = Item<'integrations'>
export type SubscriberSeed = Item<'subscribers'>
export type WorkflowSeed = Item<'workflows'>
export type TopicSeed = Item<'topics'>
export type TenantSeed = Item<'tenants'>
export type MessageSeed = Item<'messages'>
export type NotificationSeed = Item<'notifications'>
