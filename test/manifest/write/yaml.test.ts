// What is written as a manifest is read as the same values, whatever strings and notes it has.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Scalar } from 'yaml'
import { mapOf, type Value, type ValueMap } from '../../../src/core/value.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { reporterFor } from '../../../src/manifest/frames/reporter.ts'
import { defaultInputLimits } from '../../../src/manifest/text/read-text.ts'
import { plainValue, sourceOf } from '../../../src/manifest/text/node.ts'
import { parseFully } from '../../../src/manifest/text/parse-fully.ts'
import type { Entry, Note } from '../../../src/manifest/write/entry.ts'
import {
  blockLines,
  inlineText,
  itemLines,
  lineText,
  manifestText,
} from '../../../src/manifest/write/yaml.ts'
import { isFull } from '../../support/form.ts'
import { hostileText } from '../../support/hostile-text.ts'
import { seedOf } from '../../support/seed.ts'

const odd = [
  '<<', '~', 'null', 'true', 'No', '0x1F', '1e3', '.5', '-', '- a', '? a', ': a', 'a: b', 'a #b', '#', '*a', '&a', '!a', '|', '> a', '---', '...',
  '${env:X}', '$${env:X}', '$$$${', ' a', 'a ', '\t', '\n', 'a\n\n', 'a\nb', 'a \n', 'a\n \n', '\r', 'a\r\nb', '\u0085', '\u2028', '\u2029', '\uFEFF', '\u202E', '\u0007', '"', "'", '\\', '\\n',
  '', 'x'.repeat(200), 'word '.repeat(60), hostileText.replaceAll(/[\0\p{Cs}]/gu, ''),
] // prettier-ignore
const text = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'binary', maxLength: 20 }).map((each) => each.replaceAll('\0', ''))) // prettier-ignore
const key = text.filter((name) => name !== '' && name !== '__proto__')
const { value: someValue } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    text,
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => Math.abs(number) < 2 ** 53),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    someMap(tie('value')),
  ),
}))

function someMap(value: fc.Arbitrary<Value>): fc.Arbitrary<ValueMap> {
  return fc
    .uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => mapOf(entries))
}

const someNote: fc.Arbitrary<Note> = fc.record({ field: text, why: text })

function entryOf(fields: ValueMap, notes: readonly Note[] = [], perTarget: Entry['perTarget'] = {}): Entry {
  return { kind: integration, name: 'x', fields, perTarget, lives: new Map(), notes }
}

function read(written: string, file: string): Value[] {
  const reporter = reporterFor({})
  const { documents } = parseFully(sourceOf(file, written), reporter.report, defaultInputLimits)
  expect(reporter.problems().map(({ message }) => message)).toEqual([])
  return documents.map(plainValue)
}

/** As a loader reads strings: of `$${` the first character goes. */
function unescaped(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('$${', () => '${') : inner,
  )
}

/** Without -0, which JSON doesn't have. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

const settings = { numRuns: isFull ? 3000 : 150, seed: seedOf('written manifests', 'BELFRY_LAWS_SEED') }

test('what is written as YAML is read as the same values', () => {
  const items = fc.array(fc.tuple(someMap(someValue), fc.array(someNote, { maxLength: 3 })), { minLength: 1, maxLength: 3 }) // prettier-ignore
  fc.assert(
    fc.property(items, someMap(someValue), (all, own) => {
      const entries = all.map(([fields, notes]) => entryOf({ identifier: 'x', ...fields }, notes, { Production: own })) // prettier-ignore
      const expected = all.map(([fields]) => ({
        identifier: 'x',
        ...fields,
        perTarget: { Production: own },
      }))
      expect(unescaped(read(manifestText(entries), 'a.yaml'))).toEqual([plain({ integrations: expected })])
    }),
    settings,
  )
})

test('what is written as NDJSON is one line, read as the same values', () => {
  fc.assert(
    fc.property(someMap(someValue), (fields) => {
      const line = lineText(entryOf(fields))
      expect(line.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(1)
      expect(unescaped(JSON.parse(line))).toEqual(plain(fields))
    }),
    settings,
  )
})

test('what is written into a manifest is read as the same value there', () => {
  const styles = [Scalar.PLAIN, Scalar.QUOTE_SINGLE, Scalar.QUOTE_DOUBLE] as const
  const readAgain = (written: string): unknown => unescaped(read(written, 'a.yaml')[0])
  fc.assert(
    fc.property(someValue, someMap(someValue), fc.constantFrom(...styles), (value, map, like) => {
      const [inFlow, inBlock] = [inlineText(value, like, 'flow'), inlineText(value, like, 'block')]
      expect((inFlow + inBlock).split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(1)
      expect(readAgain(`a: [${inFlow}, x]\nb: ${inBlock}\n`)).toEqual(plain({ a: [value, 'x'], b: value }))
      const indented = blockLines({ ...map, z: value }).map((line) => (line === '' ? '' : `  ${line}`))
      expect(readAgain(['a:', ...indented, 'b: x', ''].join('\n'))).toEqual(
        plain({ a: { ...map, z: value }, b: 'x' }),
      )
      const item = itemLines(entryOf({ ...map, z: value }))
      expect(readAgain(item.join('\n'))).toEqual(plain([{ ...map, z: value }]))
    }),
    settings,
  )
})

test('a note never ends its comment', () => {
  fc.assert(
    fc.property(fc.array(someNote, { minLength: 1, maxLength: 3 }), (notes) => {
      const written = manifestText([entryOf({ identifier: 'x', name: 'Y' }, notes)])
      const others = written.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => !/^ *#/.test(line))
      expect(others).toEqual(['integrations:', '  - identifier: x', '    name: Y', ''])
    }),
    settings,
  )
})

test('line ends at the end of a string are written as escapes, because a block loses them in a file', () => {
  expect(blockLines({ a: 'x\n\n', b: 'x\n' })).toEqual([String.raw`a: "x\n\n"`, 'b: |', '  x'])
})

test('blanks at the end of a string stay', () => {
  expect(blockLines({ a: 'x \n' })).toEqual(['a: |', '  x '])
})

test('a string with several lines is on one line inside a list or a map too', () => {
  const value = [{ value: 'de\nat', 'a\nb': 'x' }]
  expect(inlineText(value, Scalar.PLAIN, 'flow')).toBe(String.raw`[{value: "de\nat", "a\nb": x}]`)
})

test('what a reader or GitHub would take for something else is quoted', () => {
  expect(blockLines({ '.a': ' ::x', b: '<<', c: '\u{E0001}', d: [[]], e: '+4 9' })).toEqual([`'.a': " ::x"`, `b: '<<'`, String.raw`c: "\U000e0001"`, 'd:', '  - []', `e: '+4 9'`]) // prettier-ignore
  expect(manifestText([entryOf({}, [], { '.a': { name: 'x' } })])).toContain(`'.a':`)
})

test('every ${ of a string is escaped, so that none is read as a reference', () => {
  const written = manifestText([entryOf({ name: 'a ${env:HOME} $${b} $' })])
  expect(written).toContain('name: a $${env:HOME} $$${b} $')
  expect(lineText(entryOf({ name: '${file:/etc/passwd}' }))).toBe('{"name":"$${file:/etc/passwd}"}')
})
