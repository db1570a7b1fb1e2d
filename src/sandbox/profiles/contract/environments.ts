// Environments as the contract has them: any key reads and updates all of them.
import type { Environment } from '../../../wire/generated.ts'
import { badRequest, notFound } from '../../http/errors.ts'
import { keyHash } from '../../http/keys.ts'
import type { EnvironmentRules } from '../../profile.ts'
import type { EnvironmentRecord } from '../../store/records.ts'
import type { Setting } from '../../setting.ts'

export const contractEnvironments: EnvironmentRules = {
  listed: shown,
  created: shown,
  updated: shown,
  checkNew: (world, { name, parentId }) => {
    if (isTaken(world, name)) throw badRequest('Environment name must be unique')
    if (parentId !== undefined) existing(world, parentId)
  },
  parentAtCreate: (parentId) => parentId,
  toUpdate: existing,
  accepted: (body) => body,
  checkRename: (world, name, before) => {
    if (isTaken(world, name, before)) throw badRequest('Environment name must be unique')
  },
  checkParent: (world, parentId) => {
    existing(world, parentId)
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

export function existing({ store }: Setting, id: string): EnvironmentRecord {
  const row = store.environments.get(id)
  if (row === undefined) throw notFound(`Environment ${id} was not found`)
  return row
}

function isTaken({ store }: Setting, name: string, self?: EnvironmentRecord): boolean {
  return store.environments.find((row) => row.name === name && row._id !== self?._id) !== undefined
}
