import { expect, test } from 'vitest'
import { hold } from '../../../src/sandbox/operations/conditions.ts'

const facts = {
  subscriber: {
    locale: 'de',
    email: 'Ann@Acme.example',
    data: { team: 'ops', tags: ['a', 'b'] },
    empty: null,
  },
  payload: { count: 5, urgent: true, day: '2026-02-01', price: '10', blank: '' },
}

interface Part {
  readonly on?: string
  readonly field: string
  readonly operator: string
  readonly value: string
}

const group = (parts: readonly Part[], value = 'AND', isNegated = false) => ({
  isNegated,
  type: 'GROUP',
  value,
  children: parts.map((part) => ({ on: 'subscriber', ...part })),
})

test.each([
  ['locale', 'EQUAL', 'de', true],
  ['locale', 'EQUAL', 'DE', false],
  ['locale', 'NOT_EQUAL', 'en', true],
  ['locale', 'IN', 'en, de', true],
  ['locale', 'IN', 'en', false],
  ['locale', 'NOT_IN', 'en', true],
  ['locale', 'LIKE', 'D', true],
  ['email', 'LIKE', 'acme', true],
  ['email', 'NOT_LIKE', 'acme', false],
  ['data.team', 'EQUAL', 'ops', true],
  ['data.tags', 'ANY_IN', 'b,c', true],
  ['data.tags', 'ALL_IN', 'b,c', false],
  ['data.tags', 'ALL_IN', 'a,b,c', true],
  ['missing', 'EQUAL', '', false],
  ['missing', 'NOT_EQUAL', 'x', true],
  ['missing', 'ALL_IN', 'x', false],
  ['missing', 'SMALLER', '9', false],
  ['empty', 'EQUAL', 'null', false],
  ['constructor.name', 'EQUAL', 'Object', false],
  ['locale', 'RESEMBLES', 'de', false],
  ['locale', 'constructor', 'de', false],
])('subscriber.%s %s %s: %j', (field, operator, value, expected) => {
  expect(hold([group([{ field, operator, value }])], facts)).toBe(expected)
})

test.each([
  ['count', 'LARGER', '10', false],
  ['blank', 'LARGER', '-1', false],
  ['count', 'SMALLER', '10', true],
  ['count', 'LARGER_EQUAL', '5', true],
  ['count', 'SMALLER_EQUAL', '4', false],
  ['count', 'BETWEEN', '5, 6', true],
  ['count', 'NOT_BETWEEN', '6,7', true],
  ['price', 'LARGER', '9', true],
  ['day', 'SMALLER', '2026-10-01', true],
  ['day', 'BETWEEN', '2026-01-01,2026-03-01', true],
  ['urgent', 'EQUAL', 'true', true],
])('payload.%s %s %s: %j', (field, operator, value, expected) => {
  expect(hold([group([{ on: 'payload', field, operator, value }])], facts)).toBe(expected)
})

const yes = { field: 'locale', operator: 'EQUAL', value: 'de' }
const no = { field: 'locale', operator: 'EQUAL', value: 'en' }

test.each([
  ['no conditions', [], true],
  ['an empty group', [group([])], true],
  ['an empty or', [group([], 'OR')], true],
  ['one of two, and', [group([yes, no])], false],
  ['one of two, or', [group([yes, no], 'OR')], true],
  ['none of two, or', [group([no, no], 'OR')], false],
  ['negated', [group([yes], 'AND', true)], false],
  ['negated or', [group([no, no], 'OR', true)], true],
  ['two groups', [group([yes]), group([no])], false],
])('%s', (_, conditions, expected) => {
  expect(hold(conditions, facts)).toBe(expected)
})

// Deployed services accept such a group.
test('a group that does not say whether it is negated is not', () => {
  const { isNegated: _isNegated, ...open } = group([{ field: 'locale', operator: 'EQUAL', value: 'en' }])
  expect(hold([open as never], facts)).toBe(false)
})
