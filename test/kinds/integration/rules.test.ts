// Rules of integrations as people read them, and which declared conditions are the same as rules in the service.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Value } from '../../../src/core/value.ts'
import { ruleText, sentence, withReadableRouting } from '../../../src/kinds/integration/rule-text.ts'
import { ruleOf } from '../../../src/kinds/integration/routing.ts'
import { isSameRouting } from '../../../src/kinds/integration/same-routing.ts'
import { hold } from '../../../src/sandbox/operations/conditions.ts'
import { ruleHolds } from '../../../src/sandbox/profiles/novu/integration-rules.ts'

const variable = (path: string): Value => ({ var: path })
const tier = variable('subscriber.data.tier')
const locale = variable('subscriber.locale')
const isGold: Value = { '==': [tier, 'gold'] }
const isGerman: Value = { '==': [locale, 'de'] }

describe('a rule is read as', () => {
  test.each<[Value, Value]>([
    [isGold, 'subscriber.data.tier = "gold"'],
    [{ '===': [tier, 'gold'] }, 'subscriber.data.tier === "gold"'],
    [{ '!=': [tier, null] }, 'subscriber.data.tier != null'],
    [{ '!==': [tier, 5] }, 'subscriber.data.tier !== 5'],
    [{ '<=': [1, variable('subscriber.data.level'), 9.5] }, '1 <= subscriber.data.level <= 9.5'],
    [{ in: [locale, ['de', 'fr']] }, 'subscriber.locale in ["de", "fr"]'],
    [{ in: ['vip', variable('subscriber.data.tags')] }, 'subscriber.data.tags contains "vip"'],
    [{ '!': variable('subscriber.email') }, 'subscriber.email is empty'],
    [{ '!!': [variable('subscriber.email')] }, 'not subscriber.email is empty'],
    [
      { and: [isGold, { '!': { '!': variable('subscriber.email') } }] },
      'subscriber.data.tier = "gold" and not (subscriber.email is empty)',
    ],
    [
      { and: [isGold, { '!!': variable('subscriber.email') }] },
      'subscriber.data.tier = "gold" and not subscriber.email is empty',
    ],
    [{ '!': isGold }, 'not (subscriber.data.tier = "gold")'],
    [{ '!': { or: [isGold, isGerman] } }, 'not (subscriber.data.tier = "gold" or subscriber.locale = "de")'],
    [
      { and: [{ or: [isGold, isGerman] }, isGold] },
      'if (subscriber.data.tier = "gold" or subscriber.locale = "de") and subscriber.data.tier = "gold"',
    ],
    [
      { or: [isGerman, { custom: [tier, { x: 1 }] }] },
      'subscriber.locale = "de" or {"custom":[{"var":"subscriber.data.tier"},{"x":1}]}',
    ],
    [{ '==': [{ var: ['subscriber.x', 1] }, 2] }, 'if {"==":[{"var":["subscriber.x",1]},2]}'],
    [{ '==': [variable('subscriber.a b'), 2] }, 'if {"==":[{"var":"subscriber.a b"},2]}'],
    [{ and: [isGold] }, 'if {"and":[{"==":[{"var":"subscriber.data.tier"},"gold"]}]}'],
    [{ and: [], or: [] }, 'if {"and":[],"or":[]}'],
    [{ '<': [1, 2, 3, 4] }, 'if {"<":[1,2,3,4]}'],
    [{ in: [tier, 'golden'] }, 'if {"in":[{"var":"subscriber.data.tier"},"golden"]}'],
    [{ constructor: [1, 2] }, 'if {"constructor":[1,2]}'],
    [[isGold], 'if [{"==":[{"var":"subscriber.data.tier"},"gold"]}]'],
    [true, true],
    ['text', 'text'],
    [{ '==': [tier, Secret.of('canary', 'env:TIER')] }, 'subscriber.data.tier = (secret env:TIER)'],
    [{ '==': [tier, 'a" and b = "c'] }, 'subscriber.data.tier = "a\\" and b = \\"c"'],
  ])('%j: %j', (rule, text) => {
    expect(ruleText(rule)).toEqual(text)
  })
})

