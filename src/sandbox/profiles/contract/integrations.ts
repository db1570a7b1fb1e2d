// Integrations as the contract has them: those of the whole organisation, with their credentials.
import { notFound } from '../../http/errors.ts'
import type { IntegrationRules } from '../../profile.ts'
import { type IntegrationRecord, without } from '../../store/records.ts'
import { credentialsHiddenByList } from '../../operations/contract.ts'
import { existing as existingEnvironment } from './environments.ts'
import type { Setting } from '../../setting.ts'

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
  toUpdate: (world, id) => existing(world, id),
  toPromote: (world, id, caller) => {
    const row = existing(world, id)
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

export function existing(
  { store }: Setting,
  id: string,
  message = `Entity with id ${id} not found`,
): IntegrationRecord {
  const row = store.integrations.get(id)
  if (row === undefined || row.deleted) throw notFound(message)
  return row
}
