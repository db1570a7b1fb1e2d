// Whether the service picks an integration by itself: by rules (JSONLogic) or, in older releases, by conditions.
import { isList, isMap, textOf, Unreadable, type Value, type ValueMap } from '../../core/value.ts'

/** Whether it has conditions or rules, and so can't stay primary. */
export function isRouted(fields: ValueMap): boolean {
  return hasConditions(fields) || hasRules(fields)
}

export function hasConditions({ conditions }: ValueMap): boolean {
  return isList(conditions) && conditions.length > 0
}

export function hasRules({ rules }: ValueMap): boolean {
  return ruleOf(rules) !== null
}

/** Null if there is no rule: an empty map or list is none, as a database may show a field that was never set. */
export function ruleOf(rules: Value | undefined): Value {
  if (rules === undefined || rules === null || rules instanceof Unreadable) return null
  if (isList(rules)) return rules.length === 0 ? null : rules
  return isMap(rules) && Object.keys(rules).length === 0 ? null : rules
}

/** The in-app integration is known by its channel: each environment is born with exactly one. */
export function nameOf(resource: { readonly channel?: unknown; readonly identifier?: unknown }): string {
  return resource.channel === 'in_app' ? 'in_app' : textOf(resource.identifier as Value | undefined)
}
