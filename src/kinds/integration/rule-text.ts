// Conditions and rules (JSONLogic) on one line for people: `subscriber.locale IN "de,fr"`, `subscriber.data.tier = "gold"`.
import { Secret } from '../../core/secrets/secret.ts'
import { isList, isMap, textOf, type Value, someLeaf, type ValueMap } from '../../core/value.ts'
import { isEqual, type Detail, type Difference } from '../../core/plan/compare-fields.ts'
import { listDetails } from '../../core/plan/detail.ts'

/** Two rules may share a line only if they mean the same. What has no short form is compact JSON. */
export function ruleText(rule: Value): Value {
  if (!isMap(rule)) return isList(rule) ? marked(compact(rule)) : rule
  return marked(ruleSentence(rule, 'alone'))
}

function rawRule(rule: Value): Value {
  return isMap(rule) || isList(rule) ? marked(compact(rule)) : rule
}

/** Reports put strings in quotes that begin like a list, a map or a label. */
function marked(text: string): string {
  return /^["[{(]/.test(text) ? `if ${text}` : text
}

function compact(rule: Value): string {
  return JSON.stringify(rule)
}

/** `joined`: beside others of the same `and` or `or`. `negated`: after `not`. */
type Place = 'alone' | 'joined' | 'negated'

function ruleSentence(rule: Value, place: Place): string {
  return shortForm(rule, place) ?? compact(rule)
}

function shortForm(rule: Value, place: Place): string | undefined {
  const found = operationIn(rule)
  if (found === undefined) return undefined
  const { name, operands } = found
  const [first, second, ...others] = operands
  if (first === undefined) return undefined
  if (name === 'and' || name === 'or') {
    if (second === undefined) return undefined
    const text = operands.map((each) => ruleSentence(each, 'joined')).join(` ${name} `)
    return place === 'alone' ? text : `(${text})`
  }
  const within = (text: string | undefined): string | undefined =>
    place === 'negated' && text !== undefined ? `(${text})` : text
  if (name === '!' || name === '!!') return second === undefined ? within(negation(name, first)) : undefined
  if (second === undefined) return undefined
  if (name === 'in') return others.length === 0 ? within(membership(first, second)) : undefined
  return within(comparison(name, operands))
}

/** The negation of a variable: it matches what JSONLogic counts as false, such as null, "", 0 and an empty list. */
function negation(name: '!' | '!!', operand: Value): string | undefined {
  const path = pathIn(operand)
  if (name === '!') return path === undefined ? `not ${ruleSentence(operand, 'negated')}` : `${path} is empty`
  return path === undefined ? undefined : `not ${path} is empty`
}

function membership(entry: Value, whole: Value): string | undefined {
  const path = pathIn(whole)
  const [part, list] = [operandText(entry), operandText(whole)]
  if (part === undefined || list === undefined) return undefined
  if (path !== undefined) return `${path} contains ${part}`
  return isList(whole) ? `${part} in ${list}` : undefined
}

const comparisons = new Set(['==', '===', '!=', '!==', '<', '<=', '>', '>='])

function comparison(name: string, operands: readonly Value[]): string | undefined {
  const sign = name === '==' ? '=' : name
  // `1 < x < 9` is between; the others take two.
  const isRange = operands.length === 3 && (name === '<' || name === '<=')
  if (!comparisons.has(name) || (operands.length !== 2 && !isRange)) return undefined
  const texts = operands.map(operandText)
  return texts.includes(undefined) ? undefined : texts.join(` ${sign} `)
}

function operandText(value: Value): string | undefined {
  if (value instanceof Secret) return textOf(value)
  if (isList(value)) {
    const texts = value.map((entry) => (isList(entry) || isMap(entry) ? undefined : operandText(entry)))
    return texts.includes(undefined) ? undefined : `[${texts.join(', ')}]`
  }
  return isMap(value) ? pathIn(value) : compact(value)
}

const plainPath = /^[a-z]\w*(?:\.[\w-]+)+$/i

/** `subscriber.data.tier` of `{"var": "subscriber.data.tier"}`; undefined for anything else. */
export function pathIn(value: Value): string | undefined {
  const found = operationIn(value)
  const [path, ...others] = found?.name === 'var' ? found.operands : []
  return others.length === 0 && typeof path === 'string' && plainPath.test(path) ? path : undefined
}

export interface Operation {
  readonly name: string
  readonly operands: readonly Value[]
}

/** A map with one key is an operation; a single operand may be written without a list. */
export function operationIn(rule: Value | undefined): Operation | undefined {
  if (!isMap(rule)) return undefined
  const [entry, ...others] = Object.entries(rule)
  if (entry === undefined || others.length > 0) return undefined
  const [name, operands] = entry
  return { name, operands: isList(operands) ? operands : [operands] }
}

/** Gives the differences of conditions and rules a readable form; others are left as they are. */
export function withReadableRouting(differences: readonly Difference[]): Difference[] {
  return differences.map((difference) => {
    if (difference.path[0] === 'conditions') return { ...difference, display: conditionDetails(difference) }
    return difference.path[0] === 'rules' ? { ...difference, display: ruleDetails(difference) } : difference
  })
}

// Both forms of a difference are JSON if their readable form is the same, for example with the values "5" and 5.

function ruleDetails({ before = null, after }: Difference): Detail[] {
  const path = 'rules'
  if (before === null) return after === null ? [] : [{ sign: '+', path, after: ruleText(after) }]
  if (after === null) return [{ sign: '-', path, before: ruleText(before) }]
  const write = isEqual(ruleText(before), ruleText(after)) ? rawRule : ruleText
  return [{ sign: '~', path, before: write(before), after: write(after) }]
}

function conditionDetails({ before, after }: Difference): Detail[] {
  const details = listDetails('conditions', isList(before) ? before : [], isList(after) ? after : [])
  const gone = new Set(details.map((detail) => detail.before && sentence(detail.before)))
  const isSame = details.some(({ after: come }) => come !== undefined && gone.has(sentence(come)))
  const write = isSame ? rawRule : sentence
  return details.map((detail) => ({
    ...detail,
    ...(detail.before !== undefined && { before: write(detail.before) }),
    ...(detail.after !== undefined && { after: write(detail.after) }),
  }))
}

/** Conditions or rules on one line; empty if there are none. */
export function routingText({ conditions = null, rules = null }: ValueMap): string {
  const secret = someLeaf([conditions, rules], (leaf) => leaf instanceof Secret)
  if (secret) return Secret.named('live').toString()
  if (rules !== null) return textOf(ruleText(rules))
  return isList(conditions) ? conditions.map((group) => textOf(sentence(group))).join('; ') : ''
}

/** One condition, or a step's filter, as a sentence; anything else unchanged. */
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
