// Subscribers and tenants of a trigger: their fields are stored, and new subscribers are created.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { appended, channelsWith, integrationFor } from './channel-credentials.ts'
import type { Definition } from './recipients.ts'
import { freeForm, maybe, text } from './request-values.ts'
import type { SubscriberRecord } from '../store/records.ts'
import { now } from '../setting.ts'
import type { World } from '../profile.ts'

/** Without a `subscriberId`, it is the subscriber with that email, or else that phone; a new one gets a generated id. */
export function upsertSubscriber(
  world: World,
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

export function freshSubscriber(world: World, environmentId: string, subscriberId: string): SubscriberRecord {
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
export function updateTenant(world: World, environmentId: string, tenant: unknown): void {
  const details = tenantShape.safeParse(tenant).data
  const { tenants } = world.store.of(environmentId)
  const known = tenants.get(details?.identifier ?? '')
  if (details === undefined || known === undefined) return
  const { identifier: _, ...changes } = details
  if (Object.keys(changes).length > 0) tenants.put({ ...known, ...changes })
}
