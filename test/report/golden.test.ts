// Every format of every sort of account, compared whole with files that people have read.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { optionText } from '../../src/cli/options/repeat.ts'
import { worded } from '../../src/core/shell.ts'
import type { Account, AnyAccount } from '../../src/report/account.ts'
import { outcomeStep } from '../../src/report/document/apply.ts'
import { stepText } from '../../src/report/text/nodes.ts'
import { formats, isFormatOf, type Format, type FormatName } from '../../src/report/formats.ts'
import { envelopes } from '../../src/report/json/envelope.ts'
import { accountAside } from '../../src/report/text/list-text.ts'
import type { Context } from '../../src/report/context.ts'
import { plain } from '../../src/report/text/style.ts'
import { expectGolden, wholeOf } from '../support/golden.ts'
import { activityAccounts } from './activity-accounts.ts'
import { accounts } from '../support/sample-accounts.ts'

const folder = join(import.meta.dirname, 'golden')

const onCommandLine = { command: (words: string) => `belfry ${words}`, option: optionText({}) }

const context: Context = {
  style: plain,
  version: '0.1.0',
  madeAt: '2026-01-05T09:00:00.000Z',
  source: {
    base: 'https://git.acme.example/acme/app/blob/3f2c1e0d9b8a7f6e5d4c3b2a1908f7e6d5c4b3a2/',
    folder: 'infra/',
  },
  checkout: {
    project: 'infra/belfry.yaml',
    branch: 'berlin',
    commit: '3f2c1e0d9b8a7f6e5d4c3b2a1908f7e6d5c4b3a2',
  },
  run: 'https://git.acme.example/acme/app/actions/runs/42',
  reports: { html: 'plan.html' },
}

/** `empty.txt` is the text of the account `empty`, `empty.github.txt` what GitHub reads of it. */
const endings: Readonly<Record<string, string>> = {
  text: 'txt',
  markdown: 'md',
  github: 'github.txt',
  gitlab: 'gitlab.json',
  sarif: 'sarif.json',
  junit: 'junit.xml',
  prometheus: 'prom',
}

/** What is too long to be read is kept in part, its beginning and its end, with a digest of the whole. */
const most = 40_000
const [beginning, end] = [8000, 400]

const cases = Object.entries<Format>(formats).flatMap(([format, row]) =>
  Object.entries<AnyAccount>({ ...activityAccounts, ...accounts })
    // A run that asks for YAML has a manifest, and nothing else to show.
    .filter(
      ([, account]) => isFormatOf(row, account.command) && 'manifest' in account === (format === 'yaml'),
    )
    .map(([name, account]) => ({ name: `${name}.${endings[format] ?? format}`, format, account })),
)

const commands = [...Object.keys(envelopes).filter((name) => name !== 'belfry'), 'journal']

test.each(cases)('$name', async ({ name, format, account }) => {
  const render = await formats[format as FormatName].load()
  const whole = await worded(onCommandLine, async () => {
    const [before, after] = format === 'text' ? [linesOf(account), accountAside(account, plain)] : ['', '']
    return `${before}${forReading(wholeOf(render(account as Account, context)), format)}${after}`
  })
  const text =
    whole.length <= most
      ? whole
      : `${whole.slice(0, beginning)}\n… ${whole.length} characters, ${digestOf(whole)}\n${whole.slice(-end)}`
  expectGolden({ name, file: join(folder, name) }, text)
})

/** Every format, as each of its uses and for each command that it shows. */
const combinations = Object.entries<Format>(formats).flatMap(([format, { of, use }]) =>
  (use === 'both' ? ['stdout', 'file'] : [use]).flatMap((place) =>
    (of ?? commands).map((command) => ({ format, place, command })),
  ),
)

test.each(combinations)('$format of $command has a golden file for $place', ({ format, command }) => {
  const isThere = cases.some(
    (each) =>
      each.format === format && each.account.command === command && existsSync(join(folder, each.name)),
  )
  const advice = 'add a row in test/support/recordings.ts: see "Expected texts" in CONTRIBUTING.md'
  expect(isThere ? '' : advice).toBe('')
})

test('no file is left of what is no more', () => {
  expect(readdirSync(folder).sort()).toEqual(cases.map(({ name }) => name).sort())
})

/** Of a page its title and its body, without what all pages share, and a line for each thing. */
function forReading(text: string, format: string): string {
  if (format !== 'html') return text
  return text
    .replace(/^.*?(?=<title>)/s, '')
    .replace(/<style>.*?<\/style>\n<\/head>\n/s, '')
    .replace(/<p id="keys".*?<\/p>/s, '')
    .replace(/<script type="module">.*?<\/script>/s, '')
    .replaceAll(
      /(?<=>)(?=<(?:section|h[1-6]|p|ul|ol|li|dl|div|details|table|tr|form|svg|g|rect|path|text|script)\b)/g,
      '\n',
    )
    .replaceAll(/(?<=[[,])(?=\{"sort")/g, '\n')
}

/** What an apply printed before its end. */
function linesOf(account: AnyAccount): string {
  if (account.command !== 'apply') return ''
  return (account.result?.results ?? [])
    .map((result) => `${stepText(outcomeStep(result), 10, plain)}\n`)
    .join('')
}

function digestOf(text: string): string {
  return `sha256 ${createHash('sha256').update(text).digest('hex')}`
}
