// Rules of integrations, which come before conditions in releases since September 2026.
import { hold, type Facts } from '../../operations/conditions.ts'
import { hasPrimary } from '../../operations/schema-facts.ts'
import type { IntegrationRules } from '../../profile.ts'
import type { IntegrationRecord } from '../../store/records.ts'
import { select, type Selection } from '../../worker/select-integrations.ts'
import { novuIntegrations } from './integrations.ts'
import { LogicEngine } from 'json-logic-engine'

/** Rules clear conditions and remove the primary flag, but a first active integration is created primary all the same. */
const consequences: IntegrationRules['consequences'] = (after, before, siblings) => {
  if (after.rules === before?.rules || !hasRules(after))
    return novuIntegrations.consequences(after, before, siblings)
  const [written = after, ...others] = novuIntegrations.consequences(
    { ...after, conditions: [] },
    before,
    siblings,
  )
  return [before === undefined ? written : { ...written, primary: false }, ...others]
}

export const withRules = {
  hasRules: true,
  consequences,
  promoted: (row, siblings) => {
    const promoted = novuIntegrations.promoted(row, siblings)
    return promoted && { ...promoted, ...(row.rules !== undefined && { rules: null }) }
  },
} satisfies Partial<IntegrationRules>

/**
 * Email and sms: the first one by priority whose rules or conditions hold; if there is none, the primary, whatever its own are.
 * Other channels: all that are active, unless their rules or conditions don't hold.
 */
export function selectByRules(
  channel: string,
  integrations: readonly IntegrationRecord[],
  facts: Facts,
): Selection {
  const isChosen = (row: IntegrationRecord): boolean => row.active && isRouted(row) && holds(row, facts)
  if (hasPrimary(channel)) {
    const [chosen] = integrations.filter(isChosen).toReversed().toSorted(byPriority)
    return chosen === undefined
      ? select(channel, integrations.map(withoutRouting), facts)
      : { chosen: [chosen] }
  }
  const sending = integrations.map((row) =>
    isRouted(row) && !holds(row, facts) ? { ...row, active: false } : withoutRouting(row),
  )
  return select(channel, sending, facts)
}

/** With equal priority, the newer one comes first. */
function byPriority(a: IntegrationRecord, b: IntegrationRecord): number {
  const [left = '', right = ''] = [a.createdAt, b.createdAt]
  return (b.priority ?? 0) - (a.priority ?? 0) || Number(left < right) - Number(left > right)
}

function withoutRouting(row: IntegrationRecord): IntegrationRecord {
  return { ...row, conditions: [] }
}

/** Conditions count only if there are no rules; rules don't see the payload. */
function holds(row: IntegrationRecord, facts: Facts): boolean {
  if (!hasRules(row)) return hold(row.conditions ?? [], facts)
  const { payload: _payload, ...known } = facts
  return ruleHolds(row.rules, known)
}

function isRouted(row: IntegrationRecord): boolean {
  return hasRules(row) || (row.conditions ?? []).length > 0
}

function hasRules({ rules }: IntegrationRecord): boolean {
  if (rules === undefined || rules === null) return false
  return typeof rules !== 'object' || Object.keys(rules).length > 0
}

/** Deeper rules don't hold. */
const maxDepth = 100

function createEngine(): LogicEngine {
  const engine = new LogicEngine(undefined, {
    disableInline: true,
    disableInterpretedOptimization: true,
    maxDepth,
  })
  // The library's own operators fail if the types differ.
  engine.addMethod('==', ([left, right]: readonly unknown[]) => isLooselyEqual(left, right))
  engine.addMethod('!=', ([left, right]: readonly unknown[]) => !isLooselyEqual(left, right))
  return engine
}

const engine = createEngine()

/** Whether a rule holds; one that can't be evaluated, such as one with an unknown operator, doesn't. */
export function ruleHolds(rule: unknown, facts: object): boolean {
  try {
    return Boolean(engine.truthy(engine.run(rule, facts)))
  } catch {
    return false
  }
}

/** Like JavaScript's `==`, on which JSONLogic is based, except that a list or a map equals no scalar. */
function isLooselyEqual(left: unknown, right: unknown): boolean {
  const [a, b] = [left ?? null, right ?? null]
  if (a === null || b === null || typeof a === typeof b) return a === b
  return typeof a !== 'object' && typeof b !== 'object' && Number(a) === Number(b)
}
