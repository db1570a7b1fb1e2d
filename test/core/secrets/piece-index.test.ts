// The pieces that the search for parts is made of: normalised text with its places, and the index.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PieceIndex } from '../../../src/core/secrets/piece-index.ts'
import { exactReadings, normalise, normalReadings } from '../../../src/core/secrets/readings.ts'
import { partsOf, shortestPart } from '../../../src/core/secrets/secret-forms.ts'
import { seedOf } from '../../support/seed.ts'

test.each([
  ['A b\\nC', 'abc', ['A', 'b', 'C']],
  ['x%C3%A9&amp;\\u0041', 'xé&a', ['x', '%C3%A9', '&amp;', '\\u0041']],
  ['%2525&#38;amp;', '%&', ['%2525', '&#38;amp;']],
  ['100%ab', '100%ab', ['1', '0', '0', '%', 'a', 'b']],
  // A letter that is longer in lower case: then only the letters of ASCII get small.
  ['\u0130ÄB', '\u0130Äb', ['\u0130', 'Ä', 'B']],
  ['ÄB', 'äb', ['Ä', 'B']],
  ['&#x10ffff;', '\u{10ffff}', ['&#x10ffff;']],
  ['&#1114112;a', 'a', ['a']],
  ['%2525252541', '%41', ['%25252525', '4', '1']],
  ['&#9999999;&bogus;', '&bogus;', Array.from('&bogus;')],
])('%j is read as %j', (source, text, places) => {
  const normal = normalise(source)
  expect(normal.text).toBe(text)
  const written = Array.from(text, (_, index) => normal.placeOf(index))
  expect(written.map(({ from, to }) => source.slice(from, to))).toEqual(places)
})

test('of percent escapes alone one level is read', () => {
  expect(exactReadings('a%2541&amp;\\n%C3%A9%')[1]?.text).toBe('a%41&amp;\\né%')
})

test('quoted-printable is a second reading', () => {
  expect(normalReadings('key=ab=C3=A9=\r\nc').map(({ text }) => text)).toEqual(['key=ab=c3=a9=c', 'key=abéc'])
  expect(normalReadings('a = b')).toHaveLength(1)
})

test('places are in order and inside the text', () => {
  const source = fc.array(
    fc.constantFrom(
      'a',
      'B',
      ' ',
      '\\',
      'n',
      'u0041',
      '&',
      'amp;',
      '#65;',
      '%',
      '25',
      '41',
      '%C3',
      '%A9',
      '=',
    ),
  )
  const holds = fc.property(source, (tokens) => {
    const text = tokens.join('')
    for (const reading of normalReadings(text)) {
      let end = 0
      for (let index = 0; index < reading.text.length; index++) {
        const { from, to } = reading.placeOf(index)
        expect(from >= end || index === 0).toBe(true)
        expect(to > from && to <= text.length).toBe(true)
        end = from
      }
    }
  })
  fc.assert(holds, { numRuns: 100, seed: seedOf('places', 'BELFRY_LAWS_SEED') })
})

const index = new PieceIndex<string>(shortestPart)
const many = Array.from({ length: 1200 }, (_, at) => `ProductionPushKey[${at}abcdefghij${at * 7}]`)
for (const token of many) for (const piece of partsOf(token)) index.add(token, piece)

test('of secrets that begin alike, the one that a text holds is found', () => {
  const found = index.runs(`token ${many[700]} is gone`.replaceAll(' ', '').toLowerCase())
  const [longest] = [...found].sort((a, b) => b.to - b.from - (a.to - a.from))
  expect(longest).toMatchObject({ from: 5, secret: many[700], isLabelled: true })
  expect((longest?.to ?? 0) - (longest?.from ?? 0)).toBe(many[700]?.length)
})

test('a text that would take too long to compare counts as a whole', () => {
  const text = 'productionpushkey[?'.repeat(200)
  const whole = index.runs(text).find(({ from, to }) => from === 0 && to === text.length)
  expect(whole?.isLabelled).toBe(true)
})