test('two rules share a line only if they mean the same', () => {
  const tests: readonly Value[] = [
    ...['==', '===', '!=', '!=='].map((name): Value => ({ [name]: [tier, 'gold'] })),
    { '==': [locale, null] },
    { in: [locale, ['de', 'fr']] },
    { in: [locale, 'de'] },
    { in: ['de', locale] },
    ...['!', '!!'].flatMap((name): Value[] => [{ [name]: locale }, { [name]: [locale] }]),
    { unknown: [locale] },
  ]
  const pairs = ['and', 'or'].flatMap((name) =>
    tests.flatMap((one) => tests.map((other): Value => ({ [name]: [one, other] }))),
  )
  const rules = [...tests, ...pairs]
  const all: readonly Value[] = [
    ...rules,
    ...rules.flatMap((rule): Value[] => [
      { '!': rule },
      { '!': [rule] },
      { '!!': rule },
      { '!': { '!': rule } },
    ]),
    ...pairs.flatMap((pair): Value[] => [{ and: [pair, isGold] }, { or: [isGold, pair] }]),
  ]
  const subscribers = ['de', 'it', '', null].flatMap((found) =>
    ['gold', 'x'].map((value) => ({ locale: found, data: { tier: value } })),
  )
  const outcomes = new Map<string, Set<string>>()
  for (const rule of all) {
    const key = JSON.stringify(ruleText(rule))
    const outcome = subscribers.map((subscriber) => Number(ruleHolds(rule, { subscriber }))).join('')
    outcomes.set(key, (outcomes.get(key) ?? new Set()).add(outcome))
  }
  expect([...outcomes].filter(([, found]) => found.size > 1)).toEqual([])
  expect(outcomes.size).toBeGreaterThan(1000)
})

test('any list or map has a line', () => {
  const rules = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
  fc.assert(
    fc.property(rules, (rule) => {
      expect(typeof ruleText(rule as Value)).toBe('string')
    }),
  )
})

test.each<[string, unknown, unknown]>([
  ['type', '5', 5],
  ['text', '5', '6'],
])('groups of conditions that differ only in the %s of a value', (_, ...values) => {
  const [before = [], after = []] = values.map((value) => group([{ value: value as string }]))
  const [{ display = [] } = {}] = withReadableRouting([
    { path: ['conditions'], answer: 'different', before, after },
  ])
  expect(new Set(display.map((detail) => detail.before ?? detail.after)).size).toBe(2)
})

test('the type of a group is before a negation', () => {
  expect(sentence(group([{}], { type: 'TEXT', isNegated: true }))).toEqual([
    'TEXT NOT (subscriber.locale EQUAL "de")',
  ])
})

test('an empty rule is none', () => {
  expect([{}, [], null, undefined].map(ruleOf)).toEqual([null, null, null, null])
  expect(ruleOf(false)).toBe(false)
})

interface Condition {
  readonly operator?: string
  readonly field?: string
  readonly value?: string
  readonly on?: string
}

const child = ({ on = 'subscriber', field = 'locale', operator = 'EQUAL', value = 'de' }: Condition) => ({
  on,
  field,
  operator,
  value,
})
const group = (children: readonly Condition[], more: Record<string, Value> = {}): Value[] => [
  { isNegated: false, type: 'GROUP', value: 'AND', children: children.map(child), ...more },
]
const or = { value: 'OR' }
const negated = { isNegated: true }
const inTwo: Value = { in: [locale, ['fr', 'de']] }
const list = { operator: 'IN', value: 'de, fr' }
const gold = { field: 'data.tier', value: 'gold' }

