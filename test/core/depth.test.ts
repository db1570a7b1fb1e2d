import { expect, test } from 'vitest'
import { isTooDeep, maxDepth } from '../../src/core/json.ts'

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)

test('what is nested as deep as allowed is not too deep', () => {
  expect(isTooDeep(nested(maxDepth))).toBe(false)
  expect(isTooDeep({ a: [1, 'text', null, { b: nested(10) }] })).toBe(false)
  expect(isTooDeep('text')).toBe(false)
})

test('one level more is, wherever it is', () => {
  expect(isTooDeep(nested(maxDepth + 1))).toBe(true)
  expect(isTooDeep([1, { a: nested(100_000) }, 2])).toBe(true)
})
