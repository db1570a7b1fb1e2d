// Values as a saved plan's file holds them → the same values again, whatever their keys are called.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintKey } from '../../../src/core/secrets/fingerprint.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { IdOf, mapOf, Sealed, Unreadable, type Value } from '../../../src/core/value.ts'
import type { Json } from '../../../src/core/json.ts'
import { decoded, encoded } from '../../../src/engine/saved/encode.ts'
import { seedOf } from '../../support/seed.ts'

const tags = ['$live', '$map', '$secret', '$unreadable', '$idOf', '$', '$other', 'is', 'plain', '__proto__']

const { tree } = fc.letrec<{ tree: Value }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Value>(null, true, 0, 7.5, '', 'text', '$live'),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...tags), tie('tree')), { maxLength: 3 }).map(mapOf),
  ),
}))

const throughFile = (value: Value): Value => decoded(JSON.parse(JSON.stringify(encoded(value, {}))) as Json)

test('what is no secret comes back as it was', () => {
  const property = fc.property(tree, (value) => {
    expect(throughFile(value)).toEqual(value)
  })
  fc.assert(property, { numRuns: 300, seed: seedOf('encode', 'BELFRY_LAWS_SEED') })
})

test.each(tags)('a map with the key %s is a map', (key) => {
  for (const inside of [null, 'text', { $live: null }, ['integration', 'x'], { [key]: 'deep' }] as Value[])
    expect(throughFile({ around: { [key]: inside } })).toEqual({ around: { [key]: inside } })
})

const seal = { key: fingerprintKey(Secret.of('0123456789abcdef', 'env:KEY')), context: 'change' }

test('what may not stand in the file comes back as what is known of it', () => {
  expect(throughFile(new IdOf('integration', 'ses'))).toEqual(new IdOf('integration', 'ses'))
  expect(throughFile(new Unreadable(true))).toEqual(new Unreadable(true))
  expect(throughFile(new Unreadable(false))).toEqual(new Unreadable(false))
  const named = throughFile(Secret.of('hidden-value', 'env:KEY')) as Secret
  expect([named.origin, named.isResolved]).toEqual(['env:KEY', false])
})

test.each<[string, Value]>([
  ['a secret', Secret.of('canary', 'env:KEY')],
  ['a secret under a key that looks like a tag', { $live: Secret.of('canary', 'env:KEY') }],
])('%s leaves a fingerprint and no value', (_, value) => {
  const text = JSON.stringify(encoded(value, { seal }))
  expect(text).not.toContain('canary')
  expect(text).toMatch(/"is":"[^"]+"/)
})

test.each<[string, Value]>([
  ['a text', 'canary'],
  ['a number', 4_242_424_242],
  ['one in a list', ['canary']],
  ['one in a map', { deep: { $map: 'canary' } }],
])('of a person %s leaves a fingerprint and no value', (_, value) => {
  for (const how of [{ seal, isPersonal: true as const }, { isPersonal: true as const }]) {
    const text = JSON.stringify(encoded(value, how))
    expect(text).not.toMatch(/canary|4242424242/)
    expect(text).toContain('"$live"')
  }
})

test('one value has one fingerprint at its place, and another at another place', () => {
  const at = (...path: string[]): string => JSON.stringify(encoded('x', { seal, isPersonal: true }, path))
  expect(at('a')).toBe(at('a'))
  expect(at('a')).not.toBe(at('b'))
})

test('a value that was read from a plan is not written again', () => {
  expect(() => encoded(new Sealed('(secret live)'), {})).toThrow('bug')
})

test.each<[string, Json]>([
  ['an unknown tag', { $what: 1 }],
  ['a map tag that holds a list', { $map: [] }],
  ['a map tag that holds nothing', { $map: null }],
  ['a secret without an origin', { $secret: 7 }],
  ['an id that is no list', { $idOf: 'integration ses' }],
  ['an id without a kind', { $idOf: [7, 'ses'] }],
  ['an id without a name', { $idOf: ['integration'] }],
])('%s is refused', (_, json) => {
  expect(() => decoded(json)).toThrow('is not valid')
})
