// Conditions in releases before rules: they are compared with the tenant of a trigger only, and other conditions are just stored.
import { hold, type Facts } from '../../operations/conditions.ts'
import { hasPrimary } from '../../operations/vocabulary.ts'
import type { IntegrationRecord } from '../../store/records.ts'
import { select, type Selection } from '../../worker/select.ts'

/** The oldest whose conditions the tenant meets; if there is none, the primary, whatever its own conditions say. */
export function selectByTenant(
  channel: string,
  integrations: readonly IntegrationRecord[],
  { tenant = {} }: Facts,
): Selection {
  const isNamed = Object.keys(tenant).length > 0
  const isChosen = ({ active, conditions = [] }: IntegrationRecord): boolean =>
    active &&
    conditions.some(({ children }) => children.some(({ on }) => on === 'tenant')) &&
    hold(conditions, { tenant })
  const chosen = isNamed && hasPrimary(channel) ? integrations.find(isChosen) : undefined
  return chosen === undefined
    ? select(
        channel,
        integrations.map((row) => ({ ...row, conditions: [] })),
        {},
      )
    : { chosen: [chosen] }
}
