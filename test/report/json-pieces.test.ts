// JSON in pieces: together they are what JSON.stringify gives, and entries of a large list are made one by one.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces, Lazy } from '../../src/report/json/pieces.ts'

const indents = fc.constantFrom(0, 2)
const absent = fc.constant(undefined)
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 9 },
    fc.constantFrom<unknown>(null, true, 1.5, '', 'a "text"\nof two lines', new Date(0), Number.NaN),
    fc.array(fc.oneof(tie('value'), absent), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 3 }), fc.oneof(tie('value'), absent), { maxKeys: 3 }),
  ),
}))

test('the pieces are the text of JSON.stringify', () => {
  fc.assert(
    fc.property(values, indents, (value, indent) => {
      expect([...jsonPieces(value, indent)].join('')).toBe(JSON.stringify(value, null, indent))
    }),
  )
})

test('a lazy list is printed as a list, wherever it is, also in an entry of another one', () => {
  const around = fc.constantFrom<(list: unknown) => unknown>(
    (list) => list,
    (list) => ({ a: 1, b: list }),
    (list) => ({ a: { b: [{ c: list, d: [] }] } }),
  )
  fc.assert(
    fc.property(fc.array(values, { maxLength: 3 }), around, indents, (list, put, indent) => {
      const lazy = put(new Lazy(list, (value) => ({ value, more: new Lazy([value], (each) => each) })))
      const eager = put(list.map((value) => ({ value, more: [value] })))
      expect([...jsonPieces(lazy, indent)].join('')).toBe(JSON.stringify(eager, null, indent))
    }),
  )
})

test('an entry is made when it is printed', () => {
  const made: number[] = []
  const list = new Lazy([1, 2, 3], (value) => {
    made.push(value)
    return value
  })
  const pieces = jsonPieces(list, 0)
  while (made.length < 2) expect(pieces.next().done).toBe(false)
  expect(made).toEqual([1, 2])
})
