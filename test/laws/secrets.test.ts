import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFilter } from '../../src/core/secrets/redact.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { pathWords } from '../../src/service/paths.ts'
import { lawTimeout, runsOf } from '../support/laws/runs.ts'
import {
  harmless,
  prose,
  shapeNames,
  shortSecret,
  someShape,
  spellings,
  visibleNames,
  wholeForms,
  wordSecrets,
} from './secret-shapes.ts'
import { seedOf } from '../support/seed.ts'

const longEnough = 16

/** A part of at least 16 characters that aren't white space, at random. */
function partOf(text: string, from: number, length: number): string {
  const places = Array.from({ length: text.length }, (_, start) => start).filter(
    (start) => enoughAt(text, start) > 0,
  )
  const start = places[Math.floor(from * (places.length - 1))] ?? 0
  return text.slice(start, start + Math.max(length, enoughAt(text, start)))
}

/** The length of the shortest such part that begins there; 0 if there is none. */
function enoughAt(text: string, start: number): number {
  return /^(?:\s*\S){16}/.exec(text.slice(start))?.[0].length ?? 0
}

test('no part of 16 characters or more of what is secret shows', { timeout: lawTimeout }, () => {
  const met = new Set<string>()
  const someCase = fc.record({
    shape: someShape,
    others: fc.array(someShape, { maxLength: 4 }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: longEnough, max: 120 }),
    spelling: fc.constantFrom(...Object.keys(spellings)),
    around: fc.tuple(prose, prose),
  })
  const holds = fc.property(
    someCase,
    ({ shape, others, from, length, spelling, around: [before, after] }) => {
      const part = partOf(shape.part, from, length)
      const filter = createFilter()
      filter.know([shape, ...others].map(({ secret }) => Secret.of(secret, 'env:SECRET')))
      const spell = spellings[spelling] as (text: string) => string
      const shown = filter.take(`${before}: ${spell(part)} ${after}`)
      expect(shown).toContain('(secret env:SECRET)')
      const pieces = Array.from({ length: part.length - longEnough + 1 }, (__, start) =>
        part.slice(start, start + longEnough),
      )
      expect(pieces.filter((each) => !/\s/.test(each) && shown.includes(spell(each)))).toEqual([])
      met.add(shape.name)
      met.add(spelling)
    },
  )
  fc.assert(holds, {
    numRuns: runsOf({ small: 300, full: 5000 }),
    seed: seedOf('parts of secrets', 'BELFRY_LAWS_SEED'),
  })
  expect([...met].sort()).toEqual([...shapeNames, ...Object.keys(spellings)].sort())
})

test('10,000 harmless texts stay as they are', { timeout: lawTimeout }, () => {
  const seed = seedOf('harmless texts', 'BELFRY_LAWS_SEED')
  const filter = createFilter()
  filter.see((hear) => [...visibleNames, ...pathWords()].forEach(hear))
  filter.know(wordSecrets.map((text) => Secret.of(text, 'env:WORDS')))
  filter.know(
    fc
      .sample(someShape, { numRuns: 60, seed: seed ^ 1 })
      .map(({ secret }) => Secret.of(secret, 'env:SECRET')),
  )
  // A secret that holds what a manifest shows.
  filter.know(visibleNames.map((name) => Secret.of(`${name}:abcdefghijklmnopqrst`, 'env:LOGIN')))
  const stays = fc.property(harmless, (text) => {
    expect(filter.take(text)).toBe(text)
  })
  fc.assert(stays, { numRuns: runsOf({ small: 1000, full: 10_000 }), seed })
})

test('a whole secret is found in any encoding, whatever is around it', { timeout: lawTimeout }, () => {
  const someCase = fc.record({
    shape: someShape,
    encoding: fc.constantFrom('base64' as const, 'base64url' as const, 'hex' as const),
    around: fc.tuple(prose, prose),
    cut: fc.nat({ max: 5 }),
  })
  const holds = fc.property(someCase, ({ shape, encoding, around: [before, after], cut }) => {
    const filter = createFilter()
    filter.know(Secret.of(shape.secret, 'env:SECRET'))
    const encoded = Buffer.from(`${before.slice(cut)}${shape.secret}${after}`).toString(encoding)
    for (const text of encoding === 'hex' ? [encoded, encoded.toUpperCase()] : [encoded]) {
      expect(filter.find(`the ${text} is wrong`)).toBe('(secret env:SECRET)')
      expect(filter.take(`the ${text} is wrong`)).toBe('the (secret env:SECRET) is wrong')
    }
  })
  fc.assert(holds, {
    numRuns: runsOf({ small: 200, full: 5000 }),
    seed: seedOf('encodings', 'BELFRY_LAWS_SEED'),
  })
})

test(
  'a whole secret of 8 characters is found in any form, whatever is next to it',
  { timeout: lawTimeout },
  () => {
    const met = new Set<string>()
    const someCase = fc.record({
      secret: shortSecret,
      form: fc.constantFrom(...Object.keys(wholeForms)),
      before: fc.constantFrom('', ' ', '\\', '&', '=', '+', '"', 'A', 'amp;', '\n', 'İ', '# 100% '),
      after: fc.constantFrom('', ' ', '\\', '%', '&', ';', '"', 'A', '\n', 'İ', ' \\u00'),
    })
    const holds = fc.property(someCase, ({ secret, form, before, after }) => {
      const filter = createFilter()
      filter.know(Secret.of(secret, 'env:SECRET'))
      const written = wholeForms[form]?.(secret) ?? ''
      const text = `it is ${before}${written}${after} here`
      expect(filter.find(text)).toBe('(secret env:SECRET)')
      const shown = filter.take(text)
      expect(shown).toMatch(/^it is [^]*\(secret env:SECRET\)[^]* here$/)
      expect(shown).not.toContain(written)
      met.add(form)
    })
    fc.assert(holds, {
      numRuns: runsOf({ small: 400, full: 5000 }),
      seed: seedOf('forms of secrets', 'BELFRY_LAWS_SEED'),
    })
    expect([...met].sort()).toEqual(Object.keys(wholeForms).sort())
  },
)
