// belfry help WORDS: what readers ask in their own words is among the first results.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { search, searchText } from '../../src/cli/help-search.ts'
import { commandRows } from '../../src/cli/program/command.ts'
import { isTopic } from '../../src/library/commands/topics.ts'
import { find } from '../../src/explain/explain.ts'
import { belfry } from '../support/cli-process.ts'
import { runProgram, type Said } from '../support/cli.ts'
import { anchorsIn } from '../support/anchors.ts'

interface Question {
  readonly question: string
  /** Pages, or commands that show an explanation or help. */
  readonly answers: readonly string[]
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const questions = JSON.parse(read('test/fixtures/questions.json')) as readonly Question[]

function typed(...args: readonly string[]): Promise<Said> {
  return runProgram(args, { cwd: import.meta.dirname })
}

test.each(questions)('$question', ({ question, answers }) => {
  const found = search(question).map(({ shown }) => shown)
  const first = found.slice(0, 3).map((shown) => shown.replace(/#.*/, ''))
  expect(first).toSatisfy(() => answers.some((answer) => first.includes(answer)))
  expect(found.length).toBeLessThanOrEqual(5)
  for (const shown of found) expect(shown).toSatisfy(isThere)
  const lines = searchText(question, 80)?.split('\n') ?? []
  expect(lines.filter((line) => line.length > 80 && !line.startsWith('Pages of docs'))).toEqual([])
})

function isThere(shown: string): boolean {
  const [, page = '', anchor] = /^(docs\/[^#]*)#?(.*)$/.exec(shown) ?? []
  if (page !== '') return anchor === '' || anchorsIn(read(page)).has(anchor ?? '')
  const [, subject = ''] = /^belfry explain (.*)$/.exec(shown) ?? []
  if (subject !== '') return 'explained' in find(subject, commandRows())
  const [, topic = ''] = /^belfry help (.*)$/.exec(shown) ?? []
  return isTopic(topic) || commandRows().some(({ name }) => shown === `belfry ${name} --help`)
}

test.each([
  ['words', ['how', 'do', 'I', 'roll', 'back']],
  ['words in quotes', ['how do I roll back']],
  ['a command and more', ['plan', 'without', 'secrets']],
  ['a topic and more', ['secrets', 'in', 'vault']],
])('%s are searched', async (_, words) => {
  expect(await typed('help', ...words)).toEqual({ exit: 0, out: searchText(words.join(' '), 80), err: '' })
})

test('words that are nowhere are an error, as are words that say nothing', async () => {
  for (const words of [['xylophone'], ['how', 'is', 'it']])
    expect(await typed('help', ...words)).toMatchObject({ exit: 3, out: '' })
})

test('the built program finds its pages', async () => {
  const { exit, out } = await belfry(['help', 'vault', '1password'])
  expect({ exit, first: out.split('\n')[0] }).toEqual({
    exit: 0,
    first: 'docs/secrets.md#secrets-from-a-secret-store',
  })
})
