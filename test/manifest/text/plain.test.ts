// What most manifests are written in is read without the full parser, and exactly as the full parser reads it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { reporterFor } from '../../../src/manifest/frames/reporter.ts'
import { defaultInputLimits } from '../../../src/manifest/text/read-text.ts'
import { type MapNode, type Node, positionOf, sourceOf, type Range } from '../../../src/manifest/text/node.ts'
import { parseFully } from '../../../src/manifest/text/parse-fully.ts'
import { parsePlain, readAgain } from '../../../src/manifest/text/plain.ts'
import { seedOf } from '../../support/seed.ts'

const maxDepth = defaultInputLimits['max-depth']

function plain(text: string): Node | undefined {
  return parsePlain(sourceOf('a.yaml', text), maxDepth)
}

/** One document without a problem; undefined for everything else. */
function full(text: string): Node | undefined {
  const reporter = reporterFor({})
  const { documents, isSound } = parseFully(sourceOf('a.yaml', text), reporter.report, defaultInputLimits)
  return isSound && reporter.problems().length === 0 && documents.length === 1 ? documents[0] : undefined
}

/** All of a tree that anything else reads: of a map or a list the beginning, and the first line of it. */
function seen(node: Node | undefined): unknown {
  if (node === undefined) return undefined
  const at = (range: Range) => positionOf({ source: node.source, range })
  if (node.type === 'scalar')
    return { range: node.range, value: node.value, text: node.text, isElsewhere: 'definition' in node }
  if (node.type === 'list') return { at: at(node.range), items: node.items.map(seen) }
  const entries = [...node.entries.values()].map(({ key, keyRange, value }) => [key, keyRange, seen(value)])
  return { at: at(node.range), entries, hidden: node.hidden.length }
}

function mapsIn(node: Node | undefined): MapNode[] {
  if (node?.type === 'list') return node.items.flatMap(mapsIn)
  return node?.type === 'map'
    ? [node, ...[...node.entries.values()].flatMap((each) => mapsIn(each.value))]
    : []
}

/** Whether it was read without the full parser. Fails if that gave another tree, or if a map of it is another one when it is read again. */
function expectAgreement(text: string): boolean {
  const read = plain(text)
  expect({ text, tree: seen(read) }).toEqual({ text, tree: read && seen(full(text)) })
  for (const map of mapsIn(read)) expect({ text, map: readAgain(map)() }).toEqual({ text, map })
  return read !== undefined
}

const folder = join(import.meta.dirname, '../../../examples')
const examples = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\/(?:belfry|manifests\/.*)\.yaml$/.test(name),
)

