// Environments, integrations and subscribers as the contract has them: any key reads and updates all environments and all
// integrations of the organisation, but makes integrations primary only in its own environment.
import type { Environment } from '../../../wire/generated.ts'
import { notFound, badRequest } from '../../http/refusals.ts'
import type { IntegrationRules, EnvironmentRules, SubscriberRules } from '../../profile.ts'
import { type IntegrationRecord, without, type EnvironmentRecord } from '../../store/records.ts'
import { credentialsHiddenByList, providersHiddenByUpdate } from '../../operations/schema-facts.ts'
import type { Setting } from '../../setting.ts'
import { keyHash } from '../../http/keys.ts'
import { appended } from '../../operations/channel-credentials.ts'

export const contractEnvironments: EnvironmentRules = {
  listed: shown,
  created: shown,
  updated: shown,
  checkNew: (world, { name, parentId }) => {
    if (isTaken(world, name)) throw badRequest('Environment name must be unique')
    if (parentId !== undefined) existingEnvironment(world, parentId)
  },
  parentAtCreate: (parentId) => parentId,
  toUpdate: existingEnvironment,
  accepted: (body) => body,
  checkRename: (world, name, before) => {
    if (isTaken(world, name, before)) throw badRequest('Environment name must be unique')
  },
  checkParent: (world, parentId) => {
    existingEnvironment(world, parentId)
  },
  identifierTaken: () => badRequest('Environment identifier must be unique'),
  inApp: { name: 'In-App', stem: 'in-app', credentials: { hmac: false } },
}

function shown(row: EnvironmentRecord): Environment {
  const { _id, name, _organizationId, identifier, type, _parentId, slug, apiKeys } = row
  return {
    _id,
    name,
    _organizationId,
    identifier,
    type,
    apiKeys: apiKeys.map(({ key, _userId }) => ({ key, _userId, hash: keyHash(key) })),
    ...(_parentId !== undefined && { _parentId }),
    slug,
  }
}

function existingEnvironment({ store }: Setting, id: string): EnvironmentRecord {
  const row = store.environments.get(id)
  if (row === undefined) throw notFound(`Environment ${id} was not found`)
  return row
}

function isTaken({ store }: Setting, name: string, self?: EnvironmentRecord): boolean {
  return store.environments.find((row) => row.name === name && row._id !== self?._id) !== undefined
}

export const contractIntegrations: IntegrationRules = {
  lists: () => true,
  listed: (row) => ({
    ...without(row, 'configurations'),
    credentials: without(row.credentials, ...credentialsHiddenByList),
  }),
  shown: (row) => row,
  stored: (row) => row,
  hasRules: false,
  home: (_, caller) => caller._id,
  checkNew: () => undefined,
  check: () => undefined,
  displayName: (providerId) =>
    `${providerId.charAt(0).toUpperCase()}${providerId.slice(1).replaceAll('-', ' ')}`,
  toUpdate: (world, id) => existingIntegration(world, id),
  toPromote: (world, id, caller) => {
    const row = existingIntegration(world, id)
    if (row._environmentId !== caller._id) throw notFound(`Entity with id ${id} not found`)
    return row
  },
  accepted: (body) => body,
  checkMove: (world, environmentId) => {
    existingEnvironment(world, environmentId)
  },
  sharesNames: (row, other) => row._environmentId === other._environmentId,
  consequences: (after) => [after],
  promoted: (row) => ({ ...row, primary: true }),
}

export function existingIntegration(
  { store }: Setting,
  id: string,
  message = `Entity with id ${id} not found`,
): IntegrationRecord {
  const row = store.integrations.get(id)
  if (row === undefined || row.deleted) throw notFound(message)
  return row
}

export const contractSubscribers: SubscriberRules = {
  merged: appended,
  shown: ({ channels = [], ...rest }) => ({ ...rest, channels }),
  credentialed: ({ channels = [], ...rest }) => ({ ...rest, channels }),
  updated: ({ channels = [], ...rest }) => ({
    ...rest,
    channels: channels.filter(({ providerId }) => !providersHiddenByUpdate.includes(providerId)),
  }),
  matches: (value, filter) => value.includes(filter),
  limit: (query) => query.number('limit', { min: 1, max: 100, default: 10 }),
  isDescending: (query) => (query.oneOf('orderDirection', ['ASC', 'DESC']) ?? 'DESC') === 'DESC',
  checkCursor: () => undefined,
}
