// Values that are replaced, added and removed in the text of a manifest: nothing else changes.
import { expect, test } from 'vitest'
import type { Value } from '../../../src/core/value.ts'
import { reporterFor } from '../../../src/manifest/frames/reporter.ts'
import { nodeAt, sourceOf, type Range } from '../../../src/manifest/text/node.ts'
import { parseFully } from '../../../src/manifest/text/parse-fully.ts'
import { defaultInputLimits } from '../../../src/manifest/text/read-text.ts'
import { inserted, putAt, replacing, splicedFiles, type Splice } from '../../../src/manifest/write/splice.ts'
import { openPage, type Page } from '../../../src/manifest/write/value-ranges.ts'

/** The text after a change of the value at a dotted path; or why it can't be changed. */
function changed(
  text: string,
  path: string,
  change: (range: Range, page: Page) => Splice | readonly Splice[] | string,
): string | undefined {
  const page = openPage(sourceOf('a', text))
  const { documents } = parseFully(page.source, reporterFor({}).report, defaultInputLimits)
  const [root] = documents as [(typeof documents)[number]]
  const found = change(nodeAt(root, path.split('.')).node.range, page)
  if (typeof found === 'string') return found
  return splicedFiles([{ file: 'a', splices: [found].flat() }], new Map([['a', page]])).get('a')
}

const guarded = 'the value is written with an anchor, an alias, a merge key or a tag'
const none = 'the manifest contains no separate value for this field'
const list = 'm:\r\n  a:\r\n    - 1\r\n  b: 1\r\n'
const map = 'm:\n  a:\n    c: 1\n    d: 2\n\n  b: 1\n'

test.each<[string, string, Value, string]>([
  [`a: 'x'\n`, 'a', 'y', `a: 'y'\n`],
  ['a: "x"\n', 'a', '#y', 'a: "#y"\n'],
  ['a: "+49"\n', 'a', '+50', 'a: "+50"\n'],
  ['m: { a: x }\n', 'm.a', 'y\nz', 'm: { a: "y\\nz" }\n'],
  ['\n { "a": "x" }\n', 'a', { b: ['${'] }, '\n { "a": {"b":["$${"]} }\n'],
  [list, 'm.a', [{ c: 1 }, { d: 'x\ny' }], list.replace('- 1', '- c: 1\r\n    - d: |-\r\n        x\r\n        y')],
  [map, 'm.a', { e: '${' }, 'm:\n  a:\n    e: $${\n\n  b: 1\n'],
  [map, 'm.a', {}, 'm:\n  a: {}\n\n  b: 1\n'],
  ['m:\n  a: [1]\n', 'm.a', [{ c: 1 }], 'm:\n  a: [{c: 1}]\n'],
  ['a: [1, # c\n  2]\n', 'a', [3], 'the value contains a comment'],
  ['a: "x${env:A}"\n', 'a', 'x', 'the value is a reference'],
  ['a: &x 1\nb: 2\nc: *x\n', 'b', 3, 'a: &x 1\nb: 3\nc: *x\n'],
  ['a: &x 1\nc: *x\n', 'c', 3, guarded],
  ['a: { b: &x 1, c: 2 }\n', 'a', {}, guarded],
  ['x: &x { b: 1 }\na: { <<: *x, c: 2 }\n', 'a', {}, guarded],
  ['a: !!str 1\n', 'a', 'x', guarded],
  ['a:\nb: 1\n', 'a', 'x', none],
  ['m: { a: , b: 1 }\n', 'm.a', 'x', none],
])('%j: %s becomes %j', (text, path, value, expected) => {
  expect(changed(text, path, (range, page) => replacing(range, value, page))).toBe(expected)
}) // prettier-ignore

test.each<[string, readonly (readonly [string, Value?])[], string]>([
  ['m:\n  a: 1 # c\n  # d\nz: 1\n', [['b', '${env:B}'], ['c.d', [1]]], 'm:\n  a: 1 # c\n  b: ${env:B}\n  c:\n    d: [1]\n  # d\nz: 1\n'],
  ['m: { a: 1 }\n', [['b', 'x, y'], ['c.d', '${var:c}']], `m: { a: 1, b: 'x, y', c: {d: '\${var:c}'} }\n`],
  ['m: { a: 1, }\n', [['b', 1]], 'm: { a: 1, b: 1, }\n'],
  ['m: {}\n', [['b', '${env:B}']], `m: {b: '\${env:B}'}\n`],
  ['m: { a: 1, b: }\n', [['c', 1]], 'm: { a: 1, b:, c: 1 }\n'],
  ['x: &x 1\nm: { ab: 1, a: 2 }\nz: &z 1\n', [['a', 3], ['b', 4]], 'x: &x 1\nm: { ab: 1, a: 3, b: 4 }\nz: &z 1\n'],
  ['{ "m": { "a": 1 } }\n', [['b', ['x']]], '{ "m": { "a": 1, "b":["x"] } }\n'],
  ['m: { a: 1, b: 2 }\n', [['a'], ['b', '${env:B}']], `m: { b: '\${env:B}' }\n`],
  ['m: { a: 1, b: 2 }\n', [['a'], ['b']], 'm: {}\n'],
  ['m: { a: 1, b: 2 }\n', [['a', null]], 'm: { a: null, b: 2 }\n'],
  ['m:\r\n  a: 1\r\n  ab: 2\r\n  b: 3\r\n', [['ab', 4], ['b'], ['c', 5]], 'm:\r\n  a: 1\r\n  ab: 4\r\n  c: 5\r\n'],
  ['m:\n  a: { b: 1 }\n  c: 2\n', [['a.c', 2], ['a.b', 3]], 'm:\n  a: { b: 3, c: 2 }\n  c: 2\n'],
  ['m:\n  a: &x { b: 1 }\n  c: *x\n', [['d', 1], ['a.b', 2]], guarded],
  ['m:\n  a: |\n    x\n\nz: 1\n', [['b', 1]], 'm:\n  a: |\n    x\n  b: 1\n\nz: 1\n'],
])('%j gets %j', (text, all, expected) => {
  const additions = new Map()
  for (const [keys, value] of all) putAt(additions, keys.split('.'), value)
  expect(changed(text, 'm', (range, page) => inserted(range, additions, page))).toBe(expected)
}) // prettier-ignore
