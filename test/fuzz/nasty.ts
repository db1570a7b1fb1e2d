// Values that have broken programs before, in the two languages that people and services write.
import * as fc from 'fast-check'

const long = 'x'.repeat(70_000)

/** Names that every object inherits. */
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then']

/** What acts on a terminal, hides from a reader, or is no character at all. */
const unseen = [
  '\u0000',
  '\u001B[2J\u001B[31m',
  '\u001B]0;title\u0007',
  '\r\nother: line',
  '\u202Eevil',
  '\u200B',
  '\uFEFF',
  '\u2028',
  '\u0085',
  '\u{E0041}',
]

const acting = [
  '@everyone',
  '::error::stop',
  '<script>',
  '![x](y)',
  '```',
  '| a | b |',
  '%s%n',
  '$(id)',
  '../../..',
  '/dev/zero',
]

const references = [
  '${env:NOPE}',
  '${env:SECRET}',
  '${env:SECRET|plain}',
  '${env:',
  '${var:sender}',
  '${var:__proto__}',
  '${var:loop}',
  '${file:../../etc/passwd}',
  '${file:/dev/zero}',
  '${file:.}',
  '${target:name}',
  '${target:apiKey}',
  '$${',
  '${${env:SECRET}}',
]

const numbers = [
  '0',
  '-0',
  '-1',
  '1e999',
  '9007199254740993',
  '0x1F',
  '0o17',
  '00123',
  '1_000',
  '5e-324',
  '.nan',
  '-.inf',
  '999999999999',
]

/** Broken UTF-8, as `bytesOf` writes it. */
const brokenBytes = ['\uDCFF', '\uDCC3', '\uDCED\uDCA0\uDC80', '\uDCFF\uDCFEa\uDC80']

/** Text in place of a scalar of YAML: some of it changes the tree, some of it is no YAML at all. */
export const nastyYaml: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '~',
    'null',
    "''",
    '" "',
    'true',
    'no',
    'on',
    '[]',
    '{}',
    '[[[[1]]]]',
    '{ a: { b: [c] } }',
    '*a',
    '&a [*a]',
    '&a',
    '<<: *a',
    '!!js/function x',
    '!!binary x',
    '!!set {a}',
    '!!null x',
    '|',
    '>-',
    '|9',
    '"',
    "'",
    '{',
    '[',
    ']',
    '}',
    '? [a]: b',
    '--- x',
    '...',
    '%YAML 9.9',
    '\t',
    '#',
    '- - -',
    'a: b: c',
    '\\x',
    '2026-11-21',
    '12:30:45',
    '"\\ud800"',
    '"\\0"',
    '"\\x1b[2J"',
    '!<tag:x> y',
    '`',
    '@x',
    ...numbers,
    ...references,
    ...references.map((each) => `"${each}"`),
    ...inherited,
    ...unseen,
    ...unseen.map((each) => `"${each}"`),
    ...acting.map((each) => `"${each}"`),
    ...brokenBytes,
  ),
  { arbitrary: fc.constantFrom(long, '['.repeat(3000), '{a: '.repeat(500), '- '.repeat(3000)), weight: 1 },
  fc.string({ unit: 'binary', maxLength: 8 }),
)

export const nastyKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...inherited,
    ...unseen,
    '',
    '<<',
    '*a',
    '&a x',
    '? a',
    '[a]',
    '{a: b}',
    '1',
    'null',
    '"\\0"',
    'x-y',
    'a.b',
    'a/b',
    '*',
    long,
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

/** Stands for JSON that no value of JavaScript prints as; see `jsonText`. */
const raw = (text: string): string => `\uE000${text}\uE001`

export const nastyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 53,
    '',
    ' ',
    [],
    {},
    [null],
    [[]],
    [{}],
    { data: {} },
    { data: [] },
    ...inherited,
    ...inherited.map((name) => Object.fromEntries([[name, { polluted: 'yes' }]])),
    ...inherited.map((name) => Object.fromEntries([[name, null]])),
    ...unseen,
    ...acting,
    ...references,
    ...['1e999', '-1e999', '-0', '9007199254740993', '"\\ud800"', '"\\udc00x"', '{"a":1,"a":2}'].map(raw),
  ),
  { arbitrary: fc.constantFrom(long, raw(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)), weight: 1 },
  { arbitrary: fc.constant(raw(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`)), weight: 1 },
  fc.jsonValue({ maxDepth: 2 }),
)

/** JSON, with what `nastyJson` marked as it stands. */
export function jsonText(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? '').replaceAll(
    /"\uE000((?:[^"\\]|\\.)*)\uE001"/g,
    (_, text: string) => String(JSON.parse(`"${text}"`)),
  )
}

/** UTF-8, except that U+DC80 to U+DCFF stand for single bytes from 80 to FF. */
export function bytesOf(text: string): Buffer {
  return Buffer.concat(
    text
      .split(/([\uDC80-\uDCFF])/)
      .map((part, index) =>
        index % 2 === 0 ? Buffer.from(part) : Buffer.from([part.charCodeAt(0) - 0xdc00]),
      ),
  )
}
