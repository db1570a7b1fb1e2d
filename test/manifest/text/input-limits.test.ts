// Limits of input: what is too large ends in a sentence, what is merely large ends at all.
import { expect, it, vi } from 'vitest'
import { Composer, Parser } from 'yaml'
import { defaultInputLimits, parseInputLimit } from '../../../src/manifest/text/read-text.ts'
import { load } from '../load-files.ts'

const person = 'subscribers:\n  - { subscriberId: someone, firstName: a }\n'
const included = 'subscribers:\n  - include: people.ndjson\n'

it.each([
  ['max-file-size=16MiB', { name: 'max-file-size', value: 16_777_216 }],
  ['max-referenced-file=4KiB', { name: 'max-referenced-file', value: 4096 }],
  ['max-depth=500', { name: 'max-depth', value: 500 }],
  ['max-depth=501', undefined],
  ['max-nodes=0', undefined],
  ['max-nodes=1e9', undefined],
  ['max-file-size', undefined],
  ['max-width=1', undefined],
  ['constructor=1', undefined],
])('%s', (text, expected) => {
  expect(parseInputLimit(text)).toEqual(expected)
})

it.each([
  ['max-file-size', 300, `${person}# ${'a'.repeat(300)}\n`],
  ['max-depth', 4, 'subscribers:\n  - { subscriberId: someone, data: { a: { b: { c: d } } } }\n'],
  ['max-nodes', 1, `x-a: &a { b: c, d: e }\nx-b: *a\n${person}`],
  ['max-aliases', 1, `x-a: &a b\nx-b: { *a : *a }\n${person}`],
] as const)('%s is a limit', async (name, value, text) => {
  expect((await load(text)).problems).toEqual([])
  const { problems } = await load(text, { inputLimits: { [name]: value } })
  expect(problems).toMatchObject([{ rule: name, message: expect.stringContaining(name) }])
})

it('a limit that can not be higher is not to be raised', async () => {
  const nested = `${person}    data: { a: ${'['.repeat(600)}${']'.repeat(600)} }\n`
  const hints = [100, 300, 500].map(async (value) => {
    const { problems } = await load(nested, { inputLimits: { 'max-depth': value } })
    return problems[0]?.hint?.replace(/.*inputLimits: /, '')
  })
  expect(await Promise.all(hints)).toEqual([
    "{ 'max-depth': 200 }.",
    "{ 'max-depth': 500 }.",
    'Make the structure flatter.',
  ])
})

const aliases = (count: number, line: string) => `x-a: &a b\nx-b:\n${line.repeat(count)}${person}`

it.each(['  - *a\n', '  *a : c\n'])('what follows an alias too many is not parsed: %j', async (line) => {
  const inputLimits = { 'max-aliases': 100 }
  const parsed = vi.spyOn(Parser.prototype, 'next')
  const composed = vi.spyOn(Composer.prototype, 'compose')
  await load(aliases(101, line), { inputLimits })
  const lexemes = parsed.mock.calls.length
  const { problems } = await load(aliases(1000, line), { inputLimits })
  expect(problems).toMatchObject([
    {
      rule: 'max-aliases',
      position: { line: 103, column: line.indexOf('*') + 1 },
      message: 'this file has more than 100 aliases such as *name (max-aliases)',
      hint: expect.stringContaining("inputLimits: { 'max-aliases': 200 }"),
    },
  ])
  expect(parsed).toHaveBeenCalledTimes(2 * lexemes)
  expect(composed).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

const asText = `  - *a\n  - |\n${'    *a\n'.repeat(101)}`
it.each([
  ['as many aliases as allowed', aliases(100, '  - *a\n')],
  ['a string that looks like aliases', aliases(1, asText)],
])('%s', async (_, text) => {
  expect((await load(text, { inputLimits: { 'max-aliases': 100 } })).problems).toEqual([])
})

it('of a file that a reference names too', async () => {
  const files = {
    'manifests/a.yaml': 'subscribers:\n  - { subscriberId: someone, firstName: "${file:name}" }\n',
    name: 'Someone',
  }
  const settings = { need: 'live', env: { DEVELOPMENT_KEY: 'a', PRODUCTION_KEY: 'b' } } as const
  expect((await load(files, settings)).problems).toEqual([])
  const { problems } = await load(files, { ...settings, inputLimits: { 'max-referenced-file': 3 } })
  expect(problems).toMatchObject([{ rule: 'file-unreadable', message: expect.stringContaining('3 bytes') }])
})

it('of a line of NDJSON, not of its file', async () => {
  const line = (size: number) => `{"subscriberId":"${'a'.repeat(size)}"}\n`
  const files = (people: string) => ({ 'manifests/a.yaml': included, 'manifests/people.ndjson': people })
  const inputLimits = { 'max-file-size': 300 }
  const many = Array.from({ length: 50 }, (_, index) => `{"subscriberId":"s${index}"}\n`).join('')
  expect((await load(files(many), { inputLimits })).problems).toEqual([])
  expect((await load(files(many + line(400)), { inputLimits })).problems).toMatchObject([
    { rule: 'max-file-size', position: { line: 51 } },
  ])
})

const size = defaultInputLimits['max-file-size']
it.each([
  ['one text', `subscribers:\n  - { subscriberId: someone, firstName: ${'a'.repeat(size - 100)} }\n`, []],
  ['many keys', `${Array.from({ length: 25_000 }, (_, index) => `x-${index}: a\n`).join('')}${person}`, []],
  ['many documents', `${'---\n'.repeat(25_000)}${person}`, []],
  ['many quotes', `x-a: '${"''".repeat(200_000)}'\n${person}`, []],
  ['many anchors', `${Array.from({ length: 12_000 }, (_, i) => `x-${i}: &a${i} b\n`).join('')}${person}`, []],
  ['many aliases', aliases(100_000, '  - *a\n'), ['max-aliases']],
  ['many brackets', '[]\n'.repeat(25_000), ['yaml-syntax']],
  [
    'many references',
    `subscribers:\n  - { subscriberId: someone, firstName: "${'$${'.repeat(100_000)}" }\n`,
    [],
  ],
] as const)('%s', async (_, text, rules) => {
  const { problems } = await load(text)
  expect([...new Set(problems.map(({ rule }) => rule))]).toEqual(rules)
})
