// Conditions as people say them: `subscriber.locale IN "de,fr"`.
import type { Detail, Difference } from '../../core/compare.ts'
import { entries } from '../../core/detail.ts'
import { isList, isMap, textOf, type Value } from '../../core/value.ts'

/** Gives the differences of conditions a readable form; others are left as they are. */
export function withReadableConditions(differences: readonly Difference[]): Difference[] {
  return differences.map((difference) =>
    difference.path[0] === 'conditions' ? { ...difference, display: details(difference) } : difference,
  )
}

function details({ before, after }: Difference): Detail[] {
  return entries('conditions', isList(before) ? before : [], isList(after) ? after : []).map((detail) => ({
    ...detail,
    ...(detail.before !== undefined && { before: sentence(detail.before) }),
    ...(detail.after !== undefined && { after: sentence(detail.after) }),
  }))
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
