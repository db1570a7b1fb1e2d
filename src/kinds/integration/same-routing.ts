// Whether declared conditions and rules in the service choose the same subscribers. Only the forms of this table count as
// equal: conditions compare strings, JSONLogic compares types, so numbers, booleans, order and letter case are left out.
import { isList, isMap, type Value } from '../../core/value.ts'
import { operationIn, pathIn, type Operation } from './rule-text.ts'

type Operator = 'equal' | 'in'

/** Of conditions, and whether the operator negates. */
const conditionOperators: Readonly<Record<string, readonly [Operator, boolean]>> = {
  EQUAL: ['equal', false],
  NOT_EQUAL: ['equal', true],
  IN: ['in', false],
  NOT_IN: ['in', true],
}

const ruleOperators: typeof conditionOperators = {
  '==': ['equal', false],
  '===': ['equal', false],
  '!=': ['equal', true],
  '!==': ['equal', true],
  in: ['in', false],
}

/** Attributes of a subscriber that are strings in every release. */
const textFields = new Set([
  'subscriberId', 'firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone',
]) // prettier-ignore

interface Test {
  readonly key: string
  readonly isNegated: boolean
}

interface Tests {
  readonly isNegated: boolean
  readonly joined: 'and' | 'or'
  readonly tests: readonly Test[]
}

/** Conditions on the payload are never equal to rules, which don't see it. */
export function isSameRouting(conditions: Value | undefined, rules: Value | undefined): boolean {
  const declared = testsOfConditions(conditions)
  const shown = testsOfRule(rules)
  return declared !== undefined && shown !== undefined && keyOf(declared) === keyOf(shown)
}

function testsOfConditions(conditions: Value | undefined): Tests | undefined {
  const [group, ...others] = isList(conditions) ? conditions : []
  if (!isMap(group) || others.length > 0 || group['type'] !== 'GROUP') return undefined
  const { isNegated, value, children } = group
  if (typeof isNegated !== 'boolean' || (value !== 'AND' && value !== 'OR') || !isList(children))
    return undefined
  return joined(children.map(testOfCondition), value === 'OR' ? 'or' : 'and', isNegated)
}

function testOfCondition(child: Value): Test | undefined {
  if (!isMap(child) || child['on'] !== 'subscriber') return undefined
  const { field, operator, value } = child
  if (typeof field !== 'string' || typeof operator !== 'string' || typeof value !== 'string') return undefined
  const found = ownOf(conditionOperators, operator)
  const values = found?.[0] === 'in' ? value.split(',').map((text) => text.trim()) : [value]
  return testOf(found, field, values)
}

function testsOfRule(rule: Value | undefined): Tests | undefined {
  const operation = operationIn(rule)
  if (operation === undefined) return undefined
  const { name, operands } = operation
  if (name === 'and' || name === 'or') return joined(operands.map(testOfRule), name, false)
  const negated = negatedBy(operation)
  if (negated === undefined) return joined([testOfRule(rule)], 'and', false)
  const tests = testsOfRule(negated)
  return tests && { ...tests, isNegated: !tests.isNegated }
}

function testOfRule(rule: Value | undefined): Test | undefined {
  const operation = operationIn(rule)
  if (operation === undefined) return undefined
  const negated = negatedBy(operation)
  if (negated !== undefined) {
    const test = testOfRule(negated)
    return test && { ...test, isNegated: !test.isNegated }
  }
  const [variable, wanted, ...others] = operation.operands
  const path = others.length > 0 || variable === undefined ? undefined : pathIn(variable)
  if (path?.startsWith('subscriber.') !== true) return undefined
  const found = ownOf(ruleOperators, operation.name)
  const values = found?.[0] === 'in' ? wanted : [wanted ?? null]
  return isList(values) ? testOf(found, path.slice('subscriber.'.length), values) : undefined
}

function negatedBy({ name, operands }: Operation): Value | undefined {
  return name === '!' && operands.length === 1 ? operands[0] : undefined
}

function testOf(
  operator: readonly [Operator, boolean] | undefined,
  field: string,
  values: readonly Value[],
): Test | undefined {
  if (operator === undefined || values.length === 0) return undefined
  const [name, isNegated] = operator
  const texts = values.flatMap((value) =>
    typeof value === 'string' && isComparable(field, value) ? [value] : [],
  )
  if (texts.length < values.length) return undefined
  return { key: JSON.stringify([name, field, [...new Set(texts)].sort()]), isNegated }
}

/** Data may have other types, so only a string that can't be read as another type is the same for both. */
function isComparable(field: string, value: string): boolean {
  if (value === '' || value.trim() !== value || value.includes(',')) return false
  if (textFields.has(field)) return true
  const isWord = Number.isNaN(Number(value)) && !/^(?:true|false|null|undefined|[[{].*)$/is.test(value)
  return isWord && /^data(?:\.[\w-]+)+$/.test(field)
}

function joined(
  tests: readonly (Test | undefined)[],
  combined: 'and' | 'or',
  isNegated: boolean,
): Tests | undefined {
  const known = tests.filter((test) => test !== undefined)
  const [only, ...others] = known
  if (only === undefined || known.length < tests.length) return undefined
  // With a single test, it makes no difference which of the two is negated.
  return others.length > 0
    ? { isNegated, joined: combined, tests: known }
    : {
        isNegated: isNegated !== only.isNegated,
        joined: 'and',
        tests: [{ key: only.key, isNegated: false }],
      }
}

function keyOf({ isNegated, joined: combined, tests }: Tests): string {
  const all = tests.map((test) => `${test.isNegated ? '!' : ''}${test.key}`).sort()
  return JSON.stringify([isNegated, combined, all])
}

function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
