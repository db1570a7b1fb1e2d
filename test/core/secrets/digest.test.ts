// Values and the fingerprints that stand for them: what is equal stays equal, at its own place and nowhere else.
import { describe, expect, test } from 'vitest'
import {
  differing,
  digestOf,
  leafFingerprint,
  sealed,
  type Seal,
  fingerprintKey,
} from '../../../src/core/secrets/fingerprint.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { IdOf, Sealed, Unreadable, type Value } from '../../../src/core/value.ts'

const seal: Seal = {
  key: fingerprintKey(Secret.of('0123456789abcdef', 'env:KEY')),
  context: 'integration/ses',
}
const other: Seal = { ...seal, context: 'integration/other' }

describe('a scalar', () => {
  test('has a fingerprint of its own at each place and in each resource', () => {
    const all = [
      leafFingerprint(seal, ['a'], 'x'),
      leafFingerprint(seal, ['b'], 'x'),
      leafFingerprint(seal, ['a', 'b'], 'x'),
      leafFingerprint(other, ['a'], 'x'),
      leafFingerprint(seal, ['a'], 'y'),
    ]
    expect(new Set(all).size).toBe(all.length)
    expect(leafFingerprint(seal, ['a'], 'x')).toBe(all[0])
  })

  test('is the same, whether it is a secret or not', () => {
    expect(sealed(seal, Secret.of('x', 'env:A'), ['a'])).toBe(sealed(seal, 'x', ['a']))
  })
})

test('maps keep their keys and lists their order; entries of a list share its place', () => {
  const at = (value: Value, ...path: string[]): string => leafFingerprint(seal, path, value)
  expect(sealed(seal, { a: ['x', 'x', 'y'], b: { c: 7, d: true } })).toEqual({
    a: [at('x', 'a'), at('x', 'a'), at('y', 'a')],
    b: { c: at(7, 'b', 'c'), d: at(true, 'b', 'd') },
  })
  expect(sealed(seal, { c: 'x' }, ['b'])).toEqual({ c: at('x', 'b', 'c') })
})

test('nothing, what can not be read and ids stay as they are', () => {
  const hidden = new Unreadable(true)
  const id = new IdOf('integration', 'ses')
  expect(sealed(seal, null)).toBeNull()
  expect(sealed(seal, hidden)).toBe(hidden)
  expect(sealed(seal, id)).toBe(id)
})

test('what was not kept is known by its own fingerprint, where it has one', () => {
  expect(sealed(seal, new Sealed('(live)', 'known'))).toBe('known')
  const unknown = new Sealed('(live)')
  expect(sealed(seal, unknown)).toBe(unknown)
})

describe('what a resource is declared as', () => {
  const declared = {
    name: 'SES',
    credentials: { apiKey: Secret.of('one', 'env:KEY'), from: 'a@acme.example' },
    list: [Secret.of('two', 'env:TOKEN'), 'plain'],
    named: Secret.named('env:LATER'),
  }
  const digest = digestOf(seal, declared)

  test('has a fingerprint for each field, and one for each secret with a value', () => {
    expect(Object.keys(digest.fields)).toEqual(['name', 'credentials', 'list', 'named'])
    expect(Object.keys(digest.secrets)).toEqual(['credentials.apiKey', 'list.0'])
    expect(JSON.stringify(digest)).not.toMatch(/SES|acme|"one"|"two"/)
  })

  test('differs in a field where its reference does, and in a secret where its value does', () => {
    const rotated = {
      ...declared,
      credentials: { ...declared.credentials, apiKey: Secret.of('new', 'env:KEY') },
    }
    const moved = {
      ...declared,
      credentials: { ...declared.credentials, apiKey: Secret.of('one', 'env:OTHER') },
    }
    const [after, elsewhere] = [digestOf(seal, rotated), digestOf(seal, moved)]
    expect(differing(digest.fields, after.fields)).toEqual([])
    expect(differing(digest.secrets, after.secrets)).toEqual(['credentials.apiKey'])
    expect(differing(digest.fields, elsewhere.fields)).toEqual(['credentials'])
    expect(differing(digest.secrets, elsewhere.secrets)).toEqual([])
  })

  test('is another one for another resource, and of another field', () => {
    expect(differing(digest.fields, digestOf(other, declared).fields)).toEqual(Object.keys(digest.fields))
    expect(differing(digest.secrets, digestOf(other, declared).secrets)).toEqual(Object.keys(digest.secrets))
    const { fields } = digestOf(seal, { a: 'x', b: 'x' })
    expect(fields['a']).not.toBe(fields['b'])
  })

  test('differs where something appears or goes', () => {
    expect(differing({ a: '1' }, { a: '1', b: '2' })).toEqual(['b'])
    expect(differing({ a: '1', b: '2' }, { a: '1' })).toEqual(['b'])
    expect(differing({ a: '1' }, { a: '2' })).toEqual(['a'])
    expect(differing({}, {})).toEqual([])
  })
})
