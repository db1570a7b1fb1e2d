// Whether conditions of an integration, or filters of a step, hold for a subscriber and a payload.
import type { FieldFilterPart, StepFilter } from '../../wire/generated.ts'
import { textOf, valueAt } from '../store/records.ts'

/** What conditions can ask about, by the contract's word for it. */
export interface Facts {
  readonly subscriber?: object
  readonly payload?: object
  readonly tenant?: object
  /** Only in rules. */
  readonly context?: object
}

/** Whether all of them hold; true if there are none. A comparison with a source that isn't among the facts doesn't hold. */
export function hold(conditions: readonly StepFilter[], facts: Facts): boolean {
  return conditions.every(({ children, value, isNegated }) => {
    const met = children.filter((part) => partHolds(part, facts)).length
    const isMet = value === 'OR' && children.length > 0 ? met > 0 : met === children.length
    // Deployed services accept a group without `isNegated`.
    return isMet !== ((isNegated as boolean | undefined) ?? false)
  })
}

function partHolds({ on, field, operator, value }: FieldFilterPart, facts: Facts): boolean {
  const source = (facts as Readonly<Record<string, object | undefined>>)[on]
  if (source === undefined) return false
  const found = valueAt(source, field)
  const test = Object.hasOwn(tests, operator) ? tests[operator] : undefined
  return test?.(found, value) ?? false
}

type Test = (found: unknown, value: string) => boolean

const tests: Readonly<Record<string, Test>> = {
  EQUAL: isEqual,
  NOT_EQUAL: (found, value) => !isEqual(found, value),
  LARGER: (found, value) => compare(found, value) > 0,
  SMALLER: (found, value) => compare(found, value) < 0,
  LARGER_EQUAL: (found, value) => compare(found, value) >= 0,
  SMALLER_EQUAL: (found, value) => compare(found, value) <= 0,
  BETWEEN: isBetween,
  NOT_BETWEEN: (found, value) => !isBetween(found, value),
  LIKE: isLike,
  NOT_LIKE: (found, value) => !isLike(found, value),
  IN: isAnyIn,
  ANY_IN: isAnyIn,
  NOT_IN: (found, value) => !isAnyIn(found, value),
  ALL_IN: (found, value) => {
    const wanted = new Set(listOf(value))
    const texts = textsOf(found)
    return texts.length > 0 && texts.every((text) => wanted.has(text))
  },
}

function isEqual(found: unknown, value: string): boolean {
  return found !== undefined && found !== null && textOf(found) === value
}

function isLike(found: unknown, value: string): boolean {
  return textsOf(found).some((text) => text.toLowerCase().includes(value.toLowerCase()))
}

/** `value` is a list with commas. */
function isAnyIn(found: unknown, value: string): boolean {
  const wanted = new Set(listOf(value))
  return textsOf(found).some((text) => wanted.has(text))
}

/** `value` is `from,to`; both belong to it. */
function isBetween(found: unknown, value: string): boolean {
  const [from = '', to = ''] = listOf(value)
  return compare(found, from) >= 0 && compare(found, to) <= 0
}

/** Compares numbers, dates, or else strings; NaN, which is in no order, if there is no value. */
function compare(found: unknown, value: string): number {
  if (found === undefined || found === null || found === '') return Number.NaN
  const text = textOf(found)
  const [a, b] = [Number(text), Number(value)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  const [from, to] = [Date.parse(text), Date.parse(value)]
  if (!Number.isNaN(from) && !Number.isNaN(to)) return from - to
  return text < value ? -1 : Number(text > value)
}

function listOf(value: string): string[] {
  return value.split(',').map((text) => text.trim())
}

function textsOf(found: unknown): string[] {
  if (found === undefined || found === null) return []
  return Array.isArray(found) ? found.map(textOf) : [textOf(found)]
}
