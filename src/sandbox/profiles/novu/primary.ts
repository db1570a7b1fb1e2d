// Who becomes primary, or stops being it, by a write that says nothing of it.
import { hasPrimary } from '../../operations/vocabulary.ts'
import type { IntegrationRules } from '../../profile.ts'
import type { IntegrationRecord } from '../../store/records.ts'

/**
 * A first active integration becomes primary by its creation only. One that is switched off, or is given conditions,
 * stops being primary, and nobody takes its place.
 */
export const consequences: IntegrationRules['consequences'] = (after, before, siblings) => {
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

/** One that is primary already stays as it is, also where others are primary too. */
export const promoted: IntegrationRules['promoted'] = (row, siblings) => {
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
