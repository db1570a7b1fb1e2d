// How the service chooses an integration of a channel: by rules (JSONLogic) or, in older releases, by conditions; otherwise it
// uses the primary integration, of several primary ones the newest. And whether a channel is failed over.
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import { isList, isMap, textOf, Unreadable, type Value, valueAt, type ValueMap } from '../../core/value.ts'
import { listText } from '../../core/words.ts'
import { quoted } from '../../core/shell.ts'
import { failoverCommand } from '../../core/target.ts'
import { indexed } from '../../core/lists.ts'
import { type Live, declaredIn, type Desired, liveIn, type Observed } from '../resource.ts'
import type { FailedOver } from '../kind.ts'
import { operationIn } from './rule-text.ts'

export function isRouted(fields: ValueMap): boolean {
  return hasConditions(fields) || hasRules(fields)
}

export function hasConditions({ conditions }: ValueMap): boolean {
  return isList(conditions) && conditions.length > 0
}

/** Sources of conditions that the service doesn't compare. */
export function idleSources(fields: ValueMap, { compares }: Pick<Live, 'compares'>): readonly string[] {
  return compares === undefined ? [] : sourcesOf(fields).filter((source) => source !== compares)
}

/** Whether it has only conditions that the service doesn't compare. */
export function isIdle({ fields, compares }: Pick<Live, 'fields' | 'compares'>): boolean {
  const idle = idleSources(fields, { compares })
  return idle.length > 0 && idle.length === sourcesOf(fields).length && !hasRules(fields)
}

function sourcesOf({ conditions }: ValueMap): readonly string[] {
  const groups = isList(conditions) ? conditions : []
  const children = groups.flatMap((group) => valueAt(group, ['children']) ?? []).flat()
  return [...new Set(children.map((child) => textOf(valueAt(child, ['on']))))]
}

/** The same in a plan and in an audit. */
export function idleConditions(name: string, sources: readonly string[]) {
  return {
    rule: 'idle-conditions',
    message: `conditions on ${listText(sources)} have no effect on this release, which compares only the tenant of a trigger: integration ${name}`,
    hint: 'Use conditions with on: tenant, or select the integration in the trigger: overrides: { CHANNEL: { integrationIdentifier: NAME } }. Releases since September 2026 have rules, which compare subscribers.',
  } as const
}

export function hasRules({ rules }: ValueMap): boolean {
  return ruleOf(rules) !== null
}

/**
 * Null if there is no rule; an empty map or list counts as no rule, because a database may show it for a field that was never
 * set.
 */
export function ruleOf(rules: Value | undefined): Value {
  if (rules === undefined || rules === null || rules instanceof Unreadable) return null
  if (isList(rules)) return rules.length === 0 ? null : rules
  return isMap(rules) && Object.keys(rules).length === 0 ? null : rules
}

/** The in-app integration is identified by its channel: each environment is created with exactly one. */
export function nameOf(resource: { readonly channel?: unknown; readonly identifier?: unknown }): string {
  return resource.channel === 'in_app' ? 'in_app' : textOf(resource.identifier as Value | undefined)
}

/** Whether its conditions or rules match every notification, or none: undefined if that depends on the notification. */
export function matchesAlways({ fields, compares }: Pick<Live, 'fields' | 'compares'>): boolean | undefined {
  const { rules = null, channel } = fields
  const isLast = isPrimary(fields) || !channelsWithPrimary.has(textOf(channel))
  if (compares === 'tenant' && hasConditions(fields))
    return isLast || (isIdle({ fields, compares }) ? false : undefined)
  // Services that have rules use the primary for everything that no other integration takes, whatever its own rules are.
  return hasRules(fields) ? isPrimary(fields) || constantOf(rules) : undefined
}

/**
 * What a rule gives for every notification, such as true for `{"==": [1, 1]}`; undefined if that depends on the
 * notification.
 */
function constantOf(rule: Value): boolean | undefined {
  const operation = operationIn(rule)
  if (operation === undefined) return isMap(rule) ? undefined : isList(rule) ? rule.length > 0 : Boolean(rule)
  const { name, operands } = operation
  const [first = null, second = null] = operands
  // The service converts values of different types, and variables are maps.
  const isSame = typeof first === 'object' || typeof first !== typeof second ? undefined : first === second
  if (name === 'and' || name === 'or') {
    const found = new Set(operands.map(constantOf))
    const decisive = name === 'or'
    if (found.has(decisive)) return decisive
    return found.has(undefined) ? undefined : !decisive
  }
  if (name === '!') return negated(constantOf(first))
  if (name === '!!') return constantOf(first)
  if (name === 'in') return isList(second) && second.length === 0 ? false : undefined
  if (name === '==' || name === '===') return isSame
  return name === '!=' || name === '!==' ? negated(isSame) : undefined
}

