// Integrations as deployed services have them.
import { badRequest } from '../../http/errors.ts'
import { existing } from '../contract/integrations.ts'
import { seedTime } from '../../seed/load.ts'
import type { IntegrationRules } from '../../profile.ts'
import { filled, type IntegrationRecord } from '../../store/records.ts'
import { now, type Setting } from '../../setting.ts'
import { requireCastable, requireObjectId } from './object-id.ts'
import { consequences, promoted } from './primary.ts'
import { swapWord } from './vendor.ts'

const builtIn = new Set(['svc-email', 'svc-sms'])

export const novuIntegrations: IntegrationRules = {
  lists: (row) => !row.deleted,
  listed: shown,
  shown: (row) => Object.assign(shown(row), { id: row._id }),
  stored: (row, world) => ({
    ...row,
    conditions: (row.conditions ?? []).map((condition) => identified(condition, world)),
    priority: row.priority ?? (row.primary ? 1 : 0),
    createdAt: row.createdAt ?? now(world),
    updatedAt: now(world),
  }),
  kept: () => ({}),
  home: ({ _environmentId }, caller) => _environmentId ?? caller._id,
  checkNew: ({ providerId, conditions }) => {
    requireLists(conditions)
    // They need credentials of the host, and this one has none.
    if (builtIn.has(providerId)) {
      throw badRequest(`Creating Novu integration for ${swapWord(providerId)} provider is not allowed`)
    }
  },
  check: ({ store }, { channel, providerId }) => {
    const answer = channel === 'email' ? store.providers.get(providerId) : undefined
    if (answer?.outcome === 'refuse') throw badRequest(answer.text)
  },
  displayName: (providerId) => `${providerId.charAt(0).toUpperCase()}${providerId.slice(1)}`,
  toUpdate: (world, id) => {
    requireCastable(id)
    return existing(world, id)
  },
  toPromote: (world, id) => {
    requireObjectId('SetIntegrationAsPrimaryCommand', 'integrationId', id)
    return existing(world, id, `Integration with id ${id} not found`)
  },
  accepted: (body, before) => {
    const { name, identifier, _environmentId, active, credentials, configurations, conditions } = body
    requireLists(conditions)
    return {
      ...(name && { name }),
      ...(identifier && identifier !== before.identifier && { identifier }),
      ...(_environmentId && { _environmentId }),
      ...filled({ active, credentials, configurations, conditions }),
    }
  },
  checkMove: () => undefined,
  sharesNames: () => true,
  consequences,
  promoted,
}

function shown(row: IntegrationRecord): IntegrationRecord {
  const { configurations = {}, ...rest } = row
  const { priority = row.primary ? 1 : 0, createdAt = seedTime, updatedAt = createdAt } = row
  return Object.assign(
    { ...rest, priority, createdAt, updatedAt },
    Object.keys(configurations).length > 0 && { configurations },
    { __v: 0 },
  )
}

type Condition = NonNullable<IntegrationRecord['conditions']>[number]

/** Each write gives all parts of the conditions new ids. */
function identified(condition: Condition, { ids }: Setting): Condition {
  const withIds = <Part extends object>(part: Part): Part => {
    const id = ids.next('condition')
    return Object.assign({}, part, { _id: id, id })
  }
  return withIds({ ...condition, children: condition.children.map(withIds) })
}

function requireLists(conditions: readonly Condition[] | undefined): void {
  for (const { children } of conditions ?? []) {
    if (!Array.isArray(children)) throw badRequest('Cast to Array failed for path "children"')
  }
}