const same: readonly [string, Value, Value][] = [
  ['EQUAL', group([{}]), isGerman],
  ['EQUAL, strictly', group([{}]), { '===': [locale, 'de'] }],
  ['EQUAL of data', group([gold]), isGold],
  [
    'EQUAL of a phone number',
    group([{ field: 'phone', value: '+491' }]),
    { '==': [variable('subscriber.phone'), '+491'] },
  ],
  ['NOT_EQUAL', group([{ operator: 'NOT_EQUAL' }]), { '!=': [locale, 'de'] }],
  ['NOT_EQUAL, strictly', group([{ operator: 'NOT_EQUAL' }]), { '!==': [locale, 'de'] }],
  ['NOT_EQUAL as a negation', group([{ operator: 'NOT_EQUAL' }]), { '!': isGerman }],
  ['NOT_EQUAL of data', group([{ ...gold, operator: 'NOT_EQUAL' }]), { '!=': [tier, 'gold'] }],
  ['IN, in any order', group([list]), inTwo],
  ['IN of data', group([{ ...gold, operator: 'IN' }]), { in: [tier, ['gold']] }],
  ['NOT_IN', group([{ ...list, operator: 'NOT_IN' }]), { '!': [inTwo] }],
  ['a negated group of one', group([{}], negated), { '!': isGerman }],
  ['a negated group of a negation', group([{ operator: 'NOT_EQUAL' }], negated), isGerman],
  ['a group of one in and', group([{}]), { and: [isGerman] }],
  ['a group of one in or', group([{}], or), { or: [isGerman] }],
  ['AND, in any order', group([{}, gold]), { and: [isGold, isGerman] }],
  ['AND with a negation', group([{ operator: 'NOT_EQUAL' }, gold]), { and: [{ '!': isGerman }, isGold] }],
  ['OR', group([{}, gold], or), { or: [isGerman, isGold] }],
  ['a negated AND', group([{}, gold], negated), { '!': { and: [isGerman, isGold] } }],
  ['a negated OR', group([{}, gold], { ...or, ...negated }), { '!': [{ or: [isGerman, isGold] }] }],
]

const others: readonly [string, Value, Value][] = [
  ['another value', group([{ value: 'fr' }]), isGerman],
  ['another field', group([gold]), isGerman],
  ['a negation on one side', group([{}], negated), isGerman],
  ['another way to combine', group([{}, gold], or), { and: [isGerman, isGold] }],
  ['the payload', group([{ on: 'payload' }]), isGerman],
  ['the payload on both sides', group([{ on: 'payload' }]), { '==': [variable('payload.locale'), 'de'] }],
  ['a tenant', group([{ on: 'tenant' }]), { '==': [variable('tenant.locale'), 'de'] }],
  ['a number in a rule', group([{ ...gold, value: '5' }]), { '==': [tier, 5] }],
  ['digits of data', group([{ ...gold, value: '5' }]), { '==': [tier, '5'] }],
  ['a boolean in a rule', group([{ ...gold, value: 'true' }]), { '==': [tier, true] }],
  ['a boolean of data', group([{ ...gold, value: 'true' }]), { '==': [tier, 'true'] }],
  ['an empty string', group([{ value: '' }]), { '==': [locale, ''] }],
  ['null', group([{ value: 'null' }]), { '==': [locale, null] }],
  ['a part of a string', group([{ operator: 'IN', value: 'de' }]), { in: [locale, 'de'] }],
  ['LIKE', group([{ operator: 'LIKE' }]), { in: ['de', locale] }],
  ['LARGER', group([{ ...gold, operator: 'LARGER', value: '5' }]), { '>': [tier, 5] }],
  ['BETWEEN', group([{ ...gold, operator: 'BETWEEN', value: '1,5' }]), { '<=': [1, tier, 5] }],
  ['ALL_IN', group([{ ...list, operator: 'ALL_IN' }]), inTwo],
  ['an unknown operator', group([{ operator: 'constructor' }]), { constructor: [locale, 'de'] }],
  [
    'another field of the service',
    group([{ field: 'topics' }]),
    { '==': [variable('subscriber.topics'), 'de'] },
  ],
  ['a variable with a default', group([{}]), { '==': [{ var: ['subscriber.locale', 'de'] }, 'de'] }],
  ['two levels', group([{}, gold]), { and: [{ and: [isGerman] }, isGold] }],
  ['a group within a group', group([{}, gold]), { and: [{ or: [isGerman, isGold] }, isGold] }],
  ['two groups', [...group([{}]), ...group([gold])], { and: [isGerman, isGold] }],
  ['a type that is no group', group([{}], { type: 'TEXT' }), isGerman],
  ['no children', group([]), true],
  ['one more test', group([{}]), { and: [isGerman, isGold] }],
  ['one more condition, without a counterpart', group([{}, { operator: 'LIKE' }]), isGerman],
  ['a secret', group([{}]), { '==': [locale, Secret.of('de', 'env:LOCALE')] }],
  ['two operations in one map', group([{}]), { '==': [locale, 'de'], or: [] }],
  ['a scalar', group([{}]), true],
  ['no conditions', null, isGerman],
  ['no rules', group([{}]), null],
]