function negated(constant: boolean | undefined): boolean | undefined {
  return constant === undefined ? undefined : !constant
}

/** Instead of `true` in the field `primary`: another active integration of the channel is primary too. */
export const oneOfSeveral = 'one of several'

/** Instead of `true` in the field `primary`: others of the channel are primary too, and none of them is active. */
const onlyActiveOfSeveral = 'one of several, and the only active one'

/** Whether the service shows it as primary, alone or not. */
export function isPrimary({ primary }: ValueMap): boolean {
  return primary === true || primary === oneOfSeveral || primary === onlyActiveOfSeveral
}

export function channelOf({ fields }: Pick<Live, 'fields'>): string {
  return textOf(fields['channel'])
}

export function isActive({ fields }: Pick<Live, 'fields'>): boolean {
  return fields['active'] === true
}

export const liveNamed = indexed<Live>(({ name }) => name)
export const primariesOf = indexed<Live>(channelOf, ({ fields }) => isPrimary(fields))
export const activePrimariesOf = indexed<Live>(channelOf, (live) => isPrimary(live.fields) && isActive(live))
export const declaredPrimariesOf = indexed<Desired>(
  channelOf,
  ({ kind, fields }) => kind === 'integration' && fields['primary'] === true,
)
const declaredStandbysOf = indexed<Desired>(channelOf, ({ declared }) => declared['standby'] !== undefined)

/** Marks each primary that isn't the only one of its channel, so that it doesn't count as promoted. */
export function withSharedPrimaries(all: readonly Live[]): Live[] {
  return all.map((live) => {
    const channel = channelOf(live)
    const isShared = isPrimary(live.fields) && primariesOf(channel, all).length > 1
    if (!isShared || !channelsWithPrimary.has(channel)) return live
    const isOther = (other: Live): boolean => other !== live
    const primary = activePrimariesOf(channel, all).some(isOther) ? oneOfSeveral : onlyActiveOfSeveral
    return { ...live, fields: { ...live.fields, primary } }
  })
}

export function standbysOf(channel: string, declared: readonly Desired[]): readonly Desired[] {
  return declaredStandbysOf(channel, declared).toSorted(
    (left, right) => Number(left.declared['standby']) - Number(right.declared['standby']),
  )
}

/** A failover is undone only on purpose: until then, the standby stays active, and the declared primary is not promoted. */
export function failedOver({ desired }: Observed, all: readonly Observed[]): FailedOver | undefined {
  if (desired === undefined) return undefined
  const channel = channelOf(desired)
  const inService = ({ name }: Desired): readonly Live[] =>
    liveNamed(name, liveIn(all)).filter(({ fields }) => isPrimary(fields))
  const [primary] = declaredPrimariesOf(channel, declaredIn(all))
  if (primary === undefined || inService(primary).length > 0) return undefined
  const standbys = standbysOf(channel, declaredIn(all)).flatMap(inService)
  const standby = standbys.find(isActive) ?? standbys[0]
  if (standby === undefined) return undefined
  const to = standby.name
  // An inactive standby delivers nothing, so a plan may activate it.
  if (to === desired.name) return isActive(standby) ? { field: 'active', channel, to } : undefined
  return desired.fields['primary'] === true
    ? { field: 'primary', channel, to, ...(!isActive(standby) && { inactive: true }) }
    : undefined
}

/** While a channel is failed over, only `belfry failover` changes its primary integration: an apply doesn't. */
export function failoverHint(
  channel: string,
  all: readonly Observed[],
  isProtected: boolean,
): string | undefined {
  const [desired] = declaredPrimariesOf(channel, declaredIn(all))
  const failover = desired && failedOver({ desired }, all)
  if (failover === undefined) return undefined
  const { to, inactive } = failover
  const run = (more: string): string =>
    failoverCommand(`${channel} ${more}`, desired?.target ?? '', isProtected)
  const activate = inactive === true ? `To activate ${to}, run ${run(`--to ${quoted(to)}`)}. ` : ''
  return `${channel} failed over to ${to}. ${activate}To return to the declared primary integration, run ${run('--back')}.`
}
