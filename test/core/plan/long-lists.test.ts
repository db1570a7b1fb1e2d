// Lists are compared by their entries, with work that grows with their length and not with its square.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entriesLeft } from '../../../src/core/plan/compare-fields.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Value } from '../../../src/core/value.ts'
import { growthOf, linear } from '../../support/steps/steps.ts'

test.each<[string, readonly Value[], readonly Value[], readonly Value[]]>([
  ['each takes one away', ['a', 'a', 'b'], ['a'], ['a', 'b']],
  ['a number is no text', [1, '1'], ['1'], [1]],
  ['maps in any order, null as absent', [{ a: 1, b: null, c: [2] }], [{ c: [2], a: 1 }], []],
  ['another key', [{ a: 1 }], [{ b: 1 }], [{ a: 1 }]],
  ['a nested list', [['a', 'b']], [['a'], 'b'], [['a', 'b']]],
  ['texts that look like lists', ['a","b'], ['a', 'b'], ['a","b']],
  [
    'a key of a prototype',
    [JSON.parse('{"__proto__":1}') as Value],
    [{}],
    [JSON.parse('{"__proto__":1}') as Value],
  ],
])('%s', (_, list, other, left) => {
  expect(entriesLeft(list, other)).toEqual(left)
})

test('a secret is the text that it holds', () => {
  expect(entriesLeft(['x', Secret.of('y', 'live')], [Secret.of('x', 'env:X'), 'y'])).toEqual([])
})

test('long lists without a common entry take linear work', async () => {
  const growth = await growthOf(join(import.meta.dirname, 'lists-work.ts'), 250)
  expect(growth['listsWithoutACommonEntry']).toBeLessThan(linear)
})
