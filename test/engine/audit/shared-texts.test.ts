// Texts of several owners are found by a part of their hash: exactly those, and for exactly these owners.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintKey, type FingerprintKey } from '../../../src/core/secrets/fingerprint.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { SharedTexts } from '../../../src/engine/audit/directory.ts'

const key = fingerprintKey(Secret.of('a key of this test', 'literal'))

test('law: a text is shared if and only if several owners have it', () => {
  const seen = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.nat(5)), { maxLength: 60 })
  fc.assert(
    fc.property(seen, (pairs) => {
      const texts = new SharedTexts(key)
      for (const [text, owner] of pairs) texts.add(text, owner, () => text)
      const owners = new Map<string, Set<number>>()
      for (const [text, owner] of pairs) owners.set(text, (owners.get(text) ?? new Set()).add(owner))
      const wanted = [...owners].filter(([, all]) => all.size > 1)
      expect(new Map(texts.shared.map((each) => [each.label, each.owners]))).toEqual(new Map(wanted))
    }),
  )
})

test('a fingerprint depends on the key, and shows nothing of the text', () => {
  const labelWith = (secret: FingerprintKey): string | undefined => {
    const texts = new SharedTexts(secret)
    for (const owner of [0, 1]) texts.add('token', owner, (fingerprint) => fingerprint)
    return texts.shared[0]?.label
  }
  const own = labelWith(key)
  expect(own).not.toBe(labelWith(fingerprintKey(Secret.of('a different key', 'literal'))))
  expect(own).toMatch(/^[\w-]{43}$/)
})
