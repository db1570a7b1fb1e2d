// Integrations as deployed services have them.
import { badRequest } from '../../http/refusals.ts'
import { existingIntegration } from '../contract/resources.ts'
import { seedTime } from '../../seed/add-items.ts'
import type { IntegrationRules } from '../../profile.ts'
import type { IntegrationRecord } from '../../store/records.ts'
import { now, type Setting } from '../../setting.ts'
import { requireCastable, requireObjectId } from '../../operations/request-values.ts'
import { swapWord } from './wire.ts'
import { hasPrimary } from '../../operations/schema-facts.ts'

const builtIn = new Set(['svc-email', 'svc-sms'])

/**
 * An integration becomes primary if it is created active, and the active one with the highest priority isn't primary. One that is
 * switched off, or is given conditions, stops being primary, and no other one replaces it.
 */
const consequences: IntegrationRules['consequences'] = (after, before, siblings) => {
  if (!hasPrimary(after.channel)) return [after]
  const best = highest(siblings.filter((row) => row.active && row.channel === after.channel))
  const isSwitchedOn = after.active && before?.active !== true
  if (before?.active === true && !after.active) return [{ ...after, primary: false, priority: 0 }]
  const primary =
    before === undefined
      ? after.active && best?.primary !== true
      : before.primary && !isGivenConditions(after, before)
  if (!isSwitchedOn) return [{ ...after, primary }]
  if (best?.primary !== true) return [{ ...after, primary, priority: (best?.priority ?? 0) + 1 }]
  const { priority = 1 } = best
  return [
    { ...after, primary, priority },
    { ...best, priority: priority + 1 },
  ]
}

/** One that is primary already stays as it is, even if others are primary too. */
const promoted: IntegrationRules['promoted'] = (row, siblings) => {
  if (row.primary) return undefined
  const best = highest(siblings.filter(({ channel }) => channel === row.channel))
  const priority = (best === undefined ? 0 : priorityOf(best)) + 1
  return { ...row, primary: true, active: true, conditions: [], priority }
}

function isGivenConditions(after: IntegrationRecord, before: IntegrationRecord): boolean {
  return after.conditions !== before.conditions && (after.conditions ?? []).length > 0
}

function highest(rows: readonly IntegrationRecord[]): IntegrationRecord | undefined {
  return rows.reduce<IntegrationRecord | undefined>(
    (best, row) => (best === undefined || priorityOf(row) > priorityOf(best) ? row : best),
    undefined,
  )
}

function priorityOf({ priority, primary }: IntegrationRecord): number {
  return priority ?? Number(primary)
}

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
  hasRules: false,
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
    return existingIntegration(world, id)
  },
  toPromote: (world, id) => {
    requireObjectId('SetIntegrationAsPrimaryCommand', 'integrationId', id)
    return existingIntegration(world, id, `Integration with id ${id} not found`)
  },
  accepted: (body, before) => {
    const { name, identifier, _environmentId, ...others } = body
    requireLists(others.conditions)
    return {
      ...(name && { name }),
      ...(identifier && identifier !== before.identifier && { identifier }),
      ...(_environmentId && { _environmentId }),
      ...others,
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
