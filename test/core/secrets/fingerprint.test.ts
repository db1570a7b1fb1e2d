import { inspect } from 'node:util'
import { assert, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprint, fingerprintKey, keyIdOf, macOf } from '../../../src/core/secrets/fingerprint.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Value } from '../../../src/core/value.ts'

const key = fingerprintKey(Secret.of('key-one', 'env:KEY'))
const other = fingerprintKey(Secret.of('key-two', 'env:KEY'))

test('a fingerprint stays what it is from version to version, or every ledger and plan becomes unknown', () => {
  // Computed with another HKDF and HMAC.
  expect(keyIdOf(key)).toBe('c3f590a859380692')
  expect(fingerprint(key, 'Production/integration/ses/credentials', { region: 'eu-west-1' })).toBe(
    '6ZHhWh6gwT4B9WEYaiJkiW8AjXdrXRboudR9Xlkheh0',
  )
  expect(macOf(key, 'text')).toBe('8eIOjdU9Hhhmd1Ao1R2LJOtKcb9O-L6Jd-ntciH6S4k')
})

test('one key has one id, another key has another, and neither shows the key', () => {
  expect(keyIdOf(fingerprintKey(Secret.of('key-one', 'file:key')))).toBe(keyIdOf(key))
  expect(keyIdOf(other)).not.toBe(keyIdOf(key))
  const raw = key.export().toString('hex')
  for (const shown of [inspect(key, { depth: 9, showHidden: true }), JSON.stringify({ key })])
    expect(shown).not.toContain(raw)
})

test('equal values have one fingerprint, whether secret or not and in whatever order', () => {
  const open = fingerprint(key, 'a', { from: 'x', apiKey: 'sk-1', list: [1, '1', true, null] })
  const closed = {
    list: [Secret.of(1, 'literal'), '1', true, null],
    apiKey: Secret.of('sk-1', 'env:A'),
    from: 'x',
  }
  expect(fingerprint(key, 'a', closed)).toBe(open)
  expect(open).not.toContain('sk-1')
})

test('another context, key, type, order of a list or a null makes another fingerprint', () => {
  const of = (value: Value, context = 'a', by = key): string => fingerprint(by, context, value)
  const all = [
    of('1'),
    of(1),
    of(['1']),
    of('1', 'b'),
    of('1', 'a', other),
    of([1, 2]),
    of([2, 1]),
    of({}),
    of({ a: null }),
    of({ a: '' }),
    of(null),
    macOf(key, '1'),
    macOf(other, '1'),
  ]
  expect(new Set(all).size).toBe(all.length)
})

test('only equal JSON values share a fingerprint', () => {
  assert(
    property(jsonValue(), jsonValue(), (left, right) => {
      const isOne = fingerprint(key, '', left as Value) === fingerprint(key, '', right as Value)
      // JSON has no -0.
      expect(isOne).toBe(isSame(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right))))
    }),
  )
})

test('a secret that is only named has no fingerprint', () => {
  expect(() => fingerprint(key, 'a', [Secret.named('env:A')])).toThrow('(secret env:A) was needed')
})

function isSame(left: unknown, right: unknown): boolean {
  try {
    expect(left).toStrictEqual(right)
    return true
  } catch {
    return false
  }
}