describe('declared conditions are the same as rules:', () => {
  test.each(same)('%s', (_, conditions, rules) => {
    expect(isSameRouting(conditions, rules)).toBe(true)
  })
})

describe('they are not the same:', () => {
  test.each(others)('%s', (_, conditions, rules) => {
    expect(isSameRouting(conditions, rules)).toBe(false)
  })
})

const attributes = ['subscriberId', 'firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone']
const operators: Readonly<Record<string, (variableOf: Value) => Value>> = {
  EQUAL: (path) => ({ '==': [path, 'de'] }),
  NOT_EQUAL: (path) => ({ '!=': [path, 'de'] }),
  IN: (path) => ({ in: [path, ['de', 'fr']] }),
  NOT_IN: (path) => ({ '!': { in: [path, ['de', 'fr']] } }),
}
const product = Object.keys(operators).flatMap((operator) =>
  [...attributes, 'data.tier', 'data.nested.tier'].flatMap((field) =>
    [false, true].map((isNegated) => [operator, field, isNegated] as const),
  ),
)

describe('of the whole table:', () => {
  test.each(product)('%s of %s, negated: %s', (operator, field, isNegated) => {
    const value = operator.endsWith('IN') ? 'de,fr' : 'de'
    const conditions = group([{ operator, field, value }], { isNegated })
    const rule = operators[operator]?.(variable(`subscriber.${field}`)) ?? null
    const [negative, positive] = [{ '!': rule }, { '!': { '!': rule } }]
    expect(isSameRouting(conditions, isNegated ? negative : rule)).toBe(true)
    expect(isSameRouting(conditions, isNegated ? rule : negative)).toBe(false)
    expect(isSameRouting(conditions, isNegated ? { '!': positive } : positive)).toBe(true)
    // Another value, type, field or source.
    for (const [from, to] of [
      ['"de"', '"it"'],
      ['"de"', '5'],
      ['"de"', 'true'],
      ['"de"', 'null'],
      [`subscriber.${field}`, 'subscriber.data.other'],
      [`subscriber.${field}`, `payload.${field}`],
    ] as const) {
      const other = JSON.parse(JSON.stringify(isNegated ? negative : rule).replace(from, to)) as Value
      expect(isSameRouting(conditions, other)).toBe(false)
    }
    const onPayload = group([{ operator, field, value, on: 'payload' }], { isNegated })
    expect(isSameRouting(onPayload, isNegated ? negative : rule)).toBe(false)
  })
})

test('what is the same chooses the same subscribers', () => {
  const scalars = ['de', 'fr', 'gold', '', '0', '+491', 'DE', 'de,fr']
  const data = [...scalars, 0, 1, 5, true, false, null, undefined]
  const subscribers = scalars.flatMap((text) => [
    ...data.map((found) => ({ locale: text, phone: text, data: { tier: found } })),
    { locale: null, phone: null },
    {},
  ])
  for (const [name, conditions, rules] of same)
    for (const subscriber of subscribers)
      expect([name, subscriber, ruleHolds(rules, { subscriber })]).toEqual([
        name,
        subscriber,
        hold(conditions as unknown as Parameters<typeof hold>[0], { subscriber, payload: {} }),
      ])
})
