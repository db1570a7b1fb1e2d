// Which integrations deliver a step, or why none does.
//
// Email and sms have one: the oldest active integration that has conditions of its own and all of them hold, else the
// primary (of several the newest), if it is active and its conditions, if it has any, hold. The other channels use all that are
// active and whose conditions hold.
import type { IntegrationRecord, Finding } from '../store/records.ts'
import { hold, type Facts } from '../operations/conditions.ts'
import { hasPrimary } from '../operations/schema-facts.ts'
import { noIntegration } from './execution-details.ts'

export type Selection = { readonly chosen: readonly IntegrationRecord[] } | { readonly refused: Finding }

/** `integrations` are those of one environment and channel. */
export function select(channel: string, integrations: readonly IntegrationRecord[], facts: Facts): Selection {
  if (integrations.length === 0) {
    return { refused: noIntegration(`this environment has no ${channel} integration`, []) }
  }
  const active = integrations.filter((row) => row.active)
  if (active.length === 0) {
    return { refused: noIntegration(`${listed(integrations)} not active`, integrations) }
  }
  const matching = active.filter((row) => hold(row.conditions ?? [], facts))
  if (hasPrimary(channel)) return selectOne(channel, integrations, matching)
  return matching.length > 0 ? { chosen: matching } : { refused: conditionsFail(active) }
}

function selectOne(
  channel: string,
  integrations: readonly IntegrationRecord[],
  matching: readonly IntegrationRecord[],
): Selection {
  const chosen =
    matching.find((row) => !row.primary && (row.conditions ?? []).length > 0) ??
    newest(matching.filter((row) => row.primary))
  if (chosen !== undefined) return { chosen: [chosen] }
  const primary = integrations.find((row) => row.primary)
  if (primary?.active === false) {
    const why = `${primary.identifier}, the primary for ${channel}, is not active`
    return { refused: noIntegration(why, [primary]) }
  }
  if (primary !== undefined) return { refused: conditionsFail([primary]) }
  if (matching.length > 0) {
    const why = `no ${channel} integration is primary, but ${listed(matching)} active`
    return { refused: noIntegration(why, matching) }
  }
  return { refused: conditionsFail(integrations.filter((row) => row.active)) }
}

/** By `createdAt`; of equal ones, and in profiles that keep no such time, the one that was stored last. */
function newest(rows: readonly IntegrationRecord[]): IntegrationRecord | undefined {
  return rows.reduce<IntegrationRecord | undefined>(
    (latest, row) => ((row.createdAt ?? '') < (latest?.createdAt ?? '') ? latest : row),
    undefined,
  )
}

function conditionsFail(rows: readonly IntegrationRecord[]): Finding {
  return noIntegration(`the conditions of ${names(rows)} do not hold`, rows)
}

const listed = (rows: readonly IntegrationRecord[]): string =>
  `${names(rows)} ${rows.length === 1 ? 'is' : 'are'}`

const names = (rows: readonly IntegrationRecord[]): string =>
  rows.map(({ identifier }) => identifier).join(', ')
