// The contract to the letter.
import type { Environment } from '../../wire/generated.ts'
import { appended } from '../channels.ts'
import { keyHash } from '../keys.ts'
import type { Profile } from '../profile.ts'
import type { EnvironmentRecord } from '../records.ts'
import { credentialsHiddenByList, providersHiddenByUpdate } from '../vocabulary.ts'
import { without } from '../without.ts'

export const contractProfile: Profile = {
  name: 'contract',
  received: (body) => body,
  sent: (reply) => reply,
  statuses: {},

  listedEnvironment: shownEnvironment,
  createdEnvironment: shownEnvironment,
  updatedEnvironment: shownEnvironment,
  parentAtCreate: (parentId) => parentId,

  listsIntegration: () => true,
  listedIntegration: (integration) => ({
    ...without(integration, 'configurations'),
    credentials: without(integration.credentials, ...credentialsHiddenByList),
  }),
  shownIntegration: (integration) => integration,
  renameScope: (integration, other) => integration._environmentId === other._environmentId,
  promotion: { primary: true },

  mergedCredentials: appended,
  shownChannel: (channel) => channel,
  updateShowsChannel: (channel) => !providersHiddenByUpdate.includes(channel.providerId),
  matches: (value, filter) => value.includes(filter),
}

function shownEnvironment(row: EnvironmentRecord): Environment {
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
