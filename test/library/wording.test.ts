// Messages name options in the words of the one who reads them: a program, or a user of the command line.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { optionText } from '../../src/cli/options/repeat.ts'
import { ifOffered, option, worded } from '../../src/core/shell.ts'
import type { Target } from '../../src/core/target.ts'
import { missingKey } from '../../src/engine/keyless.ts'
import { commands } from '../../src/library/commands/commands.ts'
import { compareFlags } from '../../src/library/options/manifests.ts'
import { methodRows } from '../../src/library/options/methods.ts'
import { applyFlags, planFlags } from '../../src/library/options/plan.ts'

const src = resolve(import.meta.dirname, '../../src')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

test.each([
  ['a name', () => option('maxChanges'), 'maxChanges', '--max-changes'],
  ['an option with a short name', () => option('files'), 'files', '-f'],
  ['the option for one target', () => option('target'), 'target', '-t'],
  ['a string', () => option('config', 'FILE'), "config: 'FILE'", '--config FILE'],
  ['a list', () => option('only', ['a/b', 'c/*']), "only: ['a/b', 'c/*']", "--only a/b --only 'c/*'"],
  [
    'limits',
    () => option('maxChanges', { subscriber: '10%', integration: 2 }),
    "maxChanges: { subscriber: '10%', integration: 2 }",
    '--max-changes subscriber=10% --max-changes integration=2',
  ],
  [
    'a limit whose name is no word',
    () => option('inputLimits', { 'max-depth': 9 }),
    "inputLimits: { 'max-depth': 9 }",
    '--input-limit max-depth=9',
  ],
  ['a switch', () => option('failback', true), 'failback: true', '--failback'],
  ['milliseconds', () => option('freshness', 60_000), 'freshness: 60000', '--freshness 60'],
  ['a choice that has a switch', () => option('by', 'declared'), "by: 'declared'", '--declared'],
  ['a key that has a file', () => option('apiKey'), 'apiKey', '--api-key-file'],
])('%s', async (_, text, program, command) => {
  expect(text()).toBe(program)
  const rows = { ...applyFlags, ...planFlags, ...compareFlags }
  const onCommandLine = { command: (words: string) => words, option: optionText(rows) }
  expect(await worded(onCommandLine, () => Promise.resolve(text()))).toBe(command)
  expect(text()).toBe(program)
})

test('advice names no option that the command does not have', async () => {
  const by = { command: (words: string) => words, option: optionText({}), offers: () => false }
  const target = { alias: 'Production', apiKeyFrom: 'env:KEY', position: undefined } as unknown as Target
  expect(await worded(by, () => Promise.resolve(missingKey(target).hint))).toBe(
    'Set KEY to the API key of the environment, which the dashboard of the service shows.',
  )
})

test('advice for a program names only options that a method has', () => {
  const ofMethods = new Set(
    ['open', ...commands.keys()].flatMap((command) => Object.keys(methodRows(command))),
  )
  const advised = sources.flatMap((file) =>
    Array.from(
      readFileSync(resolve(src, file), 'utf8').matchAll(/ifOffered\(\s*'(\w+)'/g),
      ([, name = '']) => name,
    ),
  )
  expect(advised.filter((name) => ifOffered(name, 'text') === '').sort()).toEqual(['phone', 'secrets'])
  expect(advised.filter((name) => !ofMethods.has(name)).sort()).toEqual(['phone', 'secrets'])
})

test('no message is made before the run that it is for: it would have the words of another reader', async () => {
  vi.resetModules()
  vi.doMock('../../src/core/shell.ts', async (actual) => ({
    ...(await actual<object>()),
    option: () => expect.unreachable('an option is named while a module loads'),
  }))
  for (const file of sources.filter((each) => !/^bin\.ts$/.test(each))) await import(resolve(src, file))
  vi.doUnmock('../../src/core/shell.ts')
  vi.resetModules()
})

/** Secrets, personal data and folders of this machine are masked in finished sentences, wherever they come from. */
const masks = [
  'cli/masks.ts',
  'core/secrets/leak.ts',
  'engine/audit/audit.ts',
  'report/personal-data/masking.ts',
]

test('no finished sentence is written again, except by masks', () => {
  const rewriting = sources.filter((file) => {
    const text = readFileSync(resolve(src, file), 'utf8')
    return (
      /\b(?:message|hint): [^,\n]*\((?:\w+\.)?(?:message|hint)\)/.test(text) ||
      /\b(?:message|hint)\??\.(?:replace|replaceAll|split|match|matchAll|slice)\(/.test(text)
    )
  })
  expect(rewriting.sort()).toEqual(masks)
})
