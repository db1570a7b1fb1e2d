// The items of a seed, as people write them: references by name, ids where they want them.
import { z } from 'zod'
import {
  callToAction,
  job,
  messageContent,
  preferenceSettings,
  trigger,
  workflowStep,
} from './activity-shapes.ts'
import {
  attribute,
  bridge,
  channel,
  channelCredentials,
  configurations,
  credentials,
  dns,
  each,
  flag,
  freeForm,
  maybe,
  number,
  pathText,
  stepFilter,
  subscriberProvider,
  text,
  unknownFields,
} from '../operations/shapes.ts'
import { tenantShape } from '../operations/upsert.ts'
import { severities, stepTypes } from '../operations/vocabulary.ts'

const texts = z.array(text)
/** `environment` names an environment of the seed. */
const placed = { _id: maybe(text), environment: text }
/** Of a workflow by its trigger identifier. */
const activity = { ...placed, subscriberId: text, workflow: maybe(text), transactionId: text }

const environmentSeed = z.object({
  _id: maybe(text),
  name: text.min(1),
  type: maybe(z.enum(['dev', 'prod']).nullable()),
  /** Name of another environment. */
  parent: maybe(text),
  identifier: maybe(text),
  apiKey: maybe(text.min(1)),
  color: maybe(text),
  dns: maybe(dns),
  bridge: maybe(bridge),
})

const integrationSeed = z.object({
  ...placed,
  providerId: text,
  channel,
  name: maybe(text),
  identifier: maybe(text),
  active: maybe(flag),
  primary: maybe(flag),
  credentials: maybe(credentials),
  configurations: maybe(configurations),
  conditions: maybe(z.array(stepFilter)),
  /** JSONLogic; only profiles that know it keep it. */
  rules: maybe(z.unknown()),
  deleted: maybe(flag),
  deletedAt: maybe(text),
  deletedBy: maybe(text),
})

const subscriberSeed = z.object({
  ...placed,
  subscriberId: text.min(1),
  ...each(['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone'], attribute),
  data: maybe(freeForm.nullable()),
  channels: maybe(
    z.array(
      z.object({
        providerId: subscriberProvider,
        integrationIdentifier: text,
        credentials: channelCredentials,
      }),
    ),
  ),
  topics: maybe(texts),
  isOnline: maybe(flag.nullable()),
  lastOnlineAt: attribute,
  deleted: maybe(flag),
  createdAt: maybe(text),
  updatedAt: maybe(text),
})

const workflowSeed = z.object({
  ...placed,
  /** Trigger identifier. */
  identifier: text,
  name: text,
  description: maybe(text),
  ...each(['active', 'draft', 'critical'], maybe(flag)),
  preferenceSettings: maybe(preferenceSettings),
  tags: maybe(texts),
  steps: maybe(z.array(workflowStep)),
  triggers: maybe(z.array(trigger)),
  data: maybe(freeForm),
  workflowIntegrationStatus: maybe(freeForm),
  origin: maybe(z.enum(['svc-cloud', 'svc-cloud-v1', 'external'])),
  /** Of the events that it makes. */
  severity: maybe(z.enum(severities)),
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

const messageSeed = z.object({
  ...activity,
  _messageTemplateId: attribute,
  createdAt: maybe(text),
  deliveredAt: maybe(texts),
  lastSeenDate: maybe(text),
  lastReadDate: maybe(text),
  content: maybe(messageContent),
  subject: maybe(text),
  channel,
  read: maybe(flag),
  seen: maybe(flag),
  ...each(['snoozedUntil', 'email', 'phone', 'directWebhookUrl', 'providerId'], maybe(text)),
  deviceTokens: maybe(texts),
  title: maybe(text),
  cta: maybe(callToAction),
  _feedId: attribute,
  status: maybe(z.enum(['sent', 'error', 'warning'])),
  errorId: maybe(text),
  errorText: maybe(text),
  payload: maybe(freeForm),
  overrides: maybe(freeForm),
  contextKeys: maybe(texts),
})

const notificationSeed = z.object({
  ...activity,
  _digestedNotificationId: maybe(text),
  createdAt: maybe(text),
  updatedAt: maybe(text),
  channels: maybe(z.array(z.enum(stepTypes))),
  jobs: maybe(z.array(job)),
  payload: maybe(freeForm),
  tags: maybe(texts),
  controls: maybe(freeForm),
  to: maybe(freeForm),
  topics: maybe(z.array(z.object({ _topicId: text, topicKey: text }))),
  severity: maybe(z.enum(severities)),
  critical: maybe(flag),
  contextKeys: maybe(texts),
})

/** @internal */
export const seedShape = z.object({
  /** Ids of the organisation and of the user to whom its API keys belong. */
  organizationId: maybe(text),
  userId: maybe(text),
  /** Of what is made up at run time: identifiers, API keys. */
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

/** A section that is left out is the default seed's, as far as the environments and subscribers it names exist. */
export type Seed = ReturnType<typeof readSeed>

/** Reads a seed's shape from JSON; throws an Error whose message names what is wrong first, and where. */
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
