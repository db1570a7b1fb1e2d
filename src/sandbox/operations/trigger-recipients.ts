// The recipients, the actor and the tenant of a trigger: read in every form that a body can give them, and stored.
import { z } from 'zod'
import type { TriggerRecipientChannel } from '../../wire/generated.ts'
import { fieldsOf } from './schema-facts.ts'
import { attribute, each, freeForm, maybe, text } from './request-values.ts'
import { isDeepStrictEqual } from 'node:util'
import { appended, channelsWith, integrationFor } from './channel-credentials.ts'
import type { SubscriberRecord } from '../store/records.ts'
import { now, type Setting } from '../setting.ts'

/** Unknown keys are dropped. */
export const definitionShape = z.object({
  subscriberId: maybe(text.min(1)),
  ...each(['email', 'firstName', 'lastName', 'phone', 'avatar', 'locale', 'timezone'], attribute),
  data: maybe(freeForm.nullable()),
  channels: maybe(
    z.array(
      z.object(fieldsOf<TriggerRecipientChannel, 'providerId'>('TriggerRecipientChannel', ['providerId'])),
    ),
  ),
})

const topicShape = z.object({
  type: z.literal('Topic'),
  topicKey: text.min(1),
  exclude: maybe(z.array(text)),
})

/** A subscriber as a trigger defines it. */
export type Definition = z.infer<typeof definitionShape>
export type TopicRecipient = z.infer<typeof topicShape>
export type Recipient = Definition | TopicRecipient

export function isTopic(recipient: Recipient): recipient is TopicRecipient {
  return 'topicKey' in recipient
}

/** One for each item of a trigger's `to`; undefined for an invalid item. */
export function recipientsOf(to: unknown): (Recipient | undefined)[] {
  return (Array.isArray(to) ? to : [to]).map(recipientOf)
}

function recipientOf(item: unknown): Recipient | undefined {
  if (typeof item === 'string') return item === '' ? undefined : { subscriberId: item }
  if (typeof item === 'object' && item !== null && 'type' in item) return topicShape.safeParse(item).data
  const definition = definitionShape.safeParse(item).data
  return definition === undefined || (definition.subscriberId ?? definition.email ?? definition.phone) == null
    ? undefined
    : definition
}

/** Without a `subscriberId`, the email identifies the subscriber, or the phone if there is no email. A new one gets a generated id. */
export function upsertSubscriber(
  world: Setting,
  environmentId: string,
  definition: Definition,
): SubscriberRecord {
  const { channels = [], subscriberId, ...attributes } = definition
  const { email, phone } = attributes
  const { subscribers } = world.store.of(environmentId)
  const known =
    subscriberId === undefined
      ? subscribers.find((row) => (email == null ? row.phone === phone : row.email === email))
      : subscribers.named(subscriberId)
  const before = known ?? freshSubscriber(world, environmentId, subscriberId ?? world.ids.text(12))
  let settings = before.channels ?? []
  for (const { credentials = {}, ...target } of channels) {
    const integration = integrationFor(world.store, environmentId, target)
    if (integration === undefined) continue
    settings = channelsWith(settings, integration, (stored) => appended(stored, credentials))
  }
  const after: SubscriberRecord = { ...before, ...attributes, channels: settings }
  if (known !== undefined && isDeepStrictEqual(after, known)) return known
  return subscribers.put({
    ...after,
    ...(known !== undefined && { __v: (known.__v ?? 0) + 1 }),
    updatedAt: now(world),
  })
}

export function freshSubscriber(
  world: Setting,
  environmentId: string,
  subscriberId: string,
): SubscriberRecord {
  return {
    _id: world.ids.next('subscriber'),
    _environmentId: environmentId,
    _organizationId: world.store.organizationId,
    subscriberId,
    channels: [],
    deleted: false,
    createdAt: now(world),
    updatedAt: now(world),
    __v: 0,
  }
}

export const tenantShape = z.object({
  identifier: text.min(1),
  name: maybe(text),
  data: maybe(freeForm),
})

/** Changes a tenant only if it exists. */
export function updateTenant(world: Setting, environmentId: string, tenant: unknown): void {
  const details = tenantShape.safeParse(tenant).data
  const { tenants } = world.store.of(environmentId)
  const known = tenants.get(details?.identifier ?? '')
  if (details === undefined || known === undefined) return
  const { identifier: _, ...changes } = details
  if (Object.keys(changes).length > 0) tenants.put({ ...known, ...changes })
}
