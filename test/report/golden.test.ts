// Every format of every sort of account, compared whole with files that people have read.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { format as pretty } from 'prettier'
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

/** `no-plan.txt` is the text of the account `no plan`, `no-plan.github.txt` what GitHub reads of it. */
const endings: Readonly<Record<string, string>> = {
  text: 'txt',
  markdown: 'md',
  github: 'github.txt',
  gitlab: 'gitlab.json',
  sarif: 'sarif.json',
  junit: 'junit.xml',
  prometheus: 'prom',
  // The subscribers are in a file, and the result is shown as text.
  csv: 'txt',
}

/** What is too long to be read is kept in part, its beginning and its end, with a digest of the whole. */
const most = 30_000
const [beginning, end] = [2500, 400]

const cases = Object.entries<Format>(formats).flatMap(([format, row]) =>
  Object.entries<AnyAccount>({ ...activityAccounts, ...accounts })
    // A run that asks for YAML has a manifest, and nothing else to show. For hostile texts in JSON see `hostile-formats.test.ts`.
    .filter(
      ([name, account]) =>
        isFormatOf(row, account.command) &&
        'manifest' in account === (format === 'yaml') &&
        !(format === 'json' && name === 'hostile'),
    )
    .map(([name, account]) => ({
      name: `${name.replaceAll(' ', '-')}.${endings[format] ?? format}`,
      title: name,
      format,
      account,
    })),
)

const commands = [...Object.keys(envelopes).filter((name) => name !== 'belfry'), 'journal']

test.each(cases)('$name', async ({ name, title, format, account }) => {
  const render = await formats[format as FormatName].load()
  const whole = await worded(onCommandLine, async () => {
    const [before, after] = format === 'text' ? [linesOf(account), accountAside(account, plain)] : ['', '']
    return `${before}${await forReading(title, wholeOf(render(account as Account, context)), format)}${after}`
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
  expect(readdirSync(folder).sort()).toEqual([...new Set(cases.map(({ name }) => name))].sort())
})

function forReading(name: string, text: string, format: string): string | Promise<string> {
  if (format === 'html') return pageForReading(name, text)
  // `prometheus.test.ts` has the counts that are zero.
  if (format === 'prometheus') return text.replaceAll(/^belfry_plan_counts.* 0\n/gm, '')
  const isJson = ['json', 'gitlab', 'sarif'].includes(format) && text.length < 100_000
  return isJson ? jsonForReading(name, text) : text
}

/** What fits in a line is in one. */
function jsonForReading(name: string, text: string): Promise<string> {
  const value: unknown = JSON.parse(text)
  // What waits for the line of a sandbox reads one line.
  const indent = name === 'sandbox' ? 0 : 2
  expect(text).toBe(`${withoutActing(JSON.stringify(value, undefined, indent))}\n`)
  return pretty(withoutActing(JSON.stringify(value)), { parser: 'json', printWidth: 110, tabWidth: 1 })
}

function withoutActing(text: string): string {
  return text.replaceAll(
    /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]|(?<=#)#(?=\[)/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

interface PageRow {
  readonly lines: readonly string[]
}

/** Of these pages the lines for users without a script are compared, of others those that the script shows. They are the same. */
const withoutScript = new Set(['one of each change', 'hostile'])

/** Of a page its title and its body, without what all pages share, and a line for each thing. */
function pageForReading(name: string, page: string): string {
  const [, data = '{"lists":[]}'] = / id="data">(.*?)<\/script>/s.exec(page) ?? []
  const rows = (JSON.parse(data) as { readonly lists: readonly (readonly PageRow[])[] }).lists.flat()
  const lists = /(?<=<noscript>).*?(?=<\/noscript>)/gs
  const listed = (page.match(lists) ?? []).flatMap((list) => list.match(/<pre .*?<\/pre>/gs) ?? [])
  const shown = rows.slice(0, 500).map(({ lines }) => lines.map((line) => line || ' ').join(''))
  expect(listed.map(textOf)).toEqual(shown)
  const once = withoutScript.has(name)
    ? page.replaceAll(/,"lines":\["(?:[^"\\]|\\.|",")*"\]/g, '')
    : page.replaceAll(lists, (list) => list.replaceAll(/<pre .*?<\/pre>/gs, ''))
  return once
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

function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? "'")
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