describe('plain YAML', () => {
  it.each(examples)('%s', (name) => {
    expect(expectAgreement(readFileSync(join(folder, name), 'utf8'))).toBe(true)
  })

  it.each([
    ['a: 1\n', 'a number'],
    ['a: 1', 'no line break at the end'],
    ['a:\n- b\n- c: d\n  e: f # note\n', 'a list in the column of its key'],
    ['# note\n\na: "b: c # d" # note\n\n# note\n', 'comments and empty lines'],
    ['a:\nb:   # nothing\nc: x\n', 'keys without a value'],
    ['a: [b, "c", { d: e, f: [] }]\ng: {}\n', 'brackets and braces'],
    ['a: 2026-01-01\nb: 12:30\nc: 1.2.3\nd: -x\ne: 1e\nf: .x\n', 'what looks like a number'],
    ["a: it's\nb: 'x # y'\nc: a#b\nd: a, b [c]\n", 'marks inside of a value'],
    ['a: true\nb: null\nc: -5\nd: 1.50\ne: 0\n', 'other types'],
    ['{"a":1,"b":[{"c":-1},"d"],"e":{},"f": null}\n', 'JSON on one line'],
    ['{\n  "a": [\n    "b"\n  ],\n  "c": {\n    "d": true\n  }\n}\n', 'JSON on several lines'],
    ['{a: [b,\n    c]\n, d: {}\n}\n\n# note\n', 'braces over several lines, without quotes'],
    ['a: {\n    b: c,\n    # note\n    d: e }\nf:\n  - [\n    g\n    ]\n', 'brackets and braces below a key'],
    ["'a b': c\n\"!!\": [{ 'x': y }]\nd:\n  - 'e': f\n  - 'g'\n  - ../h\n  - 30%\n", 'keys in quotes'],
  ])('%j', (text) => {
    expect(expectAgreement(text)).toBe(true)
  })

  it.each([
    ['a: &x b\nc: *x\n', 'an anchor'],
    ['a: |\n  b\n', 'a block of text'],
    ['a: b\n  c\n', 'a value over two lines'],
    ['a: 1\na: 2\n', 'a repeated key'],
    ['a: "\\n"\n', 'an escape'],
    ['a: b: c\n', 'two keys on one line'],
    ['---\na: b\n', 'a mark of documents'],
    ['a:\tb\n', 'a tab'],
    ['__proto__: 1\n', 'a key that no map can have'],
    ['a: 12345678901234567890\n', 'a number that is not exact'],
    ['- a\n', 'a list'],
    [`${'k'.repeat(1025)}: 1\n`, 'a long key'],
    ['{"a":1} b\n', 'more after braces'],
    ['{"a":"b\n c"}', 'a value in braces over two lines'],
    ['a: {\n b: c\n}\n', 'a brace in the column of its key'],
    ['', 'nothing'],
  ])('%j is left to the full parser', (text) => {
    expect(plain(text)).toBeUndefined()
  })

  it('reads what a library writes as the full parser does', () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[\w .:#,-]{0,12}$/),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    )
    const key = fc.stringMatching(/^[a-z][\w.-]{0,5}$/)
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      ),
    }))
    let read = 0
    fc.assert(
      fc.property(fc.dictionary(key, value, { minKeys: 1, maxKeys: 4 }), fc.boolean(), (map, isFlow) => {
        if (expectAgreement(stringify(map, { collectionStyle: isFlow ? 'flow' : 'any', lineWidth: 0 })))
          read += 1
      }),
      { seed: seedOf('plain', 'BELFRY_LAWS_SEED'), numRuns: 500 },
    )
    expect(read).toBeGreaterThan(50)
    read = 0
    fc.assert(
      fc.property(fc.dictionary(key, value, { minKeys: 1, maxKeys: 4 }), fc.nat(4), (map, indent) => {
        if (expectAgreement(JSON.stringify(map, null, indent))) read += 1
      }),
      { seed: seedOf('plain JSON', 'BELFRY_LAWS_SEED'), numRuns: 500 },
    )
    expect(read).toBeGreaterThan(200)
  })

  it('reads any text as the full parser does, or not at all', () => {
    const piece = fc.constantFrom(
      'a', 'b', 'key', ':', ': ', ' ', '  ', '    ', '\n', '\n', '\n  ', '\n- ', '\n  - ', '- ', '-', '#', ' # x', '"', "'",
      '[', ']', '{', '}', ', ', ',', '1', '0', '.', '1e3', '0x1', '-1', '+1', '~', 'null', 'True', 'yes', '|', '>', '&a',
      '*a', '!t', '%', '@', '?', '? ', '<<: ', '\\', '${env:X}', 'http://x', '\u00A0', 'é', '…', 'a: b', 'b: ', '\na: ',
    ) // prettier-ignore
    let read = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        if (expectAgreement(`a${pieces.join('')}`)) read += 1
        if (expectAgreement(`k: v\nl:${pieces.join('')}`)) read += 1
        if (expectAgreement(`{a${pieces.join('')}}`)) read += 1
        if (expectAgreement(`k:\n  - l: {"a":${pieces.join('')}}`)) read += 1
      }),
      { seed: seedOf('plain text', 'BELFRY_LAWS_SEED'), numRuns: 5000 },
    )
    expect(read).toBeGreaterThan(50)
  })
})
