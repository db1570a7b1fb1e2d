// Environments as deployed services have them.
import type { Environment } from '../../../wire/generated.ts'
import { badRequest, invalidIn, Refusal } from '../../http/refusals.ts'
import { keyHash } from '../../http/keys.ts'
import { seedTime } from '../../seed/add-items.ts'
import type { EnvironmentRules } from '../../profile.ts'
import type { EnvironmentRecord } from '../../store/records.ts'
import { hexadecimal, requireObjectId } from '../../operations/request-values.ts'

const maxEnvironments = 10
/** The command that error messages name. */
const updateCommand = 'UpdateEnvironmentCommand'
const reservedNames = new Set(['development', 'production'])

export const novuEnvironments: EnvironmentRules = {
  listed,
  created: (row) => {
    const { _id, name, _organizationId, identifier, type, apiKeys } = row
    return {
      _id,
      name,
      _organizationId,
      identifier,
      type,
      apiKeys: apiKeys.map(({ key, _userId }) => ({ key: encrypted(key), hash: keyHash(key), _userId })),
    }
  },
  updated: () => ({ matched: 1, modified: 1 }),
  // Leading and trailing spaces are removed when the name is stored, but count when it is compared with other names.
  checkNew: ({ store }, { name }) => {
    refuseReserved(name.trim())
    if (store.environments.find((row) => row.name === name) !== undefined) {
      throw badRequest('Environment name must be unique')
    }
    if (store.environments.size >= maxEnvironments) {
      throw badRequest(`Organization cannot have more than ${maxEnvironments} environments`)
    }
  },
  parentAtCreate: () => undefined,
  toUpdate: ({ store }, id) => {
    requireObjectId(updateCommand, 'environmentId', id)
    const row = store.environments.get(id)
    if (row === undefined) throw new Refusal(401, 'Environment not found')
    return row
  },
  // An empty value counts as absent, and an empty name removes identifier and parent too.
  accepted: ({ name, identifier, parentId, color, dns, bridge }) => {
    if (color && !hexadecimal.test(color)) {
      throw invalidIn(updateCommand, 'color', color, 'color must be a hexadecimal color')
    }
    return {
      ...(name && { name }),
      ...(identifier && name !== '' && { identifier }),
      ...(parentId && name !== '' && { parentId }),
      ...(color && { color }),
      ...(dns?.inboundParseDomain && { dns: { inboundParseDomain: dns.inboundParseDomain } }),
      ...(bridge !== undefined && { bridge: bridge.url ? { url: bridge.url } : {} }),
    }
  },
  checkRename: (_, name, before) => {
    refuseReserved(before.name)
    refuseReserved(name)
  },
  checkParent: (_, parentId) => requireObjectId(updateCommand, 'parentId', parentId),
  // Only the database finds it, so the service fails.
  identifierTaken: () => new Refusal(500, 'Internal server error'),
  inApp: { name: 'Novu In-App', stem: 'novu-in-app', credentials: {} },
}

function listed(row: EnvironmentRecord): Environment {
  const { _id, name, identifier, _organizationId, apiKeys, _parentId, color, type, slug, dns, bridge } = row
  const { createdAt = seedTime, updatedAt = createdAt } = row
  return Object.assign(
    {
      name,
      identifier,
      _organizationId,
      apiKeys: apiKeys.map(({ key, _userId }) => ({
        key,
        hash: keyHash(key),
        _userId,
        _id: keyHash(keyHash(key)).slice(0, 24),
      })),
    },
    { widget: { notificationCenterEncryption: false } },
    _parentId !== undefined && { _parentId },
    dns !== undefined && { dns },
    bridge?.url !== undefined && { bridge },
    { color },
    { type, _id, createdAt, updatedAt, __v: 0, slug },
  )
}

function refuseReserved(name: string): void {
  if (reservedNames.has(name.toLowerCase())) {
    throw new Refusal(422, 'Environment name cannot be Development or Production')
  }
}

/** A string that resembles an encrypted key of the service, but can't be decrypted. */
function encrypted(key: string): string {
  const digits = [1, 2, 3, 4].map((part) => keyHash(`${part}${key}`)).join('')
  return `nvsk.${digits.slice(0, 32)}:${digits.slice(32, 128)}`
}
