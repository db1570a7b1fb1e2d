// Located trees: the JSON they stand for, and where each part of it is written.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { nodeAt, plainValue, type NodePath, positionOf, sourceOf } from '../../../src/manifest/text/node.ts'
import { defaultInputLimits } from '../../../src/manifest/text/read-text.ts'
import { parseFully } from '../../../src/manifest/text/parse-fully.ts'
import { reporterFor } from '../../../src/manifest/frames/reporter.ts'
import { seedOf } from '../../support/seed.ts'

function locate(text: string) {
  const reporter = reporterFor({})
  const { documents, isSound } = parseFully(sourceOf('a.yaml', text), reporter.report, defaultInputLimits)
  const problems = reporter
    .problems()
    .map(({ rule, position }) => `${position?.line}:${position?.column} ${rule}`)
  return { documents, isSound, problems, value: documents.map(plainValue) }
}

function at(text: string, path: NodePath) {
  const [root] = locate(text).documents
  if (root === undefined) throw new Error('nothing was located')
  const { place, key } = nodeAt(root, path)
  const short = (where: typeof place) => {
    const { line, column, length } = positionOf(where)
    return `${line}:${column}+${length}`
  }
  return `${short(key)} ${short(place)}`
}

// `stringify` doesn't quote `<<`, which merges maps.
const key = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__' && text !== '<<')
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => Math.abs(number) < 2 ** 53),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

describe('any JSON', () => {
  const map = fc.dictionary(key, json, { noNullPrototype: true })

  it('is the same once located, however YAML writes it', () => {
    fc.assert(
      fc.property(map, fc.boolean(), (value, isFlow) => {
        const text = stringify(value, { version: '1.2', ...(isFlow && { collectionStyle: 'flow' }) })
        const located = locate(text)
        expect(located.problems).toEqual([])
        expect(JSON.stringify(located.value[0])).toBe(JSON.stringify(value))
      }),
      { numRuns: 500, seed: seedOf('JSON as YAML', 'BELFRY_LAWS_SEED') },
    )
  })

  it('is the same when it is written as JSON', () => {
    fc.assert(
      fc.property(map, (value) => {
        expect(JSON.stringify(locate(JSON.stringify(value)).value[0])).toBe(JSON.stringify(value))
      }),
      { numRuns: 500, seed: seedOf('JSON as it is', 'BELFRY_LAWS_SEED') },
    )
  })
})

describe('positions', () => {
  it.each([
    ['a: 1\nb:\n  - c: two\n', ['b', 0, 'c'], '3:5+1 3:8+3'],
    ['{ a: 1, "b": [x, "yy"] }', ['b', 1], '1:18+4 1:18+4'],
    ['a: |\n  one\n  two\n', ['a'], '1:1+1 1:4+1'],
    ['a:\nb: 1\n', ['a'], '1:1+1 1:1+1'],
    ['x-b: &b { c: 1 }\na: *b\n', ['a', 'c'], '2:4+2 2:4+2'],
    ['x-b: &b { c: 1 }\na:\n  <<: *b\n  d: 2\n', ['a', 'c'], '3:7+2 3:7+2'],
    ['x-b: &b { c: 1 }\na:\n  <<: *b\n  c: 2\n', ['a', 'c'], '4:3+1 4:6+1'],
    ['a: 1\r\nb: 2\r\n', ['b'], '2:1+1 2:4+1'],
    ['a: { }\n', ['a', 'missing', 'deeper'], '1:1+1 1:1+1'],
  ] as const)('%j %j', (text, path, expected) => {
    expect(at(text, path)).toBe(expected)
  })
})

describe('the language', () => {
  it.each([
    [
      'merges, the first of several wins',
      'x: &x {a: 1, b: 1}\ny: &y {b: 2}\nz: {<<: [*y, *x], c: 3}',
      { c: 3, b: 2, a: 1 },
    ],
    ['a quoted << is a key', 'z: {"<<": 1}', { '<<': 1 }],
    ['yes and no are texts', 'z: [yes, no, on, off]', ['yes', 'no', 'on', 'off']],
    ['1.2, whatever a directive says', '%YAML 1.1\n---\nz: yes', 'yes'],
    ['an anchor that is set again', 'a: &x 1\nb: *x\nc: &x 2\nz: *x', 2],
    ['an anchor on a key', '&x a: {*x : 1}\nz: *x', 'a'],
    ['constructor is a key', 'z: {constructor: 1, hasOwnProperty: 2}', { constructor: 1, hasOwnProperty: 2 }],
    ['keys are texts as written', 'z: {00123: 1, true: 2}', { '00123': 1, true: 2 }],
  ])('%s', (_, text, expected) => {
    const { value, problems } = locate(text)
    expect(problems).toEqual([])
    expect((value[0] as { z: unknown }).z).toEqual(expected)
  })

  it.each([
    ['a: 1\na: 2', '2:1 duplicate-key'],
    ['a: &x [*x]', '1:8 yaml-syntax'],
    ['a: *nope', '1:4 yaml-syntax'],
    ['a: !secret x', '1:4 yaml-syntax'],
    ['? [a]\n: b', '1:3 wrong-type'],
    ['a: 12345678901234567890', '1:4 unsafe-number'],
    ['a: .inf', '1:4 unsafe-number'],
    ['a: {<<: 1}', '1:9 wrong-type'],
    ['a: {__proto__: {b: 1}}', '1:5 unknown-field'],
    ['['.repeat(100_000), '1:102 max-depth'],
    ['- '.repeat(100_000), '1:203 max-depth'],
  ])('%j is a mistake', (text, expected) => {
    expect(locate(text.slice(0, 200_000)).problems).toEqual([expected])
  })

  it('stops aliases that repeat each other', () => {
    const lines = ['x0: &x0 [1, 1, 1, 1, 1, 1, 1, 1]']
    for (let level = 1; level < 20; level++)
      lines.push(`x${level}: &x${level} [${Array.from({ length: 8 }, () => `*x${level - 1}`).join(', ')}]`)
    const { problems, isSound } = locate(lines.join('\n'))
    expect(isSound).toBe(false)
    expect(problems).toEqual(['6:35 max-nodes'])
  })
})
