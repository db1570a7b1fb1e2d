// Puts a seed's items into the store: names become ids, and what is left out gets its default.
import { madeKeyPrefix } from '../http/keys.ts'
import { addNewEnvironment } from '../operations/environments.ts'
import { slug } from '../store/new-ids.ts'
import {
  blankIntegration,
  type EnvironmentRecord,
  type IntegrationRecord,
  type SubscriberRecord,
} from '../store/records.ts'
import type { EnvironmentSeed, IntegrationSeed, SubscriberSeed } from './seed-shapes.ts'
import type { World } from '../profile.ts'

/** The creation time of environments, subscribers, events and messages that have none in the seed. */
export const seedTime = '2026-01-01T00:00:00.000Z'

export function addEnvironment(world: World, item: EnvironmentSeed): EnvironmentRecord {
  const { store, ids } = world
  const { _id = ids.next('environment'), name, type, parent, identifier, apiKey, color, ...rest } = item
  ids.reserve(_id)
  if (store.environments.find((row) => row.apiKeys.some(({ key }) => key === apiKey)) !== undefined) {
    throw new Error('a different environment already has the same apiKey')
  }
  return addNewEnvironment(world, {
    ...rest,
    _id,
    _organizationId: store.organizationId,
    ...(parent !== undefined && { _parentId: environmentNamed(world, parent)._id }),
    name,
    identifier: identifier ?? ids.text(12),
    type: type === undefined ? 'prod' : type,
    color: color ?? '#808080',
    createdAt: seedTime,
    apiKeys: [
      {
        key: apiKey ?? `${madeKeyPrefix}${ids.text(32, 16).slice(madeKeyPrefix.length)}`,
        _userId: store.userId,
      },
    ],
  })
}

/** An in-app integration replaces the existing one, with which its environment was created. */
export function addIntegration(world: World, item: IntegrationSeed): IntegrationRecord {
  const { store, ids } = world
  const {
    environment: environmentName,
    _id,
    providerId,
    channel,
    name = providerId,
    identifier,
    rules,
    ...rest
  } = item
  const environment = environmentNamed(world, environmentName)
  const existing = channel === 'in_app' ? store.integrationsOf(environment._id).find(isInApp) : undefined
  const id = _id ?? existing?._id ?? ids.next('integration')
  ids.reserve(id)
  if (existing !== undefined && existing._id !== id) store.integrations.remove(existing._id)
  const row: IntegrationRecord = {
    name,
    identifier: identifier ?? existing?.identifier ?? `${slug(name)}-${ids.text(9)}`,
    providerId,
    channel,
    ...blankIntegration,
    ...rest,
    ...(rules !== undefined && world.profile.integrations.hasRules && { rules }),
    _id: id,
    _environmentId: environment._id,
    _organizationId: store.organizationId,
  }
  return store.integrations.put(world.profile.integrations.stored(row, world))
}

export function addSubscriber(world: World, item: SubscriberSeed): SubscriberRecord {
  const { store, ids } = world
  const { environment: environmentName, _id = ids.next('subscriber'), channels = [], ...rest } = item
  const environment = environmentNamed(world, environmentName)
  const { subscribers } = store.of(environment._id)
  ids.reserve(_id)
  if (subscribers.named(item.subscriberId) !== undefined) {
    throw new Error(`environment ${environmentName} already has a subscriber ${item.subscriberId}`)
  }
  return subscribers.put({
    deleted: false,
    createdAt: seedTime,
    updatedAt: seedTime,
    ...rest,
    channels: channels.map(({ providerId, integrationIdentifier, credentials }) => {
      const integration = store
        .integrationsOf(environment._id)
        .findLast((row) => row.identifier === integrationIdentifier && row.providerId === providerId)
      if (integration === undefined) {
        throw new Error(
          `environment ${environmentName} has no ${providerId} integration ${integrationIdentifier}`,
        )
      }
      return { providerId, integrationIdentifier, credentials, _integrationId: integration._id }
    }),
    _id,
    _environmentId: environment._id,
    _organizationId: store.organizationId,
    __v: 0,
  })
}

export function environmentNamed({ store }: World, name: string): EnvironmentRecord {
  const row = store.environments.find((candidate) => candidate.name === name)
  if (row === undefined) throw new Error(`unknown environment ${JSON.stringify(name)}`)
  return row
}

const isInApp = (row: IntegrationRecord): boolean => row.channel === 'in_app'
