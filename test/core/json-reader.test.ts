// JSON in pieces: the same values as JSON.parse gives, wherever the text is cut, and an error for the same texts.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonReader } from '../../src/core/json-reader.ts'

/** Reads lists and maps step by step down to a depth, and what is below as whole values. */
function read(reader: JsonReader, depth: number): unknown {
  const first = depth > 0 ? reader.begins() : undefined
  if (first === '[') {
    const entries: unknown[] = []
    for (const _ of reader.entries()) entries.push(read(reader, depth - 1))
    return entries
  }
  if (first !== '{') return reader.value()
  const members: [string, unknown][] = []
  for (const name of reader.members()) members.push([name, read(reader, depth - 1)])
  return Object.fromEntries(members)
}

function readWhole(pieces: Iterable<string>, depth: number, most = 10_000): unknown {
  const reader = new JsonReader(pieces, most)
  const value = read(reader, depth)
  reader.end()
  return value
}

function cut(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b)
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end))
}

const cuts = fc.array(fc.nat(), { maxLength: 6 })
const depths = fc.nat({ max: 3 })

test('every value is read as JSON.parse reads it, wherever its text is cut', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 2 }), cuts, depths, (value, indent, places, depth) => {
      const text = JSON.stringify(value, null, indent)
      expect(readWhole(cut(text, places), depth)).toEqual(JSON.parse(text))
    }),
  )
})

test('a text is accepted only if JSON.parse accepts it', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:\\ \n1-.eEtrufalsn')) })
  fc.assert(
    fc.property(fc.oneof(text, fc.json()), fc.nat(), cuts, depths, (json, end, places, depth) => {
      const cutOff = json.slice(0, end % (json.length + 1))
      const outcome = (parse: () => unknown): unknown => {
        try {
          return { value: parse() }
        } catch (error) {
          return error instanceof SyntaxError
        }
      }
      expect(outcome(() => readWhole(cut(cutOff, places), depth))).toEqual(outcome(() => JSON.parse(cutOff)))
    }),
    { numRuns: 1000 },
  )
})

test('step by step, a name that comes again is refused', () => {
  expect(() => readWhole(['{"a":1,"a":1}'], 1)).toThrow('two members of the same name')
})

test.each(['[1 2]', '{"a":1 "b":2}', '{1:2}'])('%s is refused step by step', (text) => {
  expect(() => readWhole([text], 1)).toThrow(SyntaxError)
})

test.each(['{"a":1,"a":1}', '[{"a":{"b":1,"c":{}, "b" :2}}]', '{"a":":","\\u0061":""}'])(
  'in %s, two members have the same name',
  (text) => {
    expect(() => readWhole([text], 0)).toThrow('two members of the same name')
  },
)

test('what is nested too deep is refused, however deep it is', () => {
  for (const depth of [2000, 200_000])
    expect(() => readWhole(['['.repeat(depth), ']'.repeat(depth)], 0, 1_000_000)).toThrow('nested too deep')
})

describe('what never ends is refused', () => {
  function* endless(begin: string, piece: string): Generator<string, void> {
    yield begin
    for (;;) yield piece
  }

  test.each([
    ['a string', '"', 'a'],
    ['a number', '1', '1'],
    ['a list', '[', '1,'],
    ['blanks', '', ' \n'],
  ])('%s', (_, begin, piece) => {
    expect(() => readWhole(endless(begin, piece), 0)).toThrow(SyntaxError)
  })
})
