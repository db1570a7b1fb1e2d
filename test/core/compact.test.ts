// Long lists in few bytes answer as plain ones do.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { HashIndex, hashOf, Ids, Numbers } from '../../src/core/compact.ts'
import { RepeatedSecrets, reveal, Secret, SecretIndex } from '../../src/core/secrets/secret.ts'
import { seedOf } from '../support/seed.ts'

const settings = { numRuns: 50, seed: seedOf('compact', 'BELFRY_LAWS_SEED') }
/** Few texts, so that many are repeated, and many of them, so that the index grows. */
const texts = fc.array(
  fc.nat({ max: 120 }).map((number) => `text ${number}`),
  { maxLength: 300 },
)

test('an index finds the first entry with a text, whichever hashes are equal', () => {
  const hashes: readonly ((text: string) => number)[] = [hashOf, (text) => text.length, () => 0xffffffff]
  fc.assert(
    fc.property(texts, fc.constantFrom(...hashes), (list, hash) => {
      const index = new HashIndex()
      const isFirst = list.map((text) => index.add(hash(text)))
      expect(index.size).toBe(list.length)
      expect(isFirst).toEqual(
        list.map((text, at) => !list.slice(0, at).some((each) => hash(each) === hash(text))),
      )
      for (const text of [...list, 'none'])
        expect(index.find(hash(text), (entry) => (list[entry] === text ? entry : undefined)) ?? -1).toBe(
          list.indexOf(text),
        )
    }),
    settings,
  )
})

test('an index tries each entry of a hash, the oldest first, however many there are', () => {
  const index = new HashIndex()
  const hashOfNumber = (number: number): number => Math.imul(number % 90, 0x9e3779b9)
  for (let number = 0; number < 3000; number++) index.add(hashOfNumber(number))
  for (let rest = 0; rest < 90; rest++) {
    const found: number[] = []
    index.find(hashOfNumber(rest), (number) => void found.push(number))
    expect(found).toEqual(
      Array.from({ length: 3000 }, (_, number) => number).filter((number) => number % 90 === rest),
    )
  }
  index.find(hashOfNumber(1) + 1, () => expect.unreachable())
  // No others are tried once one is found.
  let tried = 0
  expect(index.find(hashOfNumber(7), (number) => ((tried += 1), number))).toBe(7)
  expect(tried).toBe(1)
})

test('texts that differ in one character have hashes of their own', () => {
  const hashes = new Set(Array.from({ length: 4096 }, (_, at) => hashOf(`integration-${at}`) >>> 16))
  // As few as chance makes of 4,096 in 65,536 places.
  expect(hashes.size).toBeGreaterThan(3900)
})

test('numbers are kept as they are, however many', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 0xffffffff }), { maxLength: 100 }), (list) => {
      const numbers = new Numbers()
      for (const each of list) numbers.push(each)
      expect(numbers.size).toBe(list.length)
      expect(list.map((_, index) => numbers.at(index))).toEqual(list)
    }),
    settings,
  )
})

test('IDs of any form are kept, and the entries without one are known', () => {
  const id = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{24}$/),
    fc.constantFrom('0'.repeat(24), 'A'.repeat(24), 'f'.repeat(25), `x${'0'.repeat(24)}`, 'ses', ''),
    fc.constant(undefined),
  )
  fc.assert(
    fc.property(fc.array(id, { maxLength: 30 }), (list) => {
      const ids = new Ids(list.length)
      for (const [entry, each] of list.entries()) if (each !== undefined) ids.set(entry, each)
      expect(list.map((_, entry) => ids.get(entry))).toEqual(list)
      expect(list.map((_, entry) => ids.has(entry))).toEqual(list.map((each) => each !== undefined))
      expect(ids.count).toBe(list.filter((each) => each !== undefined).length)
    }),
    settings,
  )
})

test('of secrets in a long list, those that are repeated and where each is are known, in the clear or not', () => {
  const named = Secret.named('env:TOKEN')
  const entry = fc.oneof(
    texts.map(([text = 'alone']) => text),
    fc.nat({ max: 9 }).map((number) => Secret.of(`text ${number}`, `env:T${number}`)),
    fc.constantFrom(named, Secret.named('env:OTHER')),
  )
  const keyOf = (each: Secret | string): string =>
    each instanceof Secret ? (each.isResolved ? String(reveal(each)) : each.origin) : each
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (list) => {
      const [repeated, index] = [new RepeatedSecrets(), new SecretIndex()]
      list.forEach((each, at) => {
        repeated.note(each)
        index.add(each, 1000 + at)
      })
      const keys = list.map(keyOf)
      expect(index.size).toBe(list.length)
      for (const each of list) {
        expect(repeated.has(each)).toBe(keys.filter((key) => key === keyOf(each)).length > 1)
        const first = index.find(each, (at) => (keys[at - 1000] === keyOf(each) ? at : undefined))
        expect(first).toBe(1000 + keys.indexOf(keyOf(each)))
      }
      expect(repeated.size).toBe(new Set(keys.filter((key, at) => keys.indexOf(key) !== at)).size)
      expect(index.find('none of them', () => undefined)).toBeUndefined()
    }),
    settings,
  )
})
