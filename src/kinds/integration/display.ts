// Conditions and rules as people say them: `subscriber.locale IN "de,fr"`.
import { isEqual, type Detail, type Difference } from '../../core/plan/compare.ts'
import { entries } from '../../core/plan/detail.ts'
import { isList, isMap, someLeaf, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { rawRule, ruleText } from './rule-text.ts'

/** Gives the differences of conditions and rules a readable form; others are left as they are. */
export function withReadableRouting(differences: readonly Difference[]): Difference[] {
  return differences.map((difference) => {
    if (difference.path[0] === 'conditions') return { ...difference, display: conditionDetails(difference) }
    return difference.path[0] === 'rules' ? { ...difference, display: ruleDetails(difference) } : difference
  })
}

/** As JSON if the readable form of both is the same. */
function ruleDetails({ before = null, after }: Difference): Detail[] {
  const path = 'rules'
  if (before === null) return after === null ? [] : [{ sign: '+', path, after: ruleText(after) }]
  if (after === null) return [{ sign: '-', path, before: ruleText(before) }]
  const write = isEqual(ruleText(before), ruleText(after)) ? rawRule : ruleText
  return [{ sign: '~', path, before: write(before), after: write(after) }]
}

function conditionDetails({ before, after }: Difference): Detail[] {
  return entries('conditions', isList(before) ? before : [], isList(after) ? after : []).map((detail) => ({
    ...detail,
    ...(detail.before !== undefined && { before: sentence(detail.before) }),
    ...(detail.after !== undefined && { after: sentence(detail.after) }),
  }))
}

/** Conditions or rules on one line; empty if there are none. */
export function routingText({ conditions = null, rules = null }: ValueMap): string {
  const secret = someLeaf([conditions, rules], (leaf) => leaf instanceof Secret)
  if (secret) return Secret.named('live').toString()
  if (rules !== null) return textOf(ruleText(rules))
  return isList(conditions) ? conditions.map((group) => textOf(sentence(group))).join('; ') : ''
}

/** One condition, or a step's filter, as people say it; what is none stays as it is. */
export function sentence(group: Value): Value {
  if (isList(group)) return group.map(sentence)
  if (!isMap(group) || !isList(group['children'])) return group
  const parts = group['children'].map((child) =>
    isMap(child)
      ? `${textOf(child['on'])}.${textOf(child['field'])} ${textOf(child['operator'])} "${textOf(child['value'])}"`
      : '',
  )
  const joined = parts.length === 0 ? 'always' : parts.join(` ${textOf(group['value'])} `)
  const type = group['type'] === 'GROUP' ? '' : `${textOf(group['type'])} `
  return group['isNegated'] === true ? `${type}NOT (${joined})` : `${type}${joined}`
}
